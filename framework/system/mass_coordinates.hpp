// A conservative mechanical system in adapted coordinates zeta = (q, rho), as in adapted_coordinates.hpp, with a basis
// of ker K that is orthonormal in the mass metric:
//
//   M = L L^T,   L^-1 K^T = Q [R; 0]  (householder_basis.hpp),   Q_2 the last n - m columns of Q,   X = L^-T Q_2
//   X^T M X = 1:   rho = Q_2^T L^T v,   v = X rho,   H = 1/2 |rho|^2 + V(q),   grad H = (V_q, rho)
//
// Other units of mass, length and time, of each coordinate by itself, make D q of q for a diagonal D, c D^-1 L of L,
// and leave Q as it is: zeta is multiplied by constants. Methods that commute with such scalings therefore give the
// same numbers in all units. The QR basis of Celledoni et al. 2016 is orthonormal in the coordinates instead, and the
// discrete solution then depends on their units.
//
// The structure needs dX/dq_i. With  L^-1 (dM/dq_i) L^-T = Phi_i + Phi_i^T, Phi_i lower triangular, and with
// K' = K L^-T and w = L^T v = Q_2 rho:
//
//   dL = L Phi_i,   dK' = (dK/dq_i) L^-T - K' Phi_i^T,   p . dX/dq_i x = w . (dQ_2/dq_i) x - (Phi_i w) . Q_2 x
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/system/system.hpp>

#include <memory>

namespace nonholo {

/// The face with its own scratch. A sign of a reflection may change between two steps, as in the QR basis.
/// Where M is not positive definite the flow is not a number.
/// @throws UnsuitableSystem unless the system is mechanical, natural, ideal and linear in its constraints.
template <class Real> std::unique_ptr<SkewGradient<Real>> mass_coordinates(const System<Real>& system);

}  // namespace nonholo
