// The checks of a mechanical system at one point at a time: whether its equations can be solved, and whether what
// methods use is what it should be.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/contract/loose_dynamics.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <vector>

namespace nonholo {

/// finite, mass_symmetric, mass_definite, constraint_rank.
std::vector<Finding> regularity_findings(const System<double>& system, const std::vector<Sample>& states);

/// From force to rates.
std::vector<Finding> derivative_findings(const LooseDynamics& dynamics, const std::vector<Sample>& states);

/// position_rate; of a system with constraints on positions.
Finding position_rate_finding(const LooseDynamics& dynamics, const std::vector<Sample>& states);

/// basis_kernel, basis_rank, basis_q; of a system that knows an adapted basis.
std::vector<Finding> basis_findings(const LooseDynamics& dynamics, const std::vector<Sample>& states);

/// What the traits say of k and of L, at each state and at twice its velocity.
std::vector<Finding> claim_findings(const LooseDynamics& dynamics, const DynamicsTraits& traits,
                                    const std::vector<Sample>& states);

Finding constant_mass_finding(const LooseDynamics& dynamics, const std::vector<Sample>& states);

}  // namespace nonholo
