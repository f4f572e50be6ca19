// The checks of DAEs in Hessenberg form, y' = f(t, y, z), 0 = g(t, y), and of skew-gradient systems zeta' = Pi grad H.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <vector>

namespace nonholo {

/// index, dae_derivatives.
std::vector<Finding> hessenberg_findings(const System<double>& system, const Start<double>& start,
                                         const std::vector<Sample>& states);

/// skew, energy_gradient, rate_derivatives, energy, invariant.
std::vector<Finding> skew_gradient_findings(const System<double>& system, const std::vector<Sample>& states);

/// Of either, where it has an exact solution.
std::vector<Finding> hessenberg_solution_findings(const System<double>& system, const Sample& from);

}  // namespace nonholo
