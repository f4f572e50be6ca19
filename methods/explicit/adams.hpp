// The predictor-corrector methods of Adams, Bashforth and Moulton (PECE; Hairer, Norsett & Wanner 1993, III.1) of order
// k = 2 ... 12 and constant step size on the underlying ordinary differential equation (faces/underlying_ode.hpp),
// their velocities put back onto the constraint after every step, as explicit_runge_kutta.hpp does:
//
//   predicted   y* = y_n + h sum_j beta_j y'_(n-j)               j = 0 ... k - 1
//   corrected   y  = y_n + h (beta*_0 y*' + sum_j beta*_j y'_(n+1-j)),   q from the corrected v
//
// Two evaluations a step whatever the order, and no equation solved but for the multiplier. The first k - 1 steps are
// those of collocation at the k equidistant points, which has order k, by Picard's iteration.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

#include <memory>

namespace nonholo {

inline constexpr int least_adams_order = 2, most_adams_order = 12;

/// @throws InputError (order) outside those bounds; UnsuitableSystem unless the system is mechanical.
template <class Real> std::unique_ptr<Integrator<Real>> adams(const System<Real>& system, int order);

}  // namespace nonholo
