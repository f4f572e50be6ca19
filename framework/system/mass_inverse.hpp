// p_v^-1 as an explicit matrix, or of a sparse mass by its decomposition. It only steers iterations towards their root,
// so its round-off does not matter.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/sparse_cholesky.hpp>

namespace nonholo {

/// Compiled for the n of the size classes alone, in mass_inverse.cpp.
template <class Real, int n> class MassInverse {
 public:
  /// The inverse of the identity, so that copies never read an unset decomposition.
  /// `sparse`: of a mass that is, in the dynamic class; computed before it is used.
  explicit MassInverse(Eigen::Index size, bool sparse = false);

  /// False when p_v (n x n) is not positive definite.
  bool compute(const Matrix<Real, n, n>& p_v);
  bool compute(const Sparse<Real>& p_v) { return sparse_cholesky_.compute(p_v); }

  /// Of a mass that is not sparse.
  const Matrix<Real, n, n>& matrix() const { return inverse_; }
  bool is_sparse() const { return n == dynamic && sparse_; }
  /// Of one that is: x <- p_v^-1 x, n numbers.
  void solve(Real* x) const { sparse_cholesky_.solve(x); }

  /// Y = p_v^-1 K^T, n x m. In plain loops, for the sake of compile time.
  template <int m> void times_transposed(const Matrix<Real, m, n>& K, Matrix<Real, n, m>& Y) const {
    if (is_sparse()) {
      for (Eigen::Index j = 0; j < K.rows(); ++j)
        for (Eigen::Index i = 0; i < K.cols(); ++i) Y.coeffRef(i, j) = K.coeff(j, i);
      return sparse_cholesky_.solve_in_place(Y);
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
  bool sparse_;
  SparseCholesky<Real> sparse_cholesky_;
};

}  // namespace nonholo
