// A conservative mechanical system as a skew-gradient system (Celledoni et al. 2016, section 3; reference M12, M13).
// Two ways:
//
//   adapted    zeta = (q, rho),  X(q) a basis of ker K, n x r, r = n - m;  G = X^T M X, rho = X^T M v = G y,
//              v = X y, p = M v
//              H = 1/2 rho^T G^-1 rho + V,    Pi = [[0, X], [-X^T, C]],    C_ab = -[X_a, X_b] . p
//              H_q,i = -f_i - p . (dX/dq_i) y,    H_rho = y   no constraint is left: v = X y satisfies it whatever y is
//   canonical  zeta = (q, p),  Pi = [[0, I], [-I, 0]],  H_q = -f,  H_p = v,    B = (0, K(q)):
//       the constraint stays, with its multipliers
//
// The discrete solution depends on the basis, at O(h^3) a step: Pi and |zeta' - zeta|^2 are not the same in another
// one.
#pragma once

#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/system/system.hpp>

namespace nonholo {

enum class Basis {
  own,  ///< the problem's own adapted_basis(q)
  /// Householder QR of K^T (householder_basis.hpp), its signs chosen at the beginning of each step and fixed during it
  qr,
};

/// How dX/dq is computed.
enum class BasisDerivative {
  exact,         ///< of the problem's basis by dual numbers, of the QR basis by Algorithm 1
  dual_numbers,  ///< of the QR basis: the decomposition run on dual numbers; as exact, slower
  /// (X(q + h e_i) - X(q - h e_i)) / 2h with the step's own h: of order 2, and still exact in the energy with Gonzalez'
  /// gradient
  central_difference,
  ///< (Celledoni et al. 2016, Remark 3.5)
};

/// @throws InputError (key "method") for systems with forces, a time or an offset in the constraint; (key "basis")
///         where the problem knows no basis.
template <class Real> std::unique_ptr<SkewGradient<Real>> adapted_coordinates(const System<Real>& system, Basis basis,
                                                                              BasisDerivative derivative);

/// @throws InputError as above.
template <class Real> std::unique_ptr<SkewGradient<Real>> canonical_coordinates(const System<Real>& system);

}  // namespace nonholo
