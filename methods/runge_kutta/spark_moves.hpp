// The SPARK methods that are kicks and drifts on a system of constant mass: those of one stage that are explicit but
// for the constraint, and 2-stage Lobatto IIIA-B with its two variants. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/family/kick_drift_integrator.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <optional>

namespace nonholo {

/// Told by the coefficients, not by the name. Nothing for all others.
std::optional<KickDriftProgram<double>> spark_moves(const SparkCoefficients<double>& coefficients);

}  // namespace nonholo
