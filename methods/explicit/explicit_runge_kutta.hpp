// Explicit Runge-Kutta methods on the underlying ordinary differential equation (faces/underlying_ode.hpp), their
// velocities put back onto the constraint after every step, the shortest way in the mass metric: the standard
// projection method of Hairer, Lubich & Wanner 2006, IV.4. The correction is of the size of a step's error, so that the
// order stays that of the method, for q, v and the multiplier of the end.
//
// No equation is solved but for the multiplier, whatever the mass: cheapest where a motion is smooth and neither very
// long nor stiff. The energy is as exact as the step; its error grows with time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/run/tolerances.hpp>
#include <nonholo/methods/explicit/explicit_pair.hpp>

#include <memory>
#include <optional>

namespace nonholo {

/// With tolerances it chooses its steps: the root mean square over (q, v) of the estimated error, relative to atol +
/// rtol |y|, is at most 1 in every step. Without them it takes the steps that it is told.
/// @throws UnsuitableSystem unless the system is mechanical.
template <class Real>
std::unique_ptr<Integrator<Real>> explicit_runge_kutta(const System<Real>& system, const ExplicitPair& pair,
                                                       const std::optional<Tolerances>& tolerances = std::nullopt);

}  // namespace nonholo
