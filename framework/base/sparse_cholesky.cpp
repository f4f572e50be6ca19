// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/sparse_cholesky.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

/// Of its lower triangle.
template <class Real> bool has_diagonal_alone(const Sparse<Real>& A) {
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    for (typename Sparse<Real>::InnerIterator entry(A, j); entry; ++entry)
      if (entry.row() > j && entry.value() != 0) return false;
  return true;
}

}  // namespace

template <class Real> bool SparseCholesky<Real>::compute(const Sparse<Real>& A) {
  const Real not_a_number = std::numeric_limits<Real>::quiet_NaN();  // what is solved where nothing can be
  place_.clear();
  begin_.clear();
  row_.clear();
  entry_.clear();
  if (has_diagonal_alone(A)) {
    const VectorX<Real> diagonal = A.diagonal();
    pivots_.assign(diagonal.begin(), diagonal.end());
  } else {
    const Eigen::SimplicialLDLT<Sparse<Real>, Eigen::Lower> of(A);
    if (of.info() != Eigen::Success) {
      pivots_.assign(1, Real(0));
      reciprocal_.assign(static_cast<std::size_t>(A.rows()), not_a_number);
      return false;
    }
    const auto& L = of.matrixL().nestedExpression();
    place_.assign(of.permutationP().indices().begin(), of.permutationP().indices().end());
    begin_.assign(L.outerIndexPtr(), L.outerIndexPtr() + L.outerSize() + 1);
    row_.assign(L.innerIndexPtr(), L.innerIndexPtr() + L.nonZeros());
    entry_.assign(L.valuePtr(), L.valuePtr() + L.nonZeros());
    const VectorX<Real> D = of.vectorD();
    pivots_.assign(D.begin(), D.end());
    scratch_.resize(pivots_.size());
  }
  reciprocal_.resize(pivots_.size());
  std::ranges::transform(pivots_, reciprocal_.begin(), [](const Real& d) { return Real(1 / d); });
  if (std::ranges::all_of(pivots_, [](const Real& d) { return d > 0; })) return true;
  std::ranges::fill(reciprocal_, not_a_number);
  return false;
}

template <class Real> void SparseCholesky<Real>::solve(Real* x) const {
  const std::size_t n = reciprocal_.size();
  if (diagonal()) {
    for (std::size_t i = 0; i < n; ++i) x[i] *= reciprocal_[i];
    return;
  }
  take_in(x);
  Real* const y = scratch_.data();
  for (std::size_t j = n; j-- > 0;) {
    Real sum = y[j] * reciprocal_[j];
    for (auto k = static_cast<std::size_t>(begin_[j]); k < static_cast<std::size_t>(begin_[j + 1]); ++k)
      sum -= entry_[k] * y[row_[k]];
    y[j] = sum;
  }
  for (std::size_t i = 0; i < n; ++i) x[i] = y[place_[i]];
}

template <class Real> void SparseCholesky<Real>::solve_half(Real* x) const {
  using std::sqrt;
  const std::size_t n = reciprocal_.size();
  const Real* y = x;
  if (!diagonal()) {
    take_in(x);
    y = scratch_.data();
  }
  for (std::size_t i = 0; i < n; ++i) x[i] = y[i] * sqrt(reciprocal_[i]);
}

template <class Real> void SparseCholesky<Real>::take_in(const Real* x) const {
  const std::size_t n = reciprocal_.size();
  Real* const y = scratch_.data();
  for (std::size_t i = 0; i < n; ++i) y[place_[i]] = x[i];
  for (std::size_t j = 0; j < n; ++j)
    for (auto k = static_cast<std::size_t>(begin_[j]); k < static_cast<std::size_t>(begin_[j + 1]); ++k)
      y[row_[k]] -= entry_[k] * y[j];
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class SparseCholesky<double>;
#else
template class SparseCholesky<quad>;
#endif

}  // namespace nonholo
