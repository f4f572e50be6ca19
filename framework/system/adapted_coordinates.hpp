// A conservative mechanical system as a skew-gradient system without constraint, in coordinates adapted to it
// (Celledoni et al. 2016, section 3; reference M12):
//
//   zeta = (q, rho),  X(q) a basis of ker K, n x r, r = n - m;  G = X^T M X, rho = X^T M v = G y,  v = X y, p = M v
//   H = 1/2 rho^T G^-1 rho + V,    Pi = [[0, X], [-X^T, C]],    C_ab = -[X_a, X_b] . p
//   H_q,i = -f_i - p . (dX/dq_i) y,    H_rho = y       no constraint is left: v = X y satisfies it whatever y is
//
// The discrete solution depends on the basis, at O(h^3) a step: Pi and |zeta' - zeta|^2 are not the same in another
// one.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/faces/reduced_energy.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>

#include <memory>

namespace nonholo {

/// How dX/dq is computed.
enum class BasisDerivative {
  exact,         ///< of the problem's basis by dual numbers, of the QR basis by its reflections
  dual_numbers,  ///< of the QR basis: the decomposition run on dual numbers; as exact, slower
  /// (X(q + h e_i) - X(q - h e_i)) / 2h with the step's own h: of order 2, and still exact in the energy with Gonzalez'
  /// gradient (Celledoni et al. 2016, Remark 3.5)
  central_difference,
};

/// The face with its own scratch. Basis::own wants a system that has one (DynamicsTraits::adapted_basis).
/// @param fast  gradient and flow with exact derivatives, in this basis, compiled with the problem; none: from dynamics
template <class Real>
std::unique_ptr<SkewGradient<Real>> adapted_coordinates(const AnyDynamics<Real>& dynamics, Basis basis,
                                                        BasisDerivative derivative,
                                                        std::unique_ptr<ReducedEnergy<Real>> fast = nullptr);

}  // namespace nonholo
