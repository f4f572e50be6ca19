// Triangles of slope: which curve they stand at, and that they have the slope they claim.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/slope_triangle.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

/// Curves h^2 and 10^-6 h^4.
Figure two_orders() {
  Figure figure{.name = "f", .number = "", .title = "", .caption = "", .source = "", .x = {}, .y = {}};
  figure.curves = {{.run = "2", .label = "2", .series = "e"}, {.run = "4", .label = "4", .series = "e"}};
  for (const double h : {0.4, 0.2, 0.1, 0.05}) {
    figure.curves[0].x.push_back(h), figure.curves[1].x.push_back(h);
    figure.curves[0].y.push_back(h * h), figure.curves[1].y.push_back(1e-6 * h * h * h * h);
  }
  return figure;
}

}  // namespace

TEST_CASE("a triangle has its slope and stands right below the curve of the nearest slope") {
  for (const double slope : {2.0, 4.0, 5.0}) {
    const auto found = slope_triangle(two_orders(), slope);
    REQUIRE(found);
    CHECK(std::log(found->y1 / found->y0) / std::log(found->x1 / found->x0) == Approx(slope).epsilon(1e-12));
    CHECK((found->x0 > 0.05 && found->x1 < 0.4));
    for (const auto& [x, y] : {std::pair(found->x0, found->y0), {found->x1, found->y1}}) {
      const double curve = slope == 2 ? x * x : 1e-6 * x * x * x * x;
      CHECK(y < curve);
      CHECK(y > 1e-3 * curve);
    }
  }
}

TEST_CASE("without a curve of two points there is no triangle") {
  Figure figure = two_orders();
  for (Curve& curve : figure.curves) curve.x.resize(1), curve.y.resize(1);
  CHECK_FALSE(slope_triangle(figure, 2));
}
