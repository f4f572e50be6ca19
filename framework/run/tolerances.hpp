// Local error tolerances of adaptive methods, and the options that they are given by.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/run/option.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace nonholo {

struct Tolerances {
  double relative, absolute;
};

/// Whether the tolerance of some number of y is below what rounding makes of it.
template <class Real> bool below_round_off(const Tolerances& tolerances, std::span<const Real> y) {
  return std::ranges::any_of(y, [&](const Real& x) {
    const double size = std::abs(static_cast<double>(x));
    return (static_cast<double>(epsilon<Real>) - tolerances.relative) * size > tolerances.absolute;
  });
}

/// The time in which y' would carry y its own length, both in units of what the tolerances allow y; infinity where y is
/// less than that, or y' is zero: then they show no time.
template <class Real>
Real time_scale(const Tolerances& tolerances, std::span<const Real> y, std::span<const Real> rate) {
  using std::abs, std::sqrt;
  Real size = 0, speed = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Real unit = Real(tolerances.absolute) + Real(tolerances.relative) * abs(y[i]);
    size += y[i] / unit * (y[i] / unit);
    speed += rate[i] / unit * (rate[i] / unit);
  }
  const bool shows = size >= static_cast<Real>(y.size()) && speed > 0;
  return shows ? Real(sqrt(size / speed)) : std::numeric_limits<Real>::infinity();
}

/// A first guess of a step: a hundredth of the time in which the rates would carry positions or velocities their own
/// length (Hairer, Norsett & Wanner 1993, II.4), each with a norm of its own, for they have different units. Where
/// neither shows a time, the time that is left takes its place.
/// @param y, rate  `positions` entries, and velocities behind them
template <class Real> Real first_guess_of_step(const Tolerances& tolerances, std::span<const Real> y,
                                               std::span<const Real> rate, std::size_t positions, const Real& left) {
  const auto time = [&](std::size_t from, std::size_t size) {
    return time_scale<Real>(tolerances, y.subspan(from, size), rate.subspan(from, size));
  };
  const Real least = std::min<Real>(time(0, positions), time(positions, y.size() - positions));
  constexpr Real unknown = std::numeric_limits<Real>::infinity();
  return Real(0.01) * (least < unknown ? least : left < unknown ? left : Real(1));
}

const Option& relative_tolerance();  ///< rtol
const Option& absolute_tolerance();  ///< atol

/// @throws InputError (rtol, atol) for one that is missing, not finite or not positive.
Tolerances tolerances_in(const MethodOptions& options);

}  // namespace nonholo
