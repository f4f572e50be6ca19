// The projector P^T of the mass metric on momenta, with its multipliers: the velocity v and the lambda with
//
//   p(q, v) = p + c K(q)^T lambda,    k(q, v) = 0:     c S lambda = -k(q, M^-1 p),  S = K M^-1 K^T,
//       v = M^-1 (p + c K^T lambda)
//
// for k affine in v. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/faces/dynamics.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real, int n, int m> class MomentumProjection {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;

 public:
  explicit MomentumProjection(const Dynamics<Real, n, m>& dynamics)
      : dynamics_(dynamics),
        constant_mass_(dynamics.traits().constant_mass),
        mass_(dynamics.coordinates(), dynamics.coordinates()),
        cholesky_(dynamics.coordinates()),
        k_(dynamics.constraints()),
        K_(dynamics.constraints(), dynamics.coordinates()),
        X_(dynamics.coordinates(), dynamics.constraints()),
        S_(dynamics.constraints(), dynamics.constraints()),
        schur_(dynamics.constraints()) {}

  /// x <- M^-1 x at q; false when M is not positive definite.
  bool velocity(Real t, const Q& q, Q& x) {
    if (!factor(t, q, x)) return false;
    cholesky_.solve_in_place(x);
    return true;
  }

  /// v and lambda from p; false when S is singular or a value is not finite.
  bool onto_constraint(Real t, Real c, const Q& q, const Q& p, Q& v, L& lambda) {
    v = p;
    if (!velocity(t, q, v)) return false;
    dynamics_.constraint(t, q, v, k_, K_);
    X_ = K_.transpose();
    cholesky_.solve_in_place(X_);
    S_.noalias() = K_ * X_;
    if (!schur_.compute(S_)) return false;
    lambda = -k_;
    schur_.solve_in_place(lambda);
    v.noalias() += X_ * lambda;
    lambda /= c;
    return v.allFinite() && lambda.allFinite();
  }

 private:
  bool factor(Real t, const Q& q, const Q& v) {
    if (known_) return true;
    dynamics_.mass(t, q, v, mass_);
    if (!cholesky_.compute(mass_)) return false;
    known_ = constant_mass_;
    return true;
  }

  const Dynamics<Real, n, m>& dynamics_;
  bool constant_mass_, known_ = false;
  Matrix<Real, n, n> mass_;
  Cholesky<Real, n> cholesky_;
  L k_;
  Matrix<Real, m, n> K_;
  Matrix<Real, n, m> X_;
  Matrix<Real, m, m> S_;
  Cholesky<Real, m> schur_;
};

}  // namespace nonholo
