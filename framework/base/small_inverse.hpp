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

/// A = M^-1, n x n, column by column; those of A are so far apart. False, with anything in A, unless all four are
/// positive definite.
template <int n, int apart = n> bool invert_positive_definite(const Pack* M, Pack* A) {
  Pack least(1);
  for (int k = 0; k < n; ++k) {
    const Pack* columns = k == 0 ? M : A;  // a copy would take as long as a step of the elimination
    const int columns_apart = k == 0 ? n : apart;
    const auto from = [columns, columns_apart](int i, int j) { return columns[i + j * columns_apart]; };
    const auto to = [A](int i, int j) -> Pack& { return A[i + j * apart]; };
    least = Pack::least(least, from(k, k));  // which is what stays where it is no number
    const Pack reciprocal = 1 / from(k, k);
    for (int j = 0; j < n; ++j) to(k, j) = j == k ? reciprocal : from(k, j) * reciprocal;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const Pack factor = from(i, k);
      for (int j = 0; j < n; ++j) to(i, j) = (j == k ? Pack(0) : from(i, j)) - factor * to(k, j);
    }
  }
  return least.all_positive();
}

}  // namespace nonholo
