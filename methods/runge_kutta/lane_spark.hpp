// SPARK methods of up to four stages with a point of the step in each lane of a pack (lane_spark_equations.hpp): what
// spark() takes wherever it can. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <memory>

namespace nonholo {

/// Nothing where the step has no room in lanes: more stages, points of the constraint beyond the end, many coordinates
/// or constraints, reactions that are not ideal; and with a solver of one's own, which would see repetitions.
std::unique_ptr<Integrator<double>> lane_spark(const System<double>& system,
                                               const std::shared_ptr<const SparkCoefficients<double>>& coefficients,
                                               const SolverOptions<double>& options);

/// One stage after the other, which takes all that there is: what spark() takes elsewhere.
template <class Real>
std::unique_ptr<Integrator<Real>> spark_by_stages(const System<Real>& system,
                                                  const std::shared_ptr<const SparkCoefficients<Real>>& coefficients,
                                                  const SolverOptions<Real>& options);

}  // namespace nonholo
