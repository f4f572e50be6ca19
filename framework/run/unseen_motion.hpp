// Motion that positions do not show: what a body at rest is left with.
//
// Velocities are solved for to their own last digits. Of a motion that dies out, or of a body that forces and reactions
// hold in its place, there are none: what cancels leaves rounding, of the size of its terms and not of v. An iteration
// wanders there and never comes to an end. It is at its end where its corrections are less than the positions have
// digits for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>
#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>

namespace nonholo {

/// Whether dq, and dv in a step of h, are no more than a last digit or two of q: |dq| and h |dv| <= 4 epsilon |q|, in
/// the mass metric, which no choice of units changes. |q| is the larger of those at both ends of the motion: one that
/// begins at the origin has no digits there. Never of a DAE, which has no metric. Allocates.
/// @param at  where the motion begins
/// @param end the positions where it ends
template <class Real> bool is_unseen(Probe<Real>& probe, const View<Real>& at, const VectorX<Real>& end, const Real& h,
                                     const VectorX<Real>& dq, const VectorX<Real>& dv) {
  const Real digits = 1 / (4 * epsilon<Real>);
  const auto square = [&](const VectorX<Real>& x) {  // both ways: terms that are linear in v are none of the metric
    const VectorX<Real> back = -x;
    return Real(probe.kinetic_energy(at.t, at.q, values(x)) + probe.kinetic_energy(at.t, at.q, values(back)));
  };
  const Real shown = std::max<Real>(square(vector_of(at.q)), square(end));
  return shown > 0 && square(digits * dq) <= shown && square(digits * h * dv) <= shown;
}

}  // namespace nonholo
