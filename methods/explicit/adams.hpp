// Predictor-corrector methods (PECE) of order k = 2 ... 14 and constant step size on the underlying ordinary
// differential equation (faces/underlying_ode.hpp): velocities by the formulas of Adams, Bashforth and Moulton,
// positions by those of Stormer and Cowell, which integrate the same polynomial through the accelerations twice
// (Hairer, Norsett & Wanner 1993, III.1 and III.10). Velocities are put back onto the constraint after every step, as
// explicit_runge_kutta.hpp does:
//
//   predicted   v* = v_n + h sum_j beta_j a_(n-j)                  q* = q_n + h v_n + h^2 sum_j sigma_j a_(n-j)
//   corrected   v  = v_n + h (beta'_0 a* + sum_j beta'_j a_(n+1-j))   q likewise, with sigma'
//
// Predictors know k - 1 accelerations, correctors one more. Two evaluations a step whatever the order, and no equation
// solved but for the multiplier. With positions by the formulas for velocities steps of high order have to be shorter
// (docs/notebook/2026-11.md).
//
// The first k - 2 steps are those of collocation at the k - 1 equidistant points, by Picard's iteration. Its order is
// one less, but it happens once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

#include <memory>

namespace nonholo {

inline constexpr int least_adams_order = 2, most_adams_order = 14;

/// @throws InputError (order) outside those bounds; UnsuitableSystem unless the system is mechanical.
template <class Real> std::unique_ptr<Integrator<Real>> adams(const System<Real>& system, int order);

}  // namespace nonholo
