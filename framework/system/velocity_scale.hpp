// When is a velocity converged? Relative to its own size, but not below a fraction of what the kinetic energy allows
// its component: a component that happens to vanish has no size of its own, and its round-off is that of its
// neighbours.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

/// weight = 1 / scale for each velocity component.
/// @param largest       largest V_c, of either sign, over the points of a step, n entries
/// @param twice_kinetic v . p, the largest over the points
/// @param mass          mass(i) is the entry M_ii
template <class Real, int n, class Mass, class Weight>
void velocity_weights_of(const Vector<Real, n>& largest, Real twice_kinetic, const Mass& mass, Weight&& weight) {
  using std::abs;
  constexpr Real smallest_fraction = Real(1) / 64;
  // nothing moves yet: every increment counts, but stays finite
  constexpr Real at_rest = std::numeric_limits<Real>::min() / epsilon<Real>;
  for (Eigen::Index i = 0; i < weight.size(); ++i) {  // by hand: as one expression it takes seconds to compile
    const Real allowed = smallest_fraction * allowed_velocity<Real>(twice_kinetic, mass(i));
    weight[i] = 1 / std::max<Real>(std::max<Real>(abs(largest[i]), allowed), at_rest);
  }
}

/// @param p_v the mass, of which the diagonal counts
template <class Real, int n, class Weight> void velocity_weights(const Vector<Real, n>& largest, Real twice_kinetic,
                                                                 const Matrix<Real, n, n>& p_v, Weight&& weight) {
  velocity_weights_of(
      largest, twice_kinetic, [&p_v](Eigen::Index i) -> const Real& { return p_v(i, i); }, weight);
}

}  // namespace nonholo
