// Whether constraints stay independent along a run: at each state seen, and on the way from the one before, from the
// volume that the rows of K span and from what of each row the others do not span.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace nonholo {

/// Of any number of constraints. Volumes are logarithms: those of many rows are no numbers. Nothing allocates after
/// construction.
template <class Real, int n, int m> class RankWatch {
 public:
  RankWatch(Eigen::Index rows, Eigen::Index columns)
      : before_(Matrix<Real, m, n>::Zero(rows, columns)),
        earlier_(before_),
        K_now_(before_),
        K_before_(before_),
        G_(rows, rows),
        row_(rows),
        left_(Vector<Real, m>::Ones(rows)),
        largest_left_(Vector<Real, m>::Zero(rows)) {}

  bool watches() const { return before_.rows() > 0; }

  /// False where a row is within a 3e-7th of the span of the others, of the farthest that it was, and where the rows
  /// turned round since the K before and spanned less than half of their largest volume then or now: they passed
  /// through dependence in between.
  /// @param units of the velocities here: volumes depend on what one of each is
  template <class Units> bool holds(const Matrix<Real, m, n>& K, const Units& units) {
    using std::log;
    if (!watches()) return true;
    K_now_.noalias() = K * units.asDiagonal();
    K_before_.noalias() = before_ * units.asDiagonal();
    earlier_.swap(before_);
    before_ = K;
    const Volume both = product_of_volumes(K_before_, K_now_);
    const Real square_before = square_of_volume(K_before_), square = square_of_volume(K_now_);  // left_ is of K_now_
    largest_ = std::max(largest_, square);
    largest_left_ = largest_left_.cwiseMax(left_);
    swings_ = !(both.sign > 0 && both.log >= log(Real(0.8)) + std::max(square, square_before));
    turned_ = both.sign < 0;
    return std::min(square, square_before) >= largest_ - log(Real(4)) || holds_where_small(square, square_before, both);
  }
  bool holds(const Matrix<Real, m, n>& K) { return holds(K, Vector<Real, n>::Ones(before_.cols())); }

  /// Whether the rows turned or their volume changed so much since the K before, by 37 degrees or a fifth, that who
  /// looks this seldom could take turning round for passing through dependence.
  bool swings() const { return swings_; }

  /// Whether the rows turned by more than a right angle since the K before, of any volume: they may have passed through
  /// dependence, or round it.
  bool turned() const { return turned_; }

  /// The distance of a row from the span of the others, the least of all rows, as a part of the largest that it was.
  Real left() const {
    using std::sqrt;
    Real least = 1;
    for (Eigen::Index i = 0; i < left_.size(); ++i) least = std::min<Real>(least, left_[i] / largest_left_[i]);
    return sqrt(least);
  }

  /// Goes back to the K before the latest, for whoever takes a closer look at the way from it.
  void step_back() { before_ = earlier_; }

  /// All that it knows of the K before, for another that is to go on like this one.
  std::vector<Real> memory() const {
    std::vector<Real> numbers{largest_};
    numbers.insert(numbers.end(), largest_left_.begin(), largest_left_.end());
    numbers.insert(numbers.end(), before_.data(), before_.data() + before_.size());
    return numbers;
  }
  void remember(std::span<const Real> memory) {
    if (std::ssize(memory) != 1 + largest_left_.size() + before_.size()) return;
    largest_ = memory[0];
    const auto left = memory.subspan(1).first(static_cast<std::size_t>(largest_left_.size()));
    std::ranges::copy(left, largest_left_.data());
    std::ranges::copy(memory.subspan(1 + left.size()), before_.data());
  }

 private:
  static constexpr double none = -std::numeric_limits<double>::max();  // the logarithm of no volume; archives keep it

  /// With a sign: of two sets of rows the product of their volumes and the cosine of the angle between.
  struct Volume {
    Real log;
    int sign;
  };

  bool holds_where_small(const Real& square, const Real& square_before, const Volume& both) const {
    using std::log;
    for (Eigen::Index i = 0; i < left_.size(); ++i)
      if (!(left_[i] > Real(1e-13) * largest_left_[i])) return false;
    return !(square_before > Real(none)) || both.sign > 0 || both.log < log(Real(0.8)) + (square + square_before) / 2;
  }

  /// The logarithm of det A A^T, whose Cholesky decomposition is L D L^T; left_ is 1 / (A A^T)^-1_ii, the square of
  /// the distance of row i from the span of the others.
  Real square_of_volume(const Matrix<Real, m, n>& a) {
    using std::log;
    G_.noalias() = a * a.transpose();
    if (G_.rows() == 1) {
      left_[0] = G_(0, 0);
      return G_(0, 0) > 0 ? Real(log(G_(0, 0))) : Real(none);
    }
    Real volume = 0;
    for (Eigen::Index k = 0; k < G_.rows(); ++k) {
      const Real d = G_(k, k);
      if (!(d > 0)) {
        left_.setZero();
        return none;
      }
      volume += log(d);
      for (Eigen::Index i = k + 1; i < G_.rows(); ++i) {
        const Real l = G_(i, k) / d;
        for (Eigen::Index j = k + 1; j <= i; ++j) G_(i, j) -= l * G_(j, k);
      }
      for (Eigen::Index i = k + 1; i < G_.rows(); ++i) G_(i, k) /= d;
    }
    invert_diagonal();
    return volume;
  }

  /// Of L D L^T in G_: (G^-1)_ii is the sum of the squares of L^-1 e_i, each divided by its d.
  void invert_diagonal() {
    for (Eigen::Index i = 0; i < G_.rows(); ++i) {
      Real sum = 0;
      for (Eigen::Index k = i; k < G_.rows(); ++k) {
        row_[k] = k == i ? Real(1) : Real(0);
        for (Eigen::Index j = i; j < k; ++j) row_[k] -= G_(k, j) * row_[j];
        sum += row_[k] * row_[k] / G_(k, k);
      }
      left_[i] = 1 / sum;
    }
  }

  /// det A B^T, by elimination with pivots.
  Volume product_of_volumes(const Matrix<Real, m, n>& a, const Matrix<Real, m, n>& b) {
    using std::abs, std::log;
    G_.noalias() = a * b.transpose();
    Volume product{0, 1};
    for (Eigen::Index k = 0; k < G_.rows(); ++k) {
      Eigen::Index pivot = k;
      for (Eigen::Index i = k + 1; i < G_.rows(); ++i)
        if (abs(G_(i, k)) > abs(G_(pivot, k))) pivot = i;
      if (!(abs(G_(pivot, k)) > 0)) return {none, 0};
      if (pivot != k) product.sign = -product.sign;
      for (Eigen::Index j = k; j < G_.cols(); ++j) std::swap(G_(k, j), G_(pivot, j));
      if (G_(k, k) < 0) product.sign = -product.sign;
      product.log += log(abs(G_(k, k)));
      for (Eigen::Index i = k + 1; i < G_.rows(); ++i) {
        const Real factor = G_(i, k) / G_(k, k);
        for (Eigen::Index j = k; j < G_.cols(); ++j) G_(i, j) -= factor * G_(k, j);
      }
    }
    return product;
  }

  Matrix<Real, m, n> before_, earlier_, K_now_, K_before_;
  Matrix<Real, m, m> G_;
  Vector<Real, m> row_, left_, largest_left_;
  Real largest_ = none;  // logarithm of the square of a volume
  bool swings_ = false, turned_ = false;
};

}  // namespace nonholo
