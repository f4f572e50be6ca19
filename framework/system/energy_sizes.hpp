// By how much the kinetic energy allows each variable of a mechanical system to change in a step. Coordinates and
// momenta have units of their own; the energy is what compares them: stopping rules that are relative to these sizes
// stay as they are when masses, lengths and times are measured in other units.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <cmath>

namespace nonholo {

/// What a face of a mechanical system is as well. A problem in variables of its own is not: nothing tells their units.
template <class Real> class EnergySizes {
 public:
  virtual ~EnergySizes() = default;
  /// One size for each variable, at the latest point of the face: h sqrt(2T/M_ii) for a coordinate, sqrt(2T/M_ii) for a
  /// velocity, sqrt(2T M_ii) for a momentum.
  virtual void sizes(Real h, VectorX<Real>& size) = 0;
};

/// sqrt(2T/M_ii)
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
