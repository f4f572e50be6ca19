// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/slope.hpp>

#include <cmath>

namespace nonholo {

void AxisSlope::add(double x, double y) {
  const double at = log_x_ ? std::log(x) : x, value = log_y_ ? std::log(y) : y;
  if (std::isfinite(at) && std::isfinite(value)) slope_.add(at, value);
}

}  // namespace nonholo
