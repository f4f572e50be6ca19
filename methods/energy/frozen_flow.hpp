// The linear equations of a step's simplified Newton iteration for zeta' = Pi grad H,
//
//   (1 - h A x L) dx = -F,     L = d(Pi grad H)/dzeta, N x N;  A the s x s matrix of the stages
//
// by the series 1 + h A x L + (h A x L)^2 + ... where h L is small, and by the LU decomposition where it is not. For a
// small N the series is summed to the inverse itself once for each L: (A x L)^k is A^k x L^k, products of N x N; else
// vector by vector. L may be some steps old: it does not hold h.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/small_product.hpp>
#include <nonholo/methods/energy/short_loops.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

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
        next_(N * A.rows()),
        unit_(N * A.rows()) {
    A_powers_.resize(most_terms, A.size());
    MatrixX<Real> power = A;
    for (Eigen::Index k = 0; k < most_terms; ++k, power = power * A) A_powers_.row(k) = power.reshaped().transpose();
    if (N <= most_inverted) inverse_.setZero(N * A.rows(), N * A.rows());
  }

  /// L, to be written from time to time, and freshen() called.
  MatrixX<Real>& L() { return L_; }
  void freshen() {
    if (!L_.allFinite()) L_.setZero();
    decomposed_for_ = inverted_for_ = 0;
  }

  /// dx from F; `weight` tells which part of it counts how much.
  void solve(const Real& h, const VectorX<Real>& weight, const VectorX<Real>& F, VectorX<Real>& dx) {
    if (inverted_for_ != h && decomposed_for_ != h) invert(h, weight);
    if (inverted_for_ == h) return multiply(F.data(), dx.data());
    const bool sums_vectors = decomposed_for_ != h && inverse_.size() == 0;
    if (!sums_vectors || !series(N_, h, weight.data(), F.data())) by_decomposition(h, weight, F);
    dx = -y_;
  }

 private:
  static constexpr Eigen::Index most_terms = 8;
  /// With more numbers a power, N^3 products, costs more than it saves.
  static constexpr Eigen::Index most_inverted = 16;
  /// What is left out: no more than what L, being old, is wrong by.
  static constexpr double left_out = 5e-3;

  template <class Size> static constexpr bool is_known = !std::is_same_v<Size, Eigen::Index>;
  /// N where it is known, else `otherwise`.
  template <class Size> static constexpr int known(int otherwise) {
    if constexpr (is_known<Size>) return int{Size::value};
    else return otherwise;
  }
  template <class Size> static constexpr int rows = known<Size>(dynamic);
  template <class Size> static constexpr std::size_t most = known<Size>(most_inverted);

  void invert(const Real& h, const VectorX<Real>& weight) {
    if (inverse_.size() == 0) return;
    with_size<Real>(N_, [&](auto N) {
      if (sum_powers(N, h, weight.data())) inverted_for_ = h;
    });
  }

  /// inverse_ <- 1 + A x h L + A^2 x (h L)^2 + ...; false where these terms do not vanish soon.
  template <class Size> bool sum_powers(Size N, const Real& h, const Real* weight) {
    constexpr Eigen::Index room = taken_by(most<Size>);
    const Eigen::Index apart = taken_by(N);
    std::array<Real, most_terms * most<Size> * room> powers;  // of h L, by columns
    std::array<Real, most<Size>> unit;
    for (Eigen::Index j = 0; j < N; ++j) unit[j] = weight[j] > 0 ? 1 / weight[j] : Real(0);
    for (Eigen::Index j = 0; j < N; ++j)
      set_column<rows<Size>>(N, powers.data() + j * apart, [&](Eigen::Index i) { return Real(h * L_(i, j)); });
    for (Eigen::Index k = 0; k < most_terms; ++k) {
      Real *const power = powers.data() + k * N * apart, *const next = power + N * apart;
      const Real size = A_powers_.row(k).cwiseAbs().maxCoeff() * largest(N, power, weight, unit);
      if (size <= Real(left_out)) {
        fill_inverse(N, k + 1, powers.data());
        return true;
      }
      if (!(size < 1)) return false;
      for (Eigen::Index j = 0; k + 1 < most_terms && j < N; ++j)
        affine<rows<Size>, rows<Size>>(N, N, nullptr, Real(1), powers.data(), apart, power + j * apart,
                                       next + j * apart);
    }
    return false;
  }

  /// Column by column, each number once.
  template <class Size> void fill_inverse(Size N, Eigen::Index terms, const Real* powers) {
    const Eigen::Index apart = taken_by(N), s = A_.rows();
    Real* to = inverse_.data();
    for (Eigen::Index j = 0; j < s; ++j)
      for (Eigen::Index column = 0; column < N; ++column, to += s * N) {
        for (Eigen::Index i = 0; i < s; ++i)
          affine<rows<Size>, dynamic>(N, terms, nullptr, Real(1), powers + column * apart, N * apart,
                                      A_powers_.data() + (j * s + i) * most_terms, to + i * N);
        to[j * N + column] += 1;
      }
  }

  /// dx = -inverse_ F; with N known the rows of two stages at a time.
  void multiply(const Real* F, Real* dx) const {
    const Eigen::Index size = inverse_.rows();
    with_size<Real>(N_, [&]<class Size>(Size) {
      Eigen::Index i = 0;
      if constexpr (is_known<Size>) {
        constexpr int N = rows<Size>, twice = 2 * N;
        static_assert(taken_by(N) == N && taken_by(twice) == twice, "inverse_ and dx have no room for more");
        for (; i + twice <= size; i += twice)
          affine<twice, dynamic>(twice, size, nullptr, Real(-1), inverse_.data() + i, size, F, dx + i);
      }
      if (i < size)
        affine<rows<Size>, dynamic>(size - i, size, nullptr, Real(-1), inverse_.data() + i, size, F, dx + i);
    });
  }

  /// The largest row of a power, in the units of the weights.
  template <class Size>
  static Real largest(Size N, const Real* power, const Real* weight, const std::array<Real, most<Size>>& unit) {
    using std::abs;
    std::array<Real, most<Size>> sums{};
    for (Eigen::Index j = 0; j < N; ++j, power += taken_by(N))
      for (Eigen::Index i = 0; i < N; ++i) sums[i] += abs(power[i]) * unit[j];
    Real most_of_all = 0;
    for (Eigen::Index i = 0; i < N; ++i) most_of_all = std::max<Real>(most_of_all, sums[i] * weight[i]);
    return most_of_all;
  }

  /// y_ from F, vector by vector; false where the terms do not vanish.
  bool series(Eigen::Index N, const Real& h, const Real* weight, const Real* F) {
    using std::abs;
    const Eigen::Index size = N * A_.rows();
    Real *const y = y_.data(), *const next = next_.data();
    Real largest = 0;
    for (Eigen::Index i = 0; i < size; ++i) {
      y[i] = F[i];
      largest = std::max<Real>(largest, abs(F[i]) * weight[i]);
    }
    for (Eigen::Index term = 0; term < most_terms; ++term) {
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
  void apply(Eigen::Index N, const Real& h, const Real* F) {
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

  /// Rows and columns in units of the weights: which row is a pivot depends on no other.
  void by_decomposition(const Real& h, const VectorX<Real>& weight, const VectorX<Real>& F) {
    if (decomposed_for_ != h) {
      for (Eigen::Index i = 0; i < A_.rows(); ++i)
        for (Eigen::Index j = 0; j < A_.cols(); ++j) J_.block(i * N_, j * N_, N_, N_) = (-h * A_(i, j)) * L_;
      J_.diagonal().array() += Real(1);
      for (Eigen::Index i = 0; i < F.size(); ++i) unit_[i] = weight[i] > 0 ? Real(1 / weight[i]) : Real(1);
      for (Eigen::Index j = 0; j < F.size(); ++j) J_.col(j) = (J_.col(j) * unit_[j]).cwiseQuotient(unit_);
      lu_.compute(J_);
      decomposed_for_ = h;
    }
    next_ = F.cwiseQuotient(unit_);
    lu_.solve(next_, y_);
    y_ = y_.cwiseProduct(unit_);
  }

  Eigen::Index N_;
  MatrixX<Real> A_, L_, J_;
  Lu<Real> lu_;
  MatrixX<Real> A_powers_;                      // entry (i, j) of A, A^2, ...: column j s + i
  MatrixX<Real> inverse_;                       // of up to most_inverted numbers
  Real decomposed_for_ = 0, inverted_for_ = 0;  // the h of lu_ and of inverse_
  VectorX<Real> Ly_, y_, next_, unit_;
};

}  // namespace nonholo
