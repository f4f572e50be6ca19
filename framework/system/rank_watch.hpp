// Whether constraints stay independent along a run: at each state seen, and on the way from the one before, from the
// volume that the rows of K span.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace nonholo {

/// Of up to most_rows constraints; more are not watched. Nothing allocates after construction.
template <class Real, int n, int m> class RankWatch {
 public:
  static constexpr Eigen::Index most_rows = 4;

  RankWatch(Eigen::Index rows, Eigen::Index columns)
      : watched_(rows <= most_rows ? rows : 0),
        before_(Matrix<Real, m, n>::Zero(watched_, columns)),
        earlier_(before_),
        K_now_(before_),
        K_before_(before_) {}

  bool watches() const { return watched_ > 0; }

  /// False where the rows of K span a 3e-7th of the largest volume that they spanned, and where they turned round since
  /// the K before and spanned less than half of that volume then or now: they passed through dependence in between.
  /// @param units of the velocities here: volumes depend on what one of each is
  template <class Units> bool holds(const Matrix<Real, m, n>& K, const Units& units) {
    if (watched_ == 0) return true;
    K_now_.noalias() = K * units.asDiagonal();
    K_before_.noalias() = before_ * units.asDiagonal();
    earlier_.swap(before_);
    before_ = K;
    const Real square = gram_determinant(K_now_, K_now_), square_before = gram_determinant(K_before_, K_before_),
               both = gram_determinant(K_before_, K_now_);
    largest_ = std::max(largest_, square);
    swings_ = !(both >= Real(0.8) * std::max(square, square_before));
    turned_ = both < 0;
    return std::min(square, square_before) >= largest_ / 4 || holds_where_small(square, square_before, both);
  }
  bool holds(const Matrix<Real, m, n>& K) { return holds(K, Vector<Real, n>::Ones(before_.cols())); }

  /// Whether the rows turned or their volume changed so much since the K before, by 37 degrees or a fifth, that who
  /// looks this seldom could take turning round for passing through dependence.
  bool swings() const { return swings_; }

  /// Whether the rows turned by more than a right angle since the K before, of any volume: they may have passed through
  /// dependence, or round it.
  bool turned() const { return turned_; }

  /// Goes back to the K before the latest, for whoever takes a closer look at the way from it.
  void step_back() { before_ = earlier_; }

  /// All that it knows of the K before, for another that is to go on like this one.
  std::vector<Real> memory() const {
    std::vector<Real> numbers{largest_};
    numbers.insert(numbers.end(), before_.data(), before_.data() + before_.size());
    return numbers;
  }
  void remember(std::span<const Real> memory) {
    if (std::ssize(memory) != 1 + before_.size()) return;
    largest_ = memory[0];
    std::ranges::copy(memory.subspan(1), before_.data());
  }

 private:
  using Small = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, most_rows, most_rows>;
  static_assert(m <= most_rows, "a size class");

  /// @param both the product of the two volumes, and the cosine of the angle between
  bool holds_where_small(const Real& square, const Real& square_before, const Real& both) const {
    using std::sqrt;
    if (!(square > Real(1e-13) * largest_)) return false;
    return !(square_before > 0) || both > Real(-0.8) * sqrt(square * square_before);
  }

  /// Of A B^T: the product of the volumes that the rows span, and the cosine of the angle between.
  Real gram_determinant(const Matrix<Real, m, n>& a, const Matrix<Real, m, n>& b) const {
    if (watched_ == 1) return a.row(0).dot(b.row(0));
    Small G(watched_, watched_);
    for (Eigen::Index i = 0; i < watched_; ++i)
      for (Eigen::Index j = 0; j < watched_; ++j) G(i, j) = a.row(i).dot(b.row(j));
    if (watched_ == 2) return G(0, 0) * G(1, 1) - G(0, 1) * G(1, 0);
    return determinant(G);
  }

  static Real determinant(Small& G) {
    using std::abs;
    Real product = 1;
    for (Eigen::Index k = 0; k < G.rows(); ++k) {
      Eigen::Index pivot = k;
      for (Eigen::Index i = k + 1; i < G.rows(); ++i)
        if (abs(G(i, k)) > abs(G(pivot, k))) pivot = i;
      if (G(pivot, k) == 0) return 0;
      if (pivot != k) product = -product;
      for (Eigen::Index j = k; j < G.cols(); ++j) std::swap(G(k, j), G(pivot, j));
      product *= G(k, k);
      for (Eigen::Index i = k + 1; i < G.rows(); ++i) {
        const Real factor = G(i, k) / G(k, k);
        for (Eigen::Index j = k; j < G.cols(); ++j) G(i, j) -= factor * G(k, j);
      }
    }
    return product;
  }

  Eigen::Index watched_;
  Matrix<Real, m, n> before_, earlier_, K_now_, K_before_;
  Real largest_ = 0;
  bool swings_ = false, turned_ = false;
};

}  // namespace nonholo
