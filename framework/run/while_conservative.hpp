// Conservative is what a system does along a run, not what its type could do: a damped problem whose damping is 0 keeps
// its energy. A method for systems that do runs as long as nothing drives this one: no external force, no offset of the
// constraint, nothing that depends on time (Probe::driven_by).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

namespace nonholo {

/// The integrator itself where the type of its system says that nothing ever drives it. Else it is watched: a driven
/// start is refused with UnsuitableSystem, a step that ends where something drives the system is not taken
/// (Outcome::not_conservative, what it is in the remark); nor is one in which something does at one time between, where
/// it ends. A step that fails is said to be driven where it would have been. That costs four evaluations a step.
/// @param integrator of a method that carries (q, v) alone
template <class Real>
std::unique_ptr<Integrator<Real>> while_conservative(std::unique_ptr<Integrator<Real>> integrator);

}  // namespace nonholo
