// Decompositions of matrices in double whose sizes are known at run time, compiled once: for checks and reports, which
// allocate. What a step solves with stands in cholesky.hpp and lu.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// Descending; none of a matrix without rows or columns.
VectorX<double> singular_values(const MatrixX<double>& A);

/// Ascending. A is symmetric: its lower triangle is read.
VectorX<double> eigenvalues(const MatrixX<double>& A);

/// Of length 1, an eigenvector to the smallest eigenvalue of A. A is symmetric: its lower triangle is read.
VectorX<double> lowest_direction(const MatrixX<double>& A);

/// x = A^-1 B by LU decomposition with partial pivoting; not finite when A is singular.
MatrixX<double> solve(const MatrixX<double>& A, const MatrixX<double>& B);

/// B <- L^-1 B with A = L L^T; nothing happens when A is not positive definite.
void solve_half(const MatrixX<double>& A, MatrixX<double>& B);
/// The same with another L for the same A.
void solve_half(const Sparse<double>& A, MatrixX<double>& B);

/// Rows with the span of those of A, which are independent, that are orthonormal.
MatrixX<double> orthonormal_rows(const MatrixX<double>& A);

/// The smallest x among those with the smallest |A x - b|, for every column b of B.
struct LeastSquares {
  MatrixX<double> x;
  VectorX<double> singular_values;  ///< of A, descending
  Eigen::Index rank;                ///< how many of them are above threshold times the largest; the rest counts as zero
};
LeastSquares least_squares(const MatrixX<double>& A, const MatrixX<double>& B, double threshold);

}  // namespace nonholo
