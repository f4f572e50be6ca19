// The mass metric at one point: x . M x, M^-1 x and the entries on the diagonal. If the mass is constant and sparse,
// and sizes are known only at run time, it is stored as a sparse matrix. Systems of 10^5 coordinates have no room for
// n x n numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/products.hpp>
#include <nonholo/framework/base/sparse_cholesky.hpp>
#include <nonholo/framework/faces/dynamics.hpp>

namespace nonholo {

/// Holds scratch: use one for each thread. Nothing allocates after construction; for a sparse mass, after the first
/// compute().
template <class Real, int n, int m> class MassMetric {
  using Q = Vector<Real, n>;

 public:
  explicit MassMetric(const Dynamics<Real, n, m>& dynamics)
      : dynamics_(dynamics),
        sparse_(n == dynamic && dynamics.traits().sparse_mass),
        p_v_(dense_size(), dense_size()),
        cholesky_(dense_size()) {}

  /// Whether dense() is empty.
  bool is_sparse() const { return sparse_; }

  /// Decomposes the mass at (t, q, v). False if it is not positive definite; results of solve_in_place() are then not
  /// finite.
  bool compute(Real t, const Q& q, const Q& v) {
    if (sparse_) return compute_sparse(t, q);
    dynamics_.mass(t, q, v, p_v_);
    return cholesky_.compute(p_v_);
  }

  /// Decomposes the given mass. Not for a sparse mass.
  bool compute(const Matrix<Real, n, n>& p_v) {
    p_v_ = p_v;
    return cholesky_.compute(p_v_);
  }

  /// X <- M^-1 X.
  template <int columns> void solve_in_place(Matrix<Real, n, columns>& X) const {
    if (sparse_) sparse_cholesky_.solve_in_place(X);
    else cholesky_.solve_in_place(X);
  }

  /// x . M x
  Real square(const Q& x) const { return sparse_ ? quadratic_form(M_, x) : Real(x.dot(p_v_ * x)); }

  Real entry(Eigen::Index i) const { return sparse_ ? diagonal_[i] : p_v_(i, i); }  ///< M_ii

  /// Pivot i of the decomposition of M. The pivots of a sparse mass have another order than its coordinates.
  Real pivot(Eigen::Index i) const {
    return sparse_ ? sparse_cholesky_.pivots()[static_cast<std::size_t>(i)] : cholesky_.pivot(i);
  }
  /// Whether M is symmetric to the last bit.
  bool is_symmetric() const {
    if (sparse_) return Sparse<Real>(M_ - Sparse<Real>(M_.transpose())).coeffs().isZero(0);
    for (Eigen::Index i = 0; i < p_v_.rows(); ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        if (p_v_(i, j) != p_v_(j, i)) return false;
    return true;
  }

  const Matrix<Real, n, n>& dense() const { return p_v_; }
  const Sparse<Real>& sparse() const { return M_; }

 private:
  /// A sparse mass is constant, so it is decomposed once.
  bool compute_sparse(Real t, const Q& q) {
    if (M_.rows() == 0) {
      M_ = dynamics_.sparse_mass(t, q);
      diagonal_ = M_.diagonal();
      positive_ = sparse_cholesky_.compute(M_);
    }
    return positive_;
  }

  Eigen::Index dense_size() const { return sparse_ ? 0 : dynamics_.coordinates(); }

  const Dynamics<Real, n, m>& dynamics_;
  bool sparse_, positive_ = false;
  Matrix<Real, n, n> p_v_;
  Cholesky<Real, n> cholesky_;
  // for a sparse mass
  Sparse<Real> M_;
  SparseCholesky<Real> sparse_cholesky_;
  VectorX<Real> diagonal_;
};

}  // namespace nonholo
