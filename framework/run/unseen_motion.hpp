// Motion that positions do not show: what a body at rest is left with.
//
// Velocities are solved for to their own last digits. Of a motion that dies out, or of a body that forces and reactions
// hold in its place, there are none: what cancels leaves rounding, of the size of its terms and not of v. What
// positions have no digits for is at its end (solver/seen_increments.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

/// dq, and dv in a step of h, as parts of q: the larger of |dq| / |q| and |h dv| / |q| in the mass metric, which no
/// choice of units changes. |q| is the larger of two: a motion that begins at the origin has no digits there. Infinity
/// where both are 0, and of a DAE, which has no such metric. Allocates.
/// @param at  where the motion begins
/// @param end the positions where it ends, of an iteration that came to rest; else those where it begins, lest an
///            iterate that ran away hides its corrections
template <class Real> Real seen_part(Probe<Real>& probe, const View<Real>& at, const VectorX<Real>& end, const Real& h,
                                     const VectorX<Real>& dq, const VectorX<Real>& dv) {
  using std::sqrt;
  const auto square = [&](const VectorX<Real>& x) {  // both ways: terms that are linear in v are none of the metric
    const VectorX<Real> back = -x;
    return Real(probe.kinetic_energy(at.t, at.q, values(x)) + probe.kinetic_energy(at.t, at.q, values(back)));
  };
  const Real shown = std::max<Real>(square(vector_of(at.q)), square(end));
  if (!(shown > 0)) return std::numeric_limits<Real>::infinity();
  const VectorX<Real> moved = h * dv;
  return sqrt(Real(std::max<Real>(square(dq), square(moved)) / shown));
}

/// Whether that is no more than a last digit or two of q.
template <class Real> bool is_unseen(Probe<Real>& probe, const View<Real>& at, const VectorX<Real>& end, const Real& h,
                                     const VectorX<Real>& dq, const VectorX<Real>& dv) {
  return seen_part(probe, at, end, h, dq, dv) <= 4 * epsilon<Real>;
}

}  // namespace nonholo
