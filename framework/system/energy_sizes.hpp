// By how much the kinetic energy T allows each variable of a mechanical system to change. Coordinates and momenta have
// units of their own; the energy is what compares them: rules that are relative to these sizes stay as they are when
// masses, lengths and times are measured in other units.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <cmath>

namespace nonholo {

/// sqrt(2T/M_ii) of a velocity; h times that of a coordinate in a step of size h.
template <class Real> Real allowed_velocity(const Real& twice_kinetic, const Real& mass) {
  using std::abs, std::sqrt;
  return sqrt(Real(abs(twice_kinetic) / mass));
}

/// sqrt(2T M_ii)
template <class Real> Real allowed_momentum(const Real& twice_kinetic, const Real& mass) {
  using std::abs, std::sqrt;
  return sqrt(Real(abs(twice_kinetic) * mass));
}

}  // namespace nonholo
