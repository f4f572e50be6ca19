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

/// Of the factors: their product may overflow.
template <class Real> int Lu<Real>::sign_of_determinant() const {
  int sign = lu_.permutationP().determinant() > 0 ? 1 : -1;
  const MatrixX<Real>& U = lu_.matrixLU();
  for (Eigen::Index i = 0; i < U.rows(); ++i) sign *= (U(i, i) > 0) - (U(i, i) < 0);
  return sign;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class Lu<double>;
#else
template class Lu<long double>;
template class Lu<quad>;
#endif

}  // namespace nonholo
