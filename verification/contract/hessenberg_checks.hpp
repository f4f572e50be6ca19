// The checks of DAEs in Hessenberg form, y' = f(t, y, z), 0 = g(t, y), and of skew-gradient systems zeta' = Pi grad H.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <vector>

namespace nonholo {

/// index, dae_derivatives, invariant.
/// @param time of the motion
/// @param exact derivatives are those of expressions: there is nothing to hold them against
std::vector<Finding> hessenberg_findings(const System<double>& system, const Start<double>& start,
                                         const std::vector<Sample>& states, double time, bool exact);

/// skew, energy_gradient, rate_derivatives, energy, invariant.
std::vector<Finding> skew_gradient_findings(const System<double>& system, const std::vector<Sample>& states,
                                            double time, bool exact);

/// Of either, where it has an exact solution, until `time`.
std::vector<Finding> hessenberg_solution_findings(const System<double>& system, const Sample& from, double time);

}  // namespace nonholo
