// A mass that does not depend on q, and its inverse, for what is compiled with the problem.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/sparse_cholesky.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>

#include <Eigen/LU>

#include <type_traits>

namespace nonholo::system {

/// Of a diagonal mass reciprocals are kept, of a sparse one of dynamic size its decomposition. Scratch for one thread.
template <class P, class Real> class ConstantMass {
  static constexpr int n = P::n;
  static constexpr bool diagonal = constant_diagonal_mass<P, Real>(),
                        sparse = n == dynamic && !diagonal && constant_sparse_mass<P, Real>();
  using Inverse = std::conditional_t<diagonal, Vector<Real, n>,
                                     std::conditional_t<sparse, SparseCholesky<Real>, Matrix<Real, n, n>>>;

 public:
  ConstantMass(const P& problem, const Vector<Real, n>& q) : mass_(mass_matrix(problem, Real(0), q)) {
    if constexpr (diagonal) inverse_ = mass_.diagonal().cwiseInverse();
    else if constexpr (sparse) inverse_.compute(mass_);
    else inverse_ = Matrix<Real, n, n>(mass_).inverse();
  }

  /// x . M x
  Real square(const Vector<Real, n>& x) const { return dot(x, product(mass_, x)); }

  /// y = M^-1 x.
  [[gnu::always_inline]] void solve(const Vector<Real, n>& x, Vector<Real, n>& y) const {
    if constexpr (diagonal) {
      const Eigen::Index size = x.size();
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) y[i] = inverse_[i] * x[i];
    } else if constexpr (sparse) {
      y = x;
      inverse_.solve(y.data());
    } else {
      y.noalias() = inverse_ * x;
    }
  }

  /// Y = M^-1 A^T.
  template <int m>
  [[gnu::always_inline]] void solve_transposed(const Matrix<Real, m, n>& A, Matrix<Real, n, m>& Y) const {
    if constexpr (diagonal) {
      const Eigen::Index rows = A.rows(), size = A.cols();
#pragma GCC unroll 8
      for (Eigen::Index j = 0; j < rows; ++j)
#pragma GCC unroll 8
        for (Eigen::Index i = 0; i < size; ++i) Y(i, j) = inverse_[i] * A(j, i);
    } else if constexpr (sparse) {
      Y = A.transpose();
      inverse_.solve_in_place(Y);
    } else {
      Y.noalias() = inverse_ * A.transpose();
    }
  }

 private:
  MassOf<P, Real> mass_;
  Inverse inverse_;
};

}  // namespace nonholo::system
