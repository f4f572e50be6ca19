// The inverses of four small matrices, one in each lane of a pack (pack.hpp): Gauss and Jordan's elimination (Golub,
// Van Loan 2013, Matrix Computations, section 3.4) of symmetric positive definite ones, which need no pivots. For the
// matrices of iterations that correct its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/pack.hpp>

namespace nonholo {

/// A = M^-1, n x n. False, with anything in A, unless all four are positive definite.
template <int n> bool invert_positive_definite(const Matrix<Pack, n, n>& M, Matrix<Pack, n, n>& A) {
  Pack least(1);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Matrix<Pack, n, n>& from = k == 0 ? M : A;  // a copy would take as long as a step of the elimination
    least = Pack::least(least, from(k, k));           // which is what stays where it is no number
    const Pack reciprocal = 1 / from(k, k);
    for (Eigen::Index j = 0; j < n; ++j) A(k, j) = j == k ? reciprocal : from(k, j) * reciprocal;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const Pack factor = from(i, k);
      for (Eigen::Index j = 0; j < n; ++j) A(i, j) = (j == k ? Pack(0) : from(i, j)) - factor * A(k, j);
    }
  }
  return least.all_positive();
}

}  // namespace nonholo
