// The velocity nearest to a given one, v_0, that keeps a constraint nonlinear in v: least |v - v_0|^2 with
// k(t, q, v) = 0, in the metric of the mass M at v_0. Newton's method on the conditions of Lagrange,
//
//   M (v - v_0) + K^T mu = 0,   k = 0,      with the matrix [M + sum_i mu_i k_i,vv, K^T; K, 0],
//
// each step followed by a projection onto the constraint (Nocedal, Wright 2006, Numerical Optimization, 18.1; Absil,
// Mahony, Sepulchre 2008, Optimization Algorithms on Matrix Manifolds, 6). What is found is a local minimum.
// Private header of framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <cmath>
#include <limits>

namespace nonholo {

/// Allocates: use it for starts, and for velocities that are off the constraint by more than rounding.
template <class Real, int n, int m> class NearestVelocity {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;

 public:
  /// Both arguments must outlive the object. @param saddle that of these dynamics
  NearestVelocity(const Dynamics<Real, n, m>& dynamics, SaddlePoint<Real, n, m>& saddle)
      : dynamics_(dynamics),
        saddle_(saddle),
        metric_(dynamics),
        n_(dynamics.coordinates()),
        m_(dynamics.constraints()) {}

  /// Replaces v. False if the constraint is not reached, or if no minimum is found.
  bool operator()(Real t, const Q& q, Q& v) {
    constexpr int most_iterations = 50;
    const Q wanted = v;
    if (!metric_.compute(t, q, v) || !saddle_.project(t, q, v)) return false;
    Real last = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < most_iterations; ++i) {
      move_off(t, q, wanted, v);
      const Real unit = epsilon<Real> * length(v);
      if (length(downhill_) <= unit) return true;
      const Real size = step(t, q, wanted, v);
      if (!(size >= 0)) return false;
      if (size <= unit || (size >= last / 2 && size <= 64 * unit)) return true;  // as SaddlePoint::project()
      last = size;
    }
    return false;
  }

 private:
  Real length(const Q& x) const {
    using std::sqrt;
    return sqrt(metric_.square(x));
  }

  /// Computes K_, the multipliers mu_ with the smallest residual of the first condition, and downhill_, -M^-1 times
  /// this residual: the direction along the constraint in which the distance falls fastest.
  void move_off(Real t, const Q& q, const Q& wanted, const Q& v) {
    dynamics_.constraint(t, q, v, k_, K_);
    Matrix<Real, n, m> X = K_.transpose();
    metric_.solve_in_place(X);
    const Matrix<Real, m, m> S = K_ * X;
    Cholesky<Real, m> factored(m_);
    factored.compute(S);
    mu_ = K_ * (wanted - v);
    factored.solve_in_place(mu_);
    downhill_ = wanted - v - X * mu_;
  }

  /// Moves v by Newton's step, or by downhill_ if the distance does not fall along that step. The step is halved until
  /// the distance has not grown. Returns the length of the step, NaN if there is none. Steps below sqrt(epsilon) |v|
  /// change the square of the distance by no more than rounding, so distances are not compared there.
  Real step(Real t, const Q& q, const Q& wanted, Q& v) {
    using std::sqrt;
    constexpr int most_halvings = 50;
    Q d = newton(t, q, v);
    if (!d.allFinite() || !(inner(d, downhill_) > 0)) d = downhill_;
    const Real distance = length(wanted - v);
    for (int i = 0; i < most_halvings; ++i, d /= 2) {
      Q there = v + d;
      if (!saddle_.project(t, q, there)) continue;
      if (length(d) > sqrt(epsilon<Real>) * length(v) && !(length(wanted - there) <= distance)) continue;
      const Real size = length(there - v);
      v = there;
      return size;
    }
    return std::numeric_limits<Real>::quiet_NaN();
  }

  /// x . M y
  Real inner(const Q& x, const Q& y) const { return (metric_.square(x + y) - metric_.square(x - y)) / 4; }

  Q newton(Real t, const Q& q, const Q& v) {
    MatrixX<Real> A = MatrixX<Real>::Zero(n_ + m_, n_ + m_);
    VectorX<Real> b = VectorX<Real>::Zero(n_ + m_), x(n_ + m_);
    const MatrixX<Real> M = metric_.is_sparse() ? MatrixX<Real>(metric_.sparse()) : MatrixX<Real>(metric_.dense());
    A.topLeftCorner(n_, n_) = M + curvature(t, q, v);
    A.topRightCorner(n_, m_) = K_.transpose();
    A.bottomLeftCorner(m_, n_) = K_;
    b.head(n_) = M * downhill_;
    Lu<Real> factored(n_ + m_);
    factored.compute(A);
    factored.solve(b, x);
    return x.head(n_);
  }

  /// sum_i mu_i k_i,vv, column by column: k_dot depends on a by K a alone, whose derivative by v is that of K.
  MatrixX<Real> curvature(Real t, const Q& q, const Q& v) const {
    RatesLinearisation<Real, n, m> moved(n_, m_), rest(n_, m_);
    const Q zero = Q::Zero(n_);
    dynamics_.linearise_rates(t, q, v, zero, rest);
    MatrixX<Real> C(n_, n_);
    for (Eigen::Index j = 0; j < n_; ++j) {
      Q a = zero;
      a[j] = 1;
      dynamics_.linearise_rates(t, q, v, a, moved);
      C.col(j) = (moved.k_dot_v - rest.k_dot_v).transpose() * mu_;
    }
    return C;
  }

  const Dynamics<Real, n, m>& dynamics_;
  SaddlePoint<Real, n, m>& saddle_;
  MassMetric<Real, n, m> metric_;
  Eigen::Index n_, m_;
  L k_{m_}, mu_{m_};
  Matrix<Real, m, n> K_{m_, n_};
  Q downhill_{n_};
};

}  // namespace nonholo
