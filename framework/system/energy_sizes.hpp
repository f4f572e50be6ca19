// The change that the kinetic energy T allows each variable of a mechanical system. Coordinates and momenta have units
// of their own, and the energy makes them comparable. Rules relative to these sizes do not depend on the units of mass,
// length and time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <cmath>

namespace nonholo {

/// sqrt(2T/M_ii) for a velocity. In a step of size h, a coordinate is allowed h times that.
template <class Real> Real allowed_velocity(const Real& twice_kinetic, const Real& mass) {
  using std::abs, std::sqrt;
  return sqrt(Real(abs(twice_kinetic) / mass));
}

/// sqrt(2T M_ii) for a momentum.
template <class Real> Real allowed_momentum(const Real& twice_kinetic, const Real& mass) {
  using std::abs, std::sqrt;
  return sqrt(Real(abs(twice_kinetic) * mass));
}

}  // namespace nonholo
