// Where the unknowns of a SPARK step stand, and its equations likewise (spark_equations.hpp). Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_product.hpp>

namespace nonholo {

/// V_0 ... V_{s-1}, V_s = v_1, then the multipliers of the first constraint at all stages, of the second, ... The
/// momentum equations of the s + 1 points, then the averages of the first constraint and its value at the end, ... In
/// the fixed size classes a velocity takes what the processor takes at once (small_product.hpp), as do all multipliers:
/// what stands between stays zero.
template <int n> struct SparkUnknowns {
  Eigen::Index rows, constraints, stages;

  /// From one velocity to the next.
  Eigen::Index apart() const { return n == dynamic ? rows : taken_by(n); }
  Eigen::Index velocity(Eigen::Index point) const { return point * apart(); }
  Eigen::Index multipliers() const { return velocity(stages + 1); }
  Eigen::Index multiplier(Eigen::Index stage, Eigen::Index constraint) const {
    return multipliers() + constraint * stages + stage;
  }
  Eigen::Index end_of_multipliers() const { return multipliers() + constraints * stages; }
  /// Behind the last multiplier one number is written where columns of stages or of all multipliers are.
  bool has_gap() const { return n != dynamic && (stages % 4 == 3 || constraints * stages % 4 == 3); }
  Eigen::Index size() const { return end_of_multipliers() + (has_gap() ? 1 : 0); }

  /// f(i) for everything that is no unknown.
  template <class F> void between(const F& f) const {
    for (Eigen::Index point = 0; point <= stages; ++point)
      for (Eigen::Index r = rows; r < apart(); ++r) f(velocity(point) + r);
    if (has_gap()) f(end_of_multipliers());
  }
};

/// A by columns of taken_by(rows) numbers.
template <class Real> MatrixX<Real> with_room(const MatrixX<Real>& A) {
  MatrixX<Real> padded = MatrixX<Real>::Zero(taken_by(A.rows()), A.cols());
  padded.topRows(A.rows()) = A;
  return padded;
}

}  // namespace nonholo
