// A basis X of ker K with r = n - m rows that form an identity. The velocities of these rows are the coordinates y
// themselves,
//
//   v = X y,   v_f(a) = y_a  in the free rows f,   v_d(k) = X_d(k) y  in the m other rows d
//
// The equations G y = rho, G = X^T M X, then reduce from r to m equations, because X has a left inverse that picks the
// free rows:
//
//   M v = E rho + N^T mu,  N v = 0,  y = E^T v
//   (E y)_f(a) = y_a, zero in the other rows;  N_k = e_d(k)^T - X_d(k) E^T
//
// Hazard: E rho + N^T mu cancels where most of the mass belongs to the other rows, or where levers are long. The caller
// must project v onto N v = 0 once more.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <cassert>

namespace nonholo {

/// The free rows of a basis X. Nothing allocates after construction.
template <int n = dynamic, int m = dynamic> class FreeRows {
  static constexpr int r = n == dynamic ? dynamic : n - m;

 public:
  FreeRows(Eigen::Index size, Eigen::Index constraints) : free_(size - constraints), other_(constraints) {}

  /// Finds the free rows of X, n x r. False if no r rows form an identity. A row with a NaN is not free.
  template <class Frame> bool find(const Frame& X) {
    assert(X.rows() == free_.size() + other_.size() && X.cols() == free_.size());
    free_.setConstant(-1);
    Eigen::Index others = 0;
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      const Eigen::Index a = unit(X, i);
      if (a >= 0 && free_[a] < 0) free_[a] = i;
      else if (others == other_.size()) return false;
      else other_[others++] = i;
    }
    return true;
  }

  Eigen::Index free(Eigen::Index a) const { return free_[a]; }    ///< f(a), rows are counted from zero
  Eigen::Index other(Eigen::Index k) const { return other_[k]; }  ///< d(k)

  /// p = E y
  template <class Y, class Q> void put(const Y& y, Q& p) const {
    p.setZero();
    for (Eigen::Index a = 0; a < free_.size(); ++a) p[free_[a]] = y[a];
  }

  /// y = E^T v
  template <class Q, class Y> void take(const Q& v, Y& y) const {
    for (Eigen::Index a = 0; a < free_.size(); ++a) y[a] = v[free_[a]];
  }

  /// N, m x n.
  template <class Frame, class Jacobian> void fill_constraint(const Frame& X, Jacobian& N) const {
    N.setZero();
    for (Eigen::Index k = 0; k < other_.size(); ++k) {
      for (Eigen::Index a = 0; a < free_.size(); ++a) N(k, free_[a]) = -X(other_[k], a);
      N(k, other_[k]) = 1;
    }
  }

 private:
  /// The column in which row i is 1 if all other entries of the row are 0; else -1.
  template <class Frame> static Eigen::Index unit(const Frame& X, Eigen::Index i) {
    Eigen::Index at = -1;
    for (Eigen::Index a = 0; a < X.cols(); ++a) {
      if (X(i, a) == 0) continue;
      if (at >= 0 || !(X(i, a) == 1)) return -1;
      at = a;
    }
    return at;
  }

  Vector<Eigen::Index, r> free_;
  Vector<Eigen::Index, m> other_;
};

}  // namespace nonholo
