// Where the unknowns of a SPARK step stand, and its equations likewise (spark_equations.hpp). Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_product.hpp>

namespace nonholo {

/// V_0 ... V_{s-1}, V_s = v_1, then the multipliers of the first constraint at all stages, of the second, ... The
/// momentum equations of the s + 1 points, then the averages of the first constraint and its value at the end, ... In
/// the fixed size classes a velocity takes what the processor takes at once (small_product.hpp): what stands between
/// stays zero.
template <int n> struct SparkUnknowns {
  Eigen::Index rows, constraints, stages;

  /// From one velocity to the next.
  Eigen::Index apart() const { return n == dynamic ? rows : taken_by(n); }
  Eigen::Index velocity(Eigen::Index point) const { return point * apart(); }
  Eigen::Index multipliers() const { return velocity(stages + 1); }
  Eigen::Index multiplier(Eigen::Index stage, Eigen::Index constraint) const {
    return multipliers() + constraint * stages + stage;
  }
  Eigen::Index size() const { return multipliers() + constraints * stages; }

  /// f(i) for everything that is no unknown.
  template <class F> void between(const F& f) const {
    for (Eigen::Index point = 0; point <= stages; ++point)
      for (Eigen::Index r = rows; r < apart(); ++r) f(velocity(point) + r);
  }
};

}  // namespace nonholo
