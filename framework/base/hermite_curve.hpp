// The polynomial through several points of a curve that also has the curve's derivatives there: Hermite interpolation
// in Newton's form, with divided differences over repeated knots (Hairer, Norsett & Wanner 1993, II.6).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <cstddef>
#include <vector>

namespace nonholo {

/// A point of a curve. `known` tells how many of x, x' and x'' are given: 1, 2 or 3.
template <class Real> struct CurvePoint {
  Real t = 0;
  VectorX<Real> x, first, second;
  int known = 3;
};

/// Scratch for one thread; nothing allocates after construction.
template <class Real> class HermiteCurve {
 public:
  /// @param size  entries of x
  /// @param most_points  the largest number of points that through() is given
  HermiteCurve(Eigen::Index size, int most_points)
      : difference_(size, 3 * most_points),
        table_(size, 3 * most_points),
        knot_(static_cast<std::size_t>(3 * most_points)) {}

  /// Takes points 0 ... count - 1 of `point`, a function of their number. Points of one time count as one.
  template <class PointAt> void through(int count, const PointAt& point) {
    knots_ = 0;
    for (int i = 0; i < count; ++i)
      for (int repeat = 0; repeat < point(i).known; ++repeat) {
        knot(knots_) = point(i).t;
        table_.col(knots_++) = point(i).x;
      }
    difference_.col(0) = table_.col(0);
    for (Eigen::Index order = 1; order < knots_; ++order) {
      int of_point = 0;
      Eigen::Index next = point(0).known;  // the first knot of the next point
      for (Eigen::Index i = 0; i + order < knots_; ++i) {
        if (i == next) next += point(++of_point).known;
        const Real apart = knot(i + order) - knot(i);
        if (apart != 0) table_.col(i) = (table_.col(i + 1) - table_.col(i)) / apart;
        else if (order == 1) table_.col(i) = point(of_point).first;
        else table_.col(i) = point(of_point).second / 2;
      }
      difference_.col(order) = table_.col(0);
    }
  }

  /// x and x' of the polynomial at t, by Horner's rule.
  void at(const Real& t, VectorX<Real>& x, VectorX<Real>& first) const {
    x = difference_.col(knots_ - 1);
    first.setZero(x.size());
    for (Eigen::Index i = knots_ - 2; i >= 0; --i) {
      const Real from = t - knot_[static_cast<std::size_t>(i)];
      first = x + from * first;
      x = difference_.col(i) + from * x;
    }
  }

  /// Conditions that the polynomial satisfies: its degree is one less.
  Eigen::Index conditions() const { return knots_; }

 private:
  Real& knot(Eigen::Index i) { return knot_[static_cast<std::size_t>(i)]; }

  MatrixX<Real> difference_;  // column i: the divided difference over knots 0 ... i
  MatrixX<Real> table_;
  std::vector<Real> knot_;  // times of the points, each as often as it has conditions
  Eigen::Index knots_ = 0;
};

}  // namespace nonholo
