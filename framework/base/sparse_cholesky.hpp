// The Cholesky decomposition without roots of a large symmetric matrix with few entries,  P A P^T = L D L^T,  ordered
// so that L has few entries too (approximate minimum degree: Amestoy, Davis, Duff 1996). Eigen decomposes; solving is
// done here, without the temporary vectors of Eigen's.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <vector>

namespace nonholo {

/// Of positive definite n x n matrices. Scratch for one thread; nothing allocates but compute(). Compiled for double
/// and quad in sparse_cholesky.cpp.
template <class Real> class SparseCholesky {
 public:
  /// Reads the lower triangle. False when A is not positive definite: nothing can be solved then.
  bool compute(const Sparse<Real>& A);

  /// x <- A^-1 x, n numbers.
  void solve(Real* x) const;

  /// B <- A^-1 B, n x columns.
  template <int rows, int columns> void solve_in_place(Matrix<Real, rows, columns>& B) const {
    for (Eigen::Index j = 0; j < B.cols(); ++j) solve(B.data() + j * B.rows());
  }

  /// x <- H^-1 x with A = H H^T, n numbers.
  void solve_half(Real* x) const;

  /// The diagonal of D, in the order of the decomposition: numbers with the signs of A's eigenvalues (Sylvester). Where
  /// one is zero it is the only one here.
  const std::vector<Real>& pivots() const { return pivots_; }

 private:
  void take_in(const Real* x) const;  ///< scratch_ = L^-1 P x
  bool diagonal() const { return row_.empty(); }

  std::vector<int> place_;        // of x_i in the order of the decomposition; that of a diagonal A is x's own
  std::vector<int> begin_, row_;  // of L below its diagonal, column by column
  std::vector<Real> entry_;       // likewise
  std::vector<Real> pivots_, reciprocal_;
  mutable std::vector<Real> scratch_;
};

}  // namespace nonholo
