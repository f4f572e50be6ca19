// Runs a method for conservative systems as long as nothing drives the system: no external force, no offset of the
// constraint, nothing that depends on time (Probe::driven_by()). The run decides, not the type of the problem: a damped
// problem whose damping is 0 keeps its energy.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

namespace nonholo {

/// Returns the integrator itself if the type of its system says that nothing ever drives it. Else it returns an
/// integrator that watches the system, which costs four evaluations a step:
/// - A driven start is refused with UnsuitableSystem.
/// - A step is not taken if something drives the system at its end, or at that state at one time within the step:
///   Outcome::not_conservative. The remark says what drives it.
/// - A step that fails has this outcome too, if the system would have been driven.
/// @param integrator of a method that carries (q, v) alone
template <class Real>
std::unique_ptr<Integrator<Real>> while_conservative(std::unique_ptr<Integrator<Real>> integrator);

}  // namespace nonholo
