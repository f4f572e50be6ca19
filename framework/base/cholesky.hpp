// The Cholesky decomposition without roots of a small matrix,  A = L D L^T  with ones on the diagonal of L (Golub, Van
// Loan 2013, Matrix Computations, section 4.1.2), in plain loops: Eigen's triangular solvers make types of every row of
// every size, and those were a third of what the engines cost to compile.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// Of symmetric positive definite n x n matrices. Nothing allocates after construction.
template <class Real, int n> class Cholesky {
 public:
  /// That of the identity, so that copies never read an unset decomposition.
  explicit Cholesky(Eigen::Index size)
      : factors_(Matrix<Real, n, n>::Identity(size, size)),
        reciprocal_(Vector<Real, n>::Ones(size)) {}

  /// Reads the lower triangle. False when A is not positive definite; what is solved then is not finite.
  bool compute(const Matrix<Real, n, n>& A) {
    factors_ = A;
    const bool positive = decompose();
    if (!positive) reciprocal_.setConstant(std::numeric_limits<Real>::quiet_NaN());
    return positive;
  }

  /// B <- A^-1 B, n x columns.
  template <int columns> void solve_in_place(Matrix<Real, n, columns>& B) const {
    for (Eigen::Index j = 0; j < B.cols(); ++j) solve(B.data() + j * B.rows());
  }

  /// The i-th entry of D: what the rows before leave of A(i, i).
  const Real& pivot(Eigen::Index i) const { return factors_(i, i); }

 private:
  // Neither of the two may be inlined: GCC 12 makes wrong code of the unrolled loops where it then vectorises over the
  // columns of B.

  [[gnu::noinline]] bool decompose() {
    const Eigen::Index size = factors_.rows();
    Real* const a = factors_.data();
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < size; ++k) {
      Real* const a_k = a + k * size;
      if (!(a_k[k] > 0)) return false;
      const Real reciprocal = 1 / a_k[k];
      reciprocal_[k] = reciprocal;
#pragma GCC unroll 8
      for (Eigen::Index j = k + 1; j < size; ++j) {
        Real* const a_j = a + j * size;
        const Real l = a_k[j] * reciprocal;
#pragma GCC unroll 8
        for (Eigen::Index i = j; i < size; ++i) a_j[i] -= l * a_k[i];
        a_k[j] = a_j[k] = l;
      }
    }
    return true;
  }

  [[gnu::noinline]] void solve(Real* x) const {
    const Eigen::Index size = factors_.rows();
    const Real* const l = factors_.data();
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < size; ++k) {
      const Real x_k = x[k];
#pragma GCC unroll 8
      for (Eigen::Index i = k + 1; i < size; ++i) x[i] -= l[k * size + i] * x_k;
    }
#pragma GCC unroll 8
    for (Eigen::Index k = 0; k < size; ++k) x[k] *= reciprocal_[k];
#pragma GCC unroll 8
    for (Eigen::Index k = size - 1; k > 0; --k) {
      const Real x_k = x[k];
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < k; ++i) x[i] -= l[k * size + i] * x_k;
    }
  }

  Matrix<Real, n, n> factors_;  // D on the diagonal, L below it, L^T above it
  Vector<Real, n> reciprocal_;  // of D
};

}  // namespace nonholo
