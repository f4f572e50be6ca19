// Whether constraints stay independent along a run: at each state seen, and on the way from the state before. It tells
// from the volume that the rows of K span, and from the distance of each row from the span of the other rows.
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

/// For any number of constraints. Volumes are kept as logarithms, because the volume of many rows overflows or
/// underflows. Nothing allocates after construction.
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

  /// False if the volume of the rows, at this K or at the K before, is less than half of their largest volume, and one
  /// of two things holds. A row is nearer to the span of the others than 3e-7 of its largest distance from it. Or the
  /// rows turned round since the K before: they passed through dependence in between.
  /// @param units unit of each velocity here, n numbers: volumes depend on the units
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

  /// Whether the rows turned or their volume changed much since the K before, by 37 degrees or a fifth. With calls this
  /// far apart, rows that turn round could be taken for rows that pass through dependence.
  bool swings() const { return swings_; }

  /// Whether the rows turned by more than a right angle since the K before, whatever their volume. They may have passed
  /// through dependence, or round it.
  bool turned() const { return turned_; }

  /// The distance of a row from the span of the other rows, relative to its largest distance so far; the minimum over
  /// all rows.
  Real left() const {
    using std::sqrt;
    Real least = 1;
    for (Eigen::Index i = 0; i < left_.size(); ++i) least = std::min<Real>(least, left_[i] / largest_left_[i]);
    return sqrt(least);
  }

  /// Goes back to the K before the latest, so that the caller can check the way from it in smaller steps.
  void step_back() { before_ = earlier_; }

  /// The state of the watch. remember() gives it to another watch that continues the run; a memory of another size is
  /// ignored.
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
  static constexpr double none = -std::numeric_limits<double>::max();  // logarithm of volume 0; finite for archives

  /// The product of the volumes of two sets of rows and the cosine of the angle between them: sign and logarithm.
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

  /// The logarithm of det A A^T, from the decomposition L D L^T. Sets left_[i] to 1 / (A A^T)^-1_ii, the square of the
  /// distance of row i from the span of the others.
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

  /// Sets left_ from L D L^T in G_: (G^-1)_ii is the sum over k of (L^-1 e_i)_k^2 / d_k.
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
