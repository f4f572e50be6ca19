// The scale to which increments of a velocity component are relative: the largest of three sizes. The first is the size
// of the component. The second is a fraction of the velocity that the kinetic energy allows it: a component may vanish
// by chance, and then has the round-off of its neighbours. The third are the terms of the sum
// v_1 = v_0 + p_v^-1 (h f + h K^T lambda): they cancel where a body stands still, and leave their last digits.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/system/energy_sizes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

/// Takes impulses of which a velocity is the sum, |h f_i| or |h (K^T lambda)_i|, into the arguments of the functions
/// below. As velocities these impulses are |h f_i| / M_ii.
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
/// @param largest       largest velocities, of either sign, over the points of a step, n entries
/// @param twice_kinetic largest v . p over the points
/// @param mass          mass(i) is the entry M_ii
template <class Real, int n, class Mass, class Weight>
void velocity_weights_of(const Vector<Real, n>& largest, Real twice_kinetic, const Mass& mass, Weight&& weight) {
  using std::abs;
  constexpr Real smallest_fraction = Real(1) / 64;
  // where nothing moves yet every increment counts, but weights stay finite
  constexpr Real at_rest = std::numeric_limits<Real>::min() / epsilon<Real>;
  for (Eigen::Index i = 0; i < weight.size(); ++i) {  // a loop, because one expression takes seconds to compile
    const Real allowed = smallest_fraction * allowed_velocity<Real>(twice_kinetic, mass(i));
    weight[i] = 1 / std::max<Real>(std::max<Real>(abs(largest[i]), allowed), at_rest);
  }
}

/// @param p_v the mass; only its diagonal is used
template <class Real, int n, class Weight> void velocity_weights(const Vector<Real, n>& largest, Real twice_kinetic,
                                                                 const Matrix<Real, n, n>& p_v, Weight&& weight) {
  velocity_weights_of(
      largest, twice_kinetic, [&p_v](Eigen::Index i) -> const Real& { return p_v(i, i); }, weight);
}

}  // namespace nonholo
