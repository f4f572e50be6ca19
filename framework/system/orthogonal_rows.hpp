// The rows of K made orthogonal in the metric p_v^-1, one after the other:
//
//   K^T = Y R,   Y^T p_v^-1 Y = D diagonal,   R upper triangular with ones on its diagonal,
//
// the QR decomposition of p_v^-1/2 K^T without its square roots. R^T D R is the Cholesky decomposition of K p_v^-1 K^T,
// but that product is never formed: between rows at a small angle its smallest eigenvalue is the square of the angle,
// and round-off in it makes errors of epsilon / angle^2. Made from the rows themselves they are epsilon / angle.
// Gram and Schmidt's process, each row twice (Bjorck 1996, Numerical Methods for Least Squares Problems, 2.4).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real, int n, int m> class OrthogonalRows {
 public:
  OrthogonalRows(Eigen::Index rows, Eigen::Index columns)
      : Y_(columns, rows),
        U_(Matrix<Real, n, m>::Zero(columns, rows)),
        R_(Matrix<Real, m, m>::Identity(rows, rows)),
        D_(Vector<Real, m>::Ones(rows)),
        square_(D_),
        y_(columns) {}

  /// Of the first `rows` of K; the others count as no rows at all. False where a row is a combination of the rows
  /// before up to rounding of K p_v^-1 K^T, which most engines solve with, or a number is not finite.
  template <class Metric> bool compute(const Matrix<Real, m, n>& K, const Metric& metric, Eigen::Index rows) {
    U_.setZero();
    R_.setIdentity();
    D_.setOnes();
    bool independent = true;
    for (Eigen::Index j = 0; j < rows; ++j) {
      y_ = K.row(j).transpose();
      square_[j] = 0;
      take_out_rows_before(j);
      take_out_rows_before(j);
      Y_.col(j) = y_;
      metric.solve_in_place(y_);
      U_.col(j) = y_;
      D_[j] = Y_.col(j).dot(y_);
      square_[j] += D_[j];
      for (Eigen::Index i = 0; i < j; ++i) square_[j] += R_(i, j) * R_(i, j) * D_[i];
      independent = independent && D_[j] > 16 * epsilon<Real> * square_[j];
    }
    return independent;
  }

  /// r <- s with K p_v^-1 Y s = r: the velocities U s = p_v^-1 Y s change K v by r.
  void reach(Vector<Real, m>& r) const {
    for (Eigen::Index j = 0; j < r.size(); ++j) {
      for (Eigen::Index i = 0; i < j; ++i) r[j] -= R_(i, j) * r[i];
    }
    for (Eigen::Index j = 0; j < r.size(); ++j) r[j] *= 1 / D_[j];
  }

  /// s <- lambda with K^T lambda = Y s.
  void combine(Vector<Real, m>& s) const {
    for (Eigen::Index j = s.size() - 1; j >= 0; --j)
      for (Eigen::Index k = j + 1; k < s.size(); ++k) s[j] -= R_(j, k) * s[k];
  }

  const Matrix<Real, n, m>& velocities() const { return U_; }  ///< U = p_v^-1 Y, n x m
  /// What is left of the square of the i-th row, and all of it, in the metric.
  const Real& left(Eigen::Index i) const { return D_[i]; }
  const Real& square(Eigen::Index i) const { return square_[i]; }

 private:
  void take_out_rows_before(Eigen::Index j) {
    for (Eigen::Index i = 0; i < j; ++i) {
      const Real part = U_.col(i).dot(y_) / D_[i];
      y_ -= part * Y_.col(i);
      R_(i, j) += part;
    }
  }

  Matrix<Real, n, m> Y_, U_;
  Matrix<Real, m, m> R_;
  Vector<Real, m> D_, square_;
  Vector<Real, n> y_;
};

}  // namespace nonholo
