// How much of an increment of the unknowns the positions show.
//
// A position is the sum q_1 = q_0 + h V, which is rounded to the last digit of q. That is like an error epsilon |q| / h
// of V. An iteration with contraction rate r passes on the part r of such an error. So an increment below the part r of
// the last digit of positions is rounding, whatever its size relative to V: V vanishes where a motion comes to rest.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

/// A second base class for stage equations.
template <class Real> class SeenIncrements {
 public:
  /// The change of positions by the increment dx, which led to x, relative to the positions, in a metric that does not
  /// depend on units. Infinity if there are no positions. After this call residual(x) is no longer the latest one.
  virtual Real seen(const VectorX<Real>& x, const VectorX<Real>& dx) = 0;

 protected:
  virtual ~SeenIncrements() = default;
};

/// Whether dx is no more than the rounding of positions explains: a last digit or two of them, times `contraction`, the
/// contraction rate of the iteration.
template <class Real> bool is_rounding_of_positions(StageEquations<Real>& equations, const VectorX<Real>& x,
                                                    const VectorX<Real>& dx, const Real& contraction) {
  auto* const shown = dynamic_cast<SeenIncrements<Real>*>(&equations);
  return shown && shown->seen(x, dx) <= 4 * epsilon<Real> * std::min<Real>(1, contraction);
}

}  // namespace nonholo
