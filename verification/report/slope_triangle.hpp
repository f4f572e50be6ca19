// A triangle with a given slope beside a curve on logarithmic axes: how orders are shown on paper.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/figure/figure.hpp>

#include <optional>

namespace nonholo {

/// From (x0, y0) along x to (x1, y0), then up or down to (x1, y1): y1 / y0 = (x1 / x0)^slope.
struct SlopeTriangle {
  double x0, x1, y0, y1, slope;
};

/// Below the curve whose own slope is nearest to the one asked for. Nothing where no curve has two points.
std::optional<SlopeTriangle> slope_triangle(const Figure& figure, double slope);

}  // namespace nonholo
