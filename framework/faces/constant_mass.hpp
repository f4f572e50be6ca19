// A constant mass and its inverse, for code that is compiled with the problem.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/sparse_cholesky.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>

#include <Eigen/LU>

#include <type_traits>
#include <vector>

namespace nonholo::system {

/// Adds to `moved` all coordinates that M^-1 couples to it: those connected to it by nonzero entries of M.
template <class M, int n> void add_coupled(const M& mass, Vector<bool, n>& moved) {
  std::vector<Eigen::Index> next;
  for (Eigen::Index i = 0; i < moved.size(); ++i)
    if (moved[i]) next.push_back(i);
  const auto visit = [&](Eigen::Index i, double x) {
    if (x == 0 || moved[i]) return;
    moved[i] = true;
    next.push_back(i);
  };
  while (!next.empty()) {
    const Eigen::Index j = next.back();
    next.pop_back();
    if constexpr (std::is_base_of_v<Eigen::SparseMatrixBase<M>, M>)
      for (typename M::InnerIterator it(mass, j); it; ++it) visit(it.index(), static_cast<double>(it.value()));
    else
      for (Eigen::Index i = 0; i < moved.size(); ++i) visit(i, static_cast<double>(mass(i, j)));
  }
}

/// Keeps the reciprocals of a diagonal mass, and the decomposition of a sparse mass of dynamic size. An object holds
/// scratch: use one for each thread.
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

  /// Adds to `moved` all coordinates that a force on `moved` accelerates.
  void add_moved(Vector<bool, n>& moved) const {
    if constexpr (sparse) add_coupled(mass_, moved);
    else if constexpr (!diagonal) add_coupled(Matrix<Real, n, n>(mass_), moved);
  }

  /// x . M x
  Real square(const Vector<Real, n>& x) const { return dot(x, product(mass_, x)); }

  /// y = M^-1 x.
  [[gnu::always_inline]] void solve(const Vector<Real, n>& x, Vector<Real, n>& y) const {
    if constexpr (diagonal) {
      const Eigen::Index size = x.size();
#pragma GCC unroll 8
      for (Eigen::Index i = 0; i < size; ++i) y[i] = scaled(inverse_[i], x[i]);
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
        for (Eigen::Index i = 0; i < size; ++i) Y(i, j) = scaled(inverse_[i], A(j, i));
    } else if constexpr (sparse) {
      Y = A.transpose();
      inverse_.solve_in_place(Y);
    } else {
      Y.noalias() = inverse_ * A.transpose();
    }
  }

 private:
  [[gnu::always_inline]] static Real scaled(const Real& factor, const Real& x) {
    return nonholo::detail::known_zero(x) ? Real(0) : factor * x;
  }

  MassOf<P, Real> mass_;
  Inverse inverse_;
};

}  // namespace nonholo::system
