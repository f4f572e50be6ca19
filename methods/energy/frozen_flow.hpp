// The linear equations of a step's simplified Newton iteration for zeta' = Pi grad H,
//
//   (1 - h A x L) dx = -F,     L = d(Pi grad H)/dzeta, N x N;  A the s x s matrix of the stages
//
// by the series 1 + h A x L + (h A x L)^2 + ..., a few products of L where h L is small, and by the LU decomposition
// where it is not. L may be some steps old: it does not hold h.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/methods/energy/short_loops.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

template <class Real> class FrozenFlow {
 public:
  /// A: s x s.
  FrozenFlow(Eigen::Index N, const MatrixX<Real>& A)
      : N_(N),
        A_(A),
        L_(MatrixX<Real>::Zero(N, N)),
        J_(N * A.rows(), N * A.rows()),
        lu_(N * A.rows()),
        Ly_(N * A.rows()),
        y_(N * A.rows()),
        next_(N * A.rows()) {}

  /// L, to be written from time to time, and freshen() called.
  MatrixX<Real>& L() { return L_; }
  void freshen() {
    if (!L_.allFinite()) L_.setZero();
    decomposed_for_ = 0;
  }

  /// dx from F; `weight` tells which part of it counts how much.
  void solve(const Real& h, const VectorX<Real>& weight, const VectorX<Real>& F, VectorX<Real>& dx) {
    if (decomposed_for_ == h || !by_series(h, weight, F)) by_decomposition(h, F);
    dx = -y_;
  }

 private:
  static constexpr int most_terms = 8;
  /// What is left out: no more than what L, being old, is wrong by.
  static constexpr double left_out = 5e-3;

  bool by_series(const Real& h, const VectorX<Real>& weight, const VectorX<Real>& F) {
    bool settled = false;
    with_size<Real>(N_, [&](auto N) { settled = series(N, h, weight.data(), F.data()); });
    return settled;
  }

  template <class Size> bool series(Size N, const Real& h, const Real* weight, const Real* F) {
    using std::abs;
    const Eigen::Index size = N * A_.rows();
    Real *const y = y_.data(), *const next = next_.data();
    Real largest = 0;
    for (Eigen::Index i = 0; i < size; ++i) {
      y[i] = F[i];
      largest = std::max<Real>(largest, abs(F[i]) * weight[i]);
    }
    for (int term = 0; term < most_terms; ++term) {
      apply(N, h, F);
      Real change = 0;
      for (Eigen::Index i = 0; i < size; ++i) {
        change = std::max<Real>(change, abs(next[i] - y[i]) * weight[i]);
        y[i] = next[i];
      }
      if (change <= Real(left_out) * largest) return true;
    }
    return false;
  }

  /// next_ = F + h A x L y
  template <class Size> void apply(Size N, const Real& h, const Real* F) {
    const Eigen::Index s = A_.rows();
    for (Eigen::Index i = 0; i < s; ++i) {
      Real* const sum = Ly_.data() + i * N;
      const Real* const y = y_.data() + i * N;
      for (Eigen::Index j = 0; j < N; ++j) sum[j] = 0;
      for (Eigen::Index k = 0; k < N; ++k) add_multiple<Real>(N, h * y[k], L_.data() + k * N, sum);
    }
    for (Eigen::Index i = 0; i < s; ++i) {
      Real* const sum = next_.data() + i * N;
      for (Eigen::Index j = 0; j < N; ++j) sum[j] = F[i * N + j];
      for (Eigen::Index j = 0; j < s; ++j) add_multiple<Real>(N, A_(i, j), Ly_.data() + j * N, sum);
    }
  }

  void by_decomposition(const Real& h, const VectorX<Real>& F) {
    if (decomposed_for_ != h) {
      for (Eigen::Index i = 0; i < A_.rows(); ++i)
        for (Eigen::Index j = 0; j < A_.cols(); ++j) J_.block(i * N_, j * N_, N_, N_) = (-h * A_(i, j)) * L_;
      J_.diagonal().array() += Real(1);
      lu_.compute(J_);
      decomposed_for_ = h;
    }
    lu_.solve(F, y_);
  }

  Eigen::Index N_;
  MatrixX<Real> A_, L_, J_;
  Lu<Real> lu_;
  Real decomposed_for_ = 0;  // the h of lu_
  VectorX<Real> Ly_, y_, next_;
};

}  // namespace nonholo
