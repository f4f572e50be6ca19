// Thinning: nothing is lost that a picture of a thousand columns would show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/thinning.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace nonholo;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

bool has_point(const std::vector<Point2>& points, double x, double y) {
  return std::ranges::any_of(points, [&](const Point2& p) { return p.x == x && p.y == y; });
}

}  // namespace

TEST_CASE("a short curve over t stays as it is") {
  ColumnThinner thinner(0, 10, false);
  for (int k = 0; k <= 100; ++k) thinner.add(0.1 * k, std::sin(k));
  const auto points = thinner.points();
  REQUIRE(points.size() == 101);
  for (int k = 0; k <= 100; ++k) CHECK((points[k].x == 0.1 * k && points[k].y == std::sin(k)));
}

TEST_CASE("of a long curve over t every spike, up and down, is there, and no column has more than two points") {
  constexpr long steps = 1'000'000;
  ColumnThinner thinner(0, steps, false);
  for (long k = 0; k <= steps; ++k) {
    const auto x = static_cast<double>(k);
    thinner.add(x, k == 123'456 ? 7 : k == 123'500 ? -7 : std::sin(1e-3 * x));
  }
  const auto points = thinner.points();
  CHECK(points.size() <= 2 * ColumnThinner::columns + 2);
  CHECK(points.size() > ColumnThinner::columns);
  CHECK(has_point(points, 123'456, 7));
  CHECK(has_point(points, 123'500, -7));
  CHECK(has_point(points, 0, 0));
  CHECK(points.back().x == steps);
  CHECK(std::ranges::is_sorted(points, {}, &Point2::x));
}

TEST_CASE("columns of a logarithmic axis are as wide on it as each other") {
  ColumnThinner thinner(1, 1e6, true);
  for (long k = 1; k <= 1'000'000; ++k) thinner.add(static_cast<double>(k), 1 / static_cast<double>(k));
  const auto points = thinner.points();
  const auto in = [&points](double from, double to) {
    return std::ranges::count_if(points, [&](const Point2& p) { return p.x >= from && p.x < to; });
  };
  CHECK(in(1, 10) == 9);  // one for each step: six decades share 999 columns
  CHECK(std::abs(in(1e3, 1e4) - in(1e4, 1e5)) <= 2);
}

TEST_CASE("what lies beside the range is left out, and what is not finite is a gap") {
  ColumnThinner thinner(0, 10, false);
  for (const double x : {-1.0, 0.0, 5.0, 11.0}) thinner.add(x, x);
  thinner.add(7, no_value);
  thinner.add(9, 1);
  const auto points = thinner.points();
  REQUIRE(points.size() == 4);
  CHECK(std::isnan(points[2].y));
  CHECK(points[2].x == 7);
  CHECK(points[3].x == 9);
}

TEST_CASE("an orbit keeps its order and its extremes in bounded memory") {
  BlockThinner thinner;
  constexpr long steps = 300'000;
  for (long k = 0; k < steps; ++k) {
    const double angle = 2e-5 * static_cast<double>(k), r = k == 77'777 ? 3 : 1;
    thinner.add(r * std::cos(angle), r * std::sin(angle));
  }
  const auto points = thinner.points();
  CHECK(points.size() <= 4 * BlockThinner::most_blocks + 2);
  CHECK(points.size() >= BlockThinner::most_blocks / 2);
  CHECK(has_point(points, 3 * std::cos(2e-5 * 77'777), 3 * std::sin(2e-5 * 77'777)));
  CHECK(has_point(points, 1, 0));
  CHECK(has_point(points, std::cos(2e-5 * (steps - 1)), std::sin(2e-5 * (steps - 1))));
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double turned = points[i - 1].x * points[i].y - points[i - 1].y * points[i].x;
    CHECK(turned >= 0);  // onwards, never back
  }
}

TEST_CASE("an orbit with fewer points than blocks stays as it is, gaps included") {
  BlockThinner thinner;
  thinner.add(0, 0);
  thinner.add(no_value, 1);
  thinner.add(2, 1);
  const auto points = thinner.points();
  REQUIRE(points.size() == 3);
  CHECK(std::isnan(points[1].y));
  CHECK((points[2].x == 2 && points[2].y == 1));
}
