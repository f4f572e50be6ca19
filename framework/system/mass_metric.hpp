// The mass metric at one point: M x, M^-1 x and the entries on the diagonal. Where sizes are known at run time only and
// the mass is constant and diagonal it stays so: systems of 10^5 coordinates have no room for n x n numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/faces/dynamics.hpp>

#include <limits>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real, int n, int m> class MassMetric {
  using Q = Vector<Real, n>;

 public:
  explicit MassMetric(const Dynamics<Real, n, m>& dynamics)
      : dynamics_(dynamics),
        diagonal_(n == dynamic && dynamics.traits().diagonal_mass),
        p_v_(dense_size(), dense_size()),
        cholesky_(dense_size()),
        d_(diagonal_ ? dynamics.coordinates() : 0) {}

  /// Whether dense() is empty.
  bool is_diagonal() const { return diagonal_; }

  /// Of the mass at (t, q, v). False when it is not positive definite; what is solved then is not finite.
  bool compute(Real t, const Q& q, const Q& v) {
    if (diagonal_) return compute_diagonal(t, q);
    dynamics_.mass(t, q, v, p_v_);
    return cholesky_.compute(p_v_);
  }

  /// Of a mass that is at hand, unless it is diagonal.
  bool compute(const Matrix<Real, n, n>& p_v) {
    p_v_ = p_v;
    return cholesky_.compute(p_v_);
  }

  /// X <- M^-1 X.
  template <int columns> void solve_in_place(Matrix<Real, n, columns>& X) const {
    if (!diagonal_) return cholesky_.solve_in_place(X);
    for (Eigen::Index j = 0; j < X.cols(); ++j)
      for (Eigen::Index i = 0; i < X.rows(); ++i) X(i, j) /= d_[i];
  }

  /// x . M x
  Real square(const Q& x) const {
    if (!diagonal_) return x.dot(p_v_ * x);
    Real sum = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) sum += d_[i] * x[i] * x[i];
    return sum;
  }

  Real entry(Eigen::Index i) const { return diagonal_ ? d_[i] : p_v_(i, i); }  ///< M_ii

  const Matrix<Real, n, n>& dense() const { return p_v_; }
  const VectorX<Real>& diagonal() const { return d_; }

 private:
  bool compute_diagonal(Real t, const Q& q) {
    if constexpr (n == dynamic) dynamics_.diagonal_mass(t, q, d_);
    bool positive = true;
    for (Eigen::Index i = 0; i < d_.size(); ++i) positive = positive && d_[i] > 0;
    if (!positive) d_.setConstant(std::numeric_limits<Real>::quiet_NaN());
    return positive;
  }

  Eigen::Index dense_size() const { return diagonal_ ? 0 : dynamics_.coordinates(); }

  const Dynamics<Real, n, m>& dynamics_;
  bool diagonal_;
  Matrix<Real, n, n> p_v_;
  Cholesky<Real, n> cholesky_;
  VectorX<Real> d_;  // where it is diagonal
};

}  // namespace nonholo
