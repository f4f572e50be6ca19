// What IDA integrates: F(t, x, x') = 0 on plain arrays, x = (y, z) with differential variables y and algebraic z.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// With scratch of its own.
class ImplicitDae {
 public:
  virtual ~ImplicitDae() = default;

  virtual Eigen::Index differential() const = 0;  ///< entries of y
  virtual Eigen::Index algebraic() const = 0;     ///< entries of z
  virtual Eigen::Index index_two() const = 0;     ///< those of them, the last ones, that are of index 2
  Eigen::Index size() const { return differential() + algebraic(); }

  /// z, from the guess there, and x' of the solution through y; false where they cannot be had.
  virtual bool complete(double t, double* x, double* x_dot) = 0;

  /// F, false where a value is not finite.
  virtual bool residual(double t, const double* x, const double* x_dot, double* F) = 0;

  /// F_x + c F_x', column-major; false where it cannot be had.
  virtual bool jacobian(double t, double c, const double* x, const double* x_dot, double* J) = 0;

  /// Remembers the root z of this state, where z may have several ...
  virtual void choose_branch(double, const double* /*x*/) {}
  /// ... and whether z is on it still.
  virtual bool on_branch(double, const double* /*x*/) { return true; }
};

}  // namespace nonholo
