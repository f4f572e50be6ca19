// The Cholesky decomposition without roots of a small matrix,  A = L D L^T  with ones on the diagonal of L (Golub, Van
// Loan 2013, Matrix Computations, section 4.1.2), in plain loops: Eigen's triangular solvers make types of every row of
// every size, and those were a third of what the engines cost to compile.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

// Their loops are unrolled where the size is known when they are compiled, and inlined.

/// A <- (D on the diagonal, L below it, L^T above it), n x n, by columns; reads the lower triangle. False where A is
/// not positive definite.
template <class Real> bool decompose_ldl(Eigen::Index n, Real* __restrict a, Real* __restrict reciprocal_of_D) {
  bool positive = true;  // no way out of the middle, with which GCC would not unroll
#pragma GCC unroll 8
  for (Eigen::Index k = 0; k < n; ++k) {
    Real* const a_k = a + k * n;
    positive = a_k[k] > 0 && positive;
    const Real reciprocal = 1 / a_k[k];
    reciprocal_of_D[k] = reciprocal;
#pragma GCC unroll 8
    for (Eigen::Index j = k + 1; j < n; ++j) {
      Real* const a_j = a + j * n;
      const Real l = a_k[j] * reciprocal;
#pragma GCC unroll 8
      for (Eigen::Index i = j; i < n; ++i) a_j[i] -= l * a_k[i];
      a_k[j] = a_j[k] = l;
    }
  }
  return positive;
}

/// x <- A^-1 x.
template <class Real>
void solve_ldl(Eigen::Index n, const Real* __restrict l, const Real* __restrict reciprocal_of_D, Real* __restrict x) {
#pragma GCC unroll 8
  for (Eigen::Index k = 0; k < n; ++k) {
    const Real x_k = x[k];
#pragma GCC unroll 8
    for (Eigen::Index i = k + 1; i < n; ++i) x[i] -= l[k * n + i] * x_k;
  }
#pragma GCC unroll 8
  for (Eigen::Index k = 0; k < n; ++k) x[k] *= reciprocal_of_D[k];
#pragma GCC unroll 8
  for (Eigen::Index k = n - 1; k > 0; --k) {
    const Real x_k = x[k];
#pragma GCC unroll 8
    for (Eigen::Index i = 0; i < k; ++i) x[i] -= l[k * n + i] * x_k;
  }
}

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
  [[gnu::noinline]] bool decompose() { return decompose_ldl(factors_.rows(), factors_.data(), reciprocal_.data()); }
  [[gnu::noinline]] void solve(Real* x) const { solve_ldl(factors_.rows(), factors_.data(), reciprocal_.data(), x); }

  Matrix<Real, n, n> factors_;  // D on the diagonal, L below it, L^T above it
  Vector<Real, n> reciprocal_;  // of D
};

}  // namespace nonholo
