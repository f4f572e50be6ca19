// When is a velocity converged? Relative to its own size, but not below a fraction of what the kinetic energy allows
// its component: a component that happens to vanish has no size of its own, and its round-off is that of its
// neighbours. Nor below the terms of the sum that it is, v_1 = v_0 + p_v^-1 (h f + h K^T lambda): where a body stands
// still these cancel, and their last digits are left.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

/// To what is handed to the functions below adds impulses that a velocity is the sum of: |h f_i|, |h (K^T lambda)_i|.
/// As velocities these are |h f_i| / M_ii.
/// @param mass          mass(i) is the entry M_ii
template <class Real, class Impulse, class Mass, class Largest>
void add_impulses(const Impulse& impulse, const Mass& mass, Largest& largest, Real& twice_kinetic) {
  using std::abs;
  Real twice = 0;
  for (Eigen::Index i = 0; i < largest.size(); ++i) {
    const Real momentum = abs(impulse[i]), velocity = momentum / abs(mass(i));
    largest[i] = std::max<Real>(abs(largest[i]), velocity);
    twice += momentum * velocity;
  }
  twice_kinetic = std::max<Real>(twice_kinetic, twice);
}

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
