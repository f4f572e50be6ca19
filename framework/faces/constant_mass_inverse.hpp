// The inverse of a mass that does not depend on q, for what is compiled with the problem.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics_of.hpp>

#include <Eigen/LU>

#include <type_traits>

namespace nonholo::system {

/// M^-1 of a constant mass: its diagonal where the problem returns one.
template <class P, class Real> class ConstantMassInverse {
  static constexpr int n = P::n;
  static constexpr bool diagonal = constant_diagonal_mass<P, Real>();

 public:
  ConstantMassInverse(const P& problem, const Vector<Real, n>& q) {
    const auto M = mass_matrix(problem, Real(0), q);
    if constexpr (diagonal) inverse_ = M.diagonal().cwiseInverse();
    else inverse_ = Matrix<Real, n, n>(M).inverse();
  }

  [[gnu::always_inline]] void times(const Vector<Real, n>& x, Vector<Real, n>& y) const {
    if constexpr (diagonal) {
#pragma GCC unroll 8
      for (int i = 0; i < n; ++i) y[i] = inverse_[i] * x[i];
    } else {
      y.noalias() = inverse_ * x;
    }
  }

  /// Y = M^-1 A^T.
  template <int m>
  [[gnu::always_inline]] void times_transposed(const Matrix<Real, m, n>& A, Matrix<Real, n, m>& Y) const {
    if constexpr (diagonal) {
#pragma GCC unroll 8
      for (int j = 0; j < m; ++j)
#pragma GCC unroll 8
        for (int i = 0; i < n; ++i) Y(i, j) = inverse_[i] * A(j, i);
    } else {
      Y.noalias() = inverse_ * A.transpose();
    }
  }

 private:
  std::conditional_t<diagonal, Vector<Real, n>, Matrix<Real, n, n>> inverse_;
};

}  // namespace nonholo::system
