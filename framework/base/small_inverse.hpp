// The inverse of a small square matrix whose size is known when it is compiled, in plain loops: Gauss and Jordan's
// elimination, with partial pivoting unless the matrix is symmetric and positive definite (Golub, Van Loan 2013, Matrix
// Computations, section 3.4). For the matrices of iterations that correct its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_product.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nonholo {

/// A <- A^-1, N x N; not finite where A is singular. By columns or by rows: the inverse of A^T is that of A transposed.
template <int N, class Real> void invert_in_place(Real* __restrict A) {
  using std::abs;
  std::array<int, N> exchanged;
  for (int k = 0; k < N; ++k) {
    Real* const row = A + k * N;
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (abs(A[i * N + k]) > abs(A[pivot * N + k])) pivot = i;
    exchanged[static_cast<std::size_t>(k)] = pivot;
    if (pivot != k) std::swap_ranges(row, row + N, A + pivot * N);
    const Real reciprocal = 1 / row[k];
    std::array<Real, N> scaled;
    for (int j = 0; j < N; ++j) scaled[static_cast<std::size_t>(j)] = (j == k ? Real(1) : row[j]) * reciprocal;
    for (int i = 0; i < N; ++i) {
      Real* const other = A + i * N;
      const Real factor = other[k];
      if (i == k) continue;
      for (int j = 0; j < N; ++j)
        other[j] = (j == k ? Real(0) : other[j]) - factor * scaled[static_cast<std::size_t>(j)];
    }
    std::ranges::copy(scaled, row);
  }
  for (int k = N - 1; k >= 0; --k)  // rows exchanged there are columns here, in reverse
    if (const int pivot = exchanged[static_cast<std::size_t>(k)]; pivot != k)
      for (int i = 0; i < N; ++i) std::swap(A[i * N + k], A[i * N + pivot]);
}

/// The same of a symmetric A whose columns take taken_by(N) numbers each (small_product.hpp): they stay in registers.
/// False, with anything in A, unless it is positive definite.
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

}  // namespace nonholo
