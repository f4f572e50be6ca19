// The inverse of a small symmetric positive definite matrix whose size is known when it is compiled, and of four, one
// in each lane of a pack (pack.hpp): Gauss and Jordan's elimination without pivots (Golub, Van Loan 2013, Matrix
// Computations, section 3.4). For the matrices of iterations that correct its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/pack.hpp>
#include <nonholo/framework/base/small_product.hpp>

#include <array>

namespace nonholo {

/// A <- A^-1, N x N, one alone, whose columns take taken_by(N) numbers each (small_product.hpp): they stay in
/// registers. False, with anything in A, unless it is positive definite.
template <int N> [[gnu::always_inline]] inline bool invert_positive_definite(double* A) {
  constexpr Eigen::Index apart = taken_by(N);
  std::array<detail::Column<N>, N> column;
  bool positive = true;
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) column[j].add(1, A + j * apart);
#pragma GCC unroll 8
  for (int k = 0; k < N; ++k) {
    const double pivot = column[k].get(k);
    positive = positive && pivot > 0;
    column[k].put(k, 1);
    column[k].scale(1 / pivot);
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) {
      if (j == k) continue;
      const double factor = column[j].get(k);
      column[j].put(k, 0);
      column[j].add(-factor, column[k]);
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) column[j].store(nullptr, 1, A + j * apart);
  return positive;
}

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
