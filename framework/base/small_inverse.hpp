// The inverse of a small square matrix whose size is known when it is compiled, in plain loops: Gauss and Jordan's
// elimination with partial pivoting (Golub, Van Loan 2013, Matrix Computations, section 3.4). For the matrices of
// iterations that correct its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

}  // namespace nonholo
