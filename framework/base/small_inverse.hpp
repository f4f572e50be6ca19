// The inverse of a small square matrix whose size is known when it is compiled, in plain loops: Gauss and Jordan's
// elimination with partial pivoting (Golub, Van Loan 2013, Matrix Computations, section 3.4). For the matrices of
// iterations that correct its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <utility>

namespace nonholo {

/// A <- A^-1, N x N by columns; not finite where A is singular.
template <int N, class Real> void invert_in_place(Real* __restrict A) {
  using std::abs;
  std::array<int, N> exchanged;
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (abs(A[i + k * N]) > abs(A[pivot + k * N])) pivot = i;
    exchanged[static_cast<std::size_t>(k)] = pivot;
    if (pivot != k)
      for (int j = 0; j < N; ++j) std::swap(A[k + j * N], A[pivot + j * N]);
    const Real reciprocal = 1 / A[k + k * N];
    A[k + k * N] = 1;
    for (int j = 0; j < N; ++j) A[k + j * N] *= reciprocal;
    for (int i = 0; i < N; ++i) {
      if (i == k) continue;
      const Real factor = A[i + k * N];
      A[i + k * N] = 0;
      for (int j = 0; j < N; ++j) A[i + j * N] -= factor * A[k + j * N];
    }
  }
  for (int k = N - 1; k >= 0; --k)  // rows exchanged there are columns here, in reverse
    if (const int pivot = exchanged[static_cast<std::size_t>(k)]; pivot != k)
      for (int i = 0; i < N; ++i) std::swap(A[i + k * N], A[i + pivot * N]);
}

}  // namespace nonholo
