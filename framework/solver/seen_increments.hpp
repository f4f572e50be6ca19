// What equations of motion tell of an increment of their unknowns: how much of it positions show.
//
// A position is the sum q_1 = q_0 + h V and keeps its own last digit alone, which is as if V had been wrong by
// epsilon |q| / h. An iteration passes on of such an error what it contracts by. So increments that are below that part
// of the last digit of positions are rounding, whatever their own size is: where a motion comes to rest V has none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

/// A second base of StageEquations.
template <class Real> class SeenIncrements {
 public:
  /// By which part of themselves positions show the increment dx, which led to x, in a metric that depends on no unit.
  /// Infinity where there are no positions. After it, residual(x) is no longer the latest one.
  virtual Real seen(const VectorX<Real>& x, const VectorX<Real>& dx) = 0;

 protected:
  virtual ~SeenIncrements() = default;
};

/// Whether dx is what the rounding of positions makes of x, where the iteration contracts by `contraction`: a last
/// digit or two.
template <class Real> bool is_rounding_of_positions(StageEquations<Real>& equations, const VectorX<Real>& x,
                                                    const VectorX<Real>& dx, const Real& contraction) {
  auto* const shown = dynamic_cast<SeenIncrements<Real>*>(&equations);
  return shown && shown->seen(x, dx) <= 4 * epsilon<Real> * std::min<Real>(1, contraction);
}

}  // namespace nonholo
