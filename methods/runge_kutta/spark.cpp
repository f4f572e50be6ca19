// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/spark.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/lane_spark.hpp>
#include <nonholo/methods/runge_kutta/spark_equations.hpp>
#include <nonholo/methods/runge_kutta/spark_moves.hpp>
#include <nonholo/methods/runge_kutta/spark_unreduced.hpp>

namespace nonholo {

template <class Real>
std::unique_ptr<Integrator<Real>> spark_by_stages(const System<Real>& system,
                                                  const std::shared_ptr<const SparkCoefficients<Real>>& coefficients,
                                                  const SolverOptions<Real>& options) {
  return stage_integrator<SparkEquations>(system, coefficients, options);
}

template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              const SolverOptions<Real>& options) {
  if (system.kind() != SystemKind::mechanical) return spark(system, set, HessenbergForm::usual, options);
  want_determined_multipliers(set);
  if (system.traits().holonomic > 0) {
    if (set.template rounded_constraint_rows<Real>().points() > 0)
      throw UnsuitableSystem(
          "a system whose constraints are all on velocities",
          "has constraints on positions too, which cannot be held where " + set.name() + " evaluates the constraint");
    if constexpr (std::is_same_v<Real, double>)
      if (system.traits().natural)
        if (auto in_lanes = lane_spark(system, spark_coefficients<Real>(set), options)) return in_lanes;
    return spark(system, set, HessenbergForm::qp, options);  // (6.1), with the term that holds the positions
  }
  if (uses_simplified_newton(options)) {
    want_ideal_reaction(system.traits());
    return spark_unreduced(system, set, options);
  }
  const auto coefficients = spark_coefficients<Real>(set);
  if constexpr (std::is_same_v<Real, double>) {
    if (const auto moves = spark_moves(*coefficients))
      if (auto fused = kick_drift_integrator<double>(system, {*moves, coefficients->traits}, options)) return fused;
    if (auto in_lanes = lane_spark(system, coefficients, options)) return in_lanes;
  }
  return spark_by_stages(system, coefficients, options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> spark_by_stages(const System<double>&,
                                                             const std::shared_ptr<const SparkCoefficients<double>>&,
                                                             const SolverOptions<double>&);
template std::unique_ptr<Integrator<double>> spark(const System<double>&, const TableauSet&,
                                                   const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> spark(const System<quad>&, const TableauSet&, const SolverOptions<quad>&);
#endif

}  // namespace nonholo
