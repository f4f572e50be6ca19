// Matrices of a few 80-digit numbers: products and Gaussian elimination with complete pivoting, compiled once. Eigen's
// blocked kernels and decompositions took most of the time that every source with exact tableaus is compiled in.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/exact_tableau.hpp>

namespace nonholo {

MatrixX<Exact> product(const MatrixX<Exact>& A, const MatrixX<Exact>& B);
VectorX<Exact> product(const MatrixX<Exact>& A, const VectorX<Exact>& x);

/// A^-1 B for a square A that is not singular.
MatrixX<Exact> solve(const MatrixX<Exact>& A, const MatrixX<Exact>& B);

MatrixX<Exact> inverse(const MatrixX<Exact>& A);

Exact determinant(const MatrixX<Exact>& A);

/// The number of pivots above threshold times the largest one.
int rank(const MatrixX<Exact>& A, double threshold);

}  // namespace nonholo
