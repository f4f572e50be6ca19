// The checks along the flow: what is conserved, and whether an exact solution is one.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>
#include <nonholo/verification/contract/loose_dynamics.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace nonholo {

/// (1, q', v') at a state; nothing where the equations cannot be solved.
using Flow = std::function<std::optional<Sample>(const Sample&)>;
Flow flow_of(const LooseDynamics& dynamics);

using StateFunction = std::function<double(double t, const VectorX<double>& q, const VectorX<double>& v)>;
StateFunction quantity_of(const NamedInvariant<double>& invariant);

/// That the quantity has rate zero.
/// @param name of an invariant; the energy needs none
/// @param size what the rate is relative to; empty: 1, the quantity and the velocity together, for want of better
Finding conserved(const Check& check, std::string_view name, const StateFunction& quantity,
                  const std::vector<Sample>& states, const Flow& flow, const StateFunction& size = {});

/// Of a mechanical system that has an exact solution, through a state at time 0.
std::vector<Finding> solution_findings(const System<double>& system, const LooseDynamics& dynamics, const Sample& from);

}  // namespace nonholo
