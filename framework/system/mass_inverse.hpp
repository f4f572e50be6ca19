// p_v^-1 as an explicit matrix. It only steers iterations towards their root, so its round-off does not matter.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// Compiled for the n of the size classes alone, in mass_inverse.cpp.
template <class Real, int n> class MassInverse {
 public:
  /// The inverse of the identity, so that copies never read an unset decomposition.
  /// `diagonal`: of a mass that is, of which no more is kept.
  explicit MassInverse(Eigen::Index size, bool diagonal = false);

  /// False when p_v (n x n) is not positive definite.
  bool compute(const Matrix<Real, n, n>& p_v);
  /// The same from the diagonal of one that has no more.
  bool compute_diagonal(const Vector<Real, n>& diagonal);

  /// Of a mass that is not diagonal.
  const Matrix<Real, n, n>& matrix() const { return inverse_; }
  bool is_diagonal() const { return n == dynamic && reciprocal_.size() > 0; }
  /// Of one that is: the reciprocal of M_ii.
  const Real& reciprocal(Eigen::Index i) const { return reciprocal_[i]; }

  /// Y = p_v^-1 K^T, n x m. In plain loops, for the sake of compile time.
  template <int m> void times_transposed(const Matrix<Real, m, n>& K, Matrix<Real, n, m>& Y) const {
    if (is_diagonal()) {
      for (Eigen::Index j = 0; j < K.rows(); ++j)
        for (Eigen::Index i = 0; i < K.cols(); ++i) Y.coeffRef(i, j) = reciprocal_[i] * K.coeff(j, i);
      return;
    }
    Y.setZero();
    for (Eigen::Index j = 0; j < K.rows(); ++j)
      for (Eigen::Index k = 0; k < K.cols(); ++k) {
        const Real factor = K.coeff(j, k);
        for (Eigen::Index i = 0; i < K.cols(); ++i) Y.coeffRef(i, j) += inverse_.coeff(i, k) * factor;
      }
  }

 private:
  Cholesky<Real, n> cholesky_;
  Matrix<Real, n, n> inverse_;
  VectorX<Real> reciprocal_;  // where it is diagonal
};

}  // namespace nonholo
