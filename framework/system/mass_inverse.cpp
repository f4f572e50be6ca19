// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/mass_inverse.hpp>

#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real, int n> MassInverse<Real, n>::MassInverse(Eigen::Index size)
    : cholesky_(Matrix<Real, n, n>::Identity(size, size)),
      inverse_(Matrix<Real, n, n>::Identity(size, size)) {}

template <class Real, int n> bool MassInverse<Real, n>::compute(const Matrix<Real, n, n>& p_v) {
  cholesky_.compute(p_v);
  inverse_.setIdentity();
  cholesky_.solveInPlace(inverse_);
  return cholesky_.info() == Eigen::Success;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class MassInverse<double, dynamic>;
template class MassInverse<double, 3>;
template class MassInverse<double, 4>;
template class MassInverse<double, 7>;
#else
template class MassInverse<long double, dynamic>;
template class MassInverse<quad, dynamic>;
#endif

}  // namespace nonholo
