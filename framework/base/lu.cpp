// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/lu.hpp>

#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real> Lu<Real>::Lu(Eigen::Index size) : lu_(size) {}

template <class Real> void Lu<Real>::compute(const MatrixX<Real>& A) { lu_.compute(A); }

template <class Real> void Lu<Real>::solve(const VectorX<Real>& b, VectorX<Real>& x) const {
  x.noalias() = lu_.solve(b);
}

/// Of the factors: their product may overflow. That of the permutation by its inversions, for Eigen's allocates.
template <class Real> int Lu<Real>::sign_of_determinant() const {
  const auto& place = lu_.permutationP().indices();
  const MatrixX<Real>& U = lu_.matrixLU();
  int sign = 1;
  for (Eigen::Index i = 0; i < U.rows(); ++i) {
    sign *= (U(i, i) > 0) - (U(i, i) < 0);
    for (Eigen::Index j = 0; j < i; ++j)
      if (place[j] > place[i]) sign = -sign;
  }
  return sign;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class Lu<double>;
#else
template class Lu<quad>;
#endif

}  // namespace nonholo
