// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/mass_inverse.hpp>

#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real, int n> MassInverse<Real, n>::MassInverse(Eigen::Index size, bool sparse)
    : cholesky_(sparse && n == dynamic ? 0 : size),
      inverse_(sparse && n == dynamic ? Matrix<Real, n, n>() : Matrix<Real, n, n>::Identity(size, size)),
      sparse_(sparse) {}

template <class Real, int n> bool MassInverse<Real, n>::compute(const Matrix<Real, n, n>& p_v) {
  const bool positive = cholesky_.compute(p_v);
  inverse_.setIdentity();
  cholesky_.solve_in_place(inverse_);
  return positive;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class MassInverse<double, dynamic>;
template class MassInverse<double, 3>;
template class MassInverse<double, 4>;
template class MassInverse<double, 7>;
#else
template class MassInverse<quad, dynamic>;
#endif

}  // namespace nonholo
