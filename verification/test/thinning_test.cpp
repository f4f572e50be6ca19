// Thinning: nothing is lost that a picture of a thousand columns would show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/thinning.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

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

namespace {

/// How far the middles of the lines of a curve are from the unit circle, at most; 1 where there is no line.
double off_unit_circle(const std::vector<Point2>& points) {
  double worst = 1;
  bool any = false;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double x = (points[i - 1].x + points[i].x) / 2, y = (points[i - 1].y + points[i].y) / 2;
    if (std::isnan(x)) continue;
    worst = std::max(any ? worst : 0, std::abs(1 - std::hypot(x, y)));
    any = true;
  }
  return worst;
}

/// The largest angle of the unit circle in which no line of the curve is.
double widest_hole(const std::vector<Point2>& points) {
  std::vector<bool> met(360, false);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto [x0, y0] = points[i - 1];
    const auto [x1, y1] = points[i];
    if (std::isnan(x0) || std::isnan(x1)) continue;
    for (int k = 0; k <= 100; ++k) {
      const double part = k / 100., angle = std::atan2(y0 + part * (y1 - y0), x0 + part * (x1 - x0));
      met[static_cast<std::size_t>(std::clamp(180 + angle * 180 / std::numbers::pi, 0.0, 359.0))] = true;
    }
  }
  long hole = 0, widest = 0;
  for (std::size_t k = 0; k < 720; ++k) {
    hole = met[k % 360] ? 0 : hole + 1;
    widest = std::max(widest, hole);
  }
  return static_cast<double>(widest);
}

std::vector<Point2> thinned_circle(long steps, double turns) {
  PathThinner thinner;
  for (long k = 0; k <= steps; ++k) {
    const double angle = 2 * std::numbers::pi * turns * static_cast<double>(k) / static_cast<double>(steps);
    thinner.add(std::cos(angle), std::sin(angle));
  }
  return thinner.points();
}

}  // namespace

TEST_CASE("an orbit keeps its order and its extremes in bounded memory") {
  PathThinner thinner;
  constexpr long steps = 300'000;
  for (long k = 0; k < steps; ++k) {
    const double angle = 2e-5 * static_cast<double>(k), r = k == 77'777 ? 3 : 1;
    thinner.add(r * std::cos(angle), r * std::sin(angle));
  }
  const auto points = thinner.points();
  CHECK(points.size() <= PathThinner::most_points);
  CHECK(has_point(points, 3 * std::cos(2e-5 * 77'777), 3 * std::sin(2e-5 * 77'777)));
  CHECK(has_point(points, 1, 0));
  CHECK(has_point(points, std::cos(2e-5 * (steps - 1)), std::sin(2e-5 * (steps - 1))));
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double turned = points[i - 1].x * points[i].y - points[i - 1].y * points[i].x;
    CHECK(turned >= 0);  // onwards, never back
  }
}

TEST_CASE("a circle stays one, however many steps and turns it has") {
  for (const auto& [steps, turns] :
       {std::pair(5000L, 50.0), {50'000L, 50.0}, {1'000'000L, 50.0}, {1'000'000L, 5000.1}, {300'000L, 1.0}}) {
    INFO(steps << " steps, " << turns << " turns");
    const auto points = thinned_circle(steps, turns);
    CHECK(points.size() <= PathThinner::most_points);
    // of a step the arrow is 1 - cos(pi turns / steps); thinning adds half a cell of the picture, which is 2 wide
    const double arrow = 1 - std::cos(std::numbers::pi * turns / static_cast<double>(steps));
    CHECK(off_unit_circle(points) <= arrow + 2 * 2 * PathThinner::tolerance);
    CHECK(widest_hole(points) == 0);
  }
}

TEST_CASE("thinning measures as the axes do: on logarithmic axes a power law is a line, on others it is none") {
  const auto thinned = [](bool log) {
    PathThinner thinner({.log = log}, {.log = log});
    for (long k = 1; k <= 100'000; ++k) {
      const double x = 1e-3 * static_cast<double>(k);
      thinner.add(x, x * x * x);
    }
    return thinner.points();
  };
  CHECK(thinned(true).size() < 20);  // first, last, and where room was made
  const auto curved = thinned(false);
  CHECK(curved.size() > 20);
  for (std::size_t i = 1; i < curved.size(); ++i) {  // a chord of x^3 over d is at most 3 x d^2 / 4 off
    const double d = curved[i].x - curved[i - 1].x;
    CHECK(0.75 * curved[i].x * d * d / 1e6 <= 2.1 * PathThinner::tolerance);
  }
}

TEST_CASE("of a curve that fills its picture no line is false, and every part of the picture has some") {
  PathThinner thinner;
  for (long k = 0; k < 400'000; ++k) {
    const double t = 0.01 * static_cast<double>(k);
    thinner.add(std::sin(t), std::sin(std::numbers::sqrt2 * t));
  }
  const auto points = thinner.points();
  CHECK(points.size() <= PathThinner::most_points);
  std::vector<bool> met(400, false);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (std::isnan(points[i - 1].x) || std::isnan(points[i].x)) continue;
    const double x = (points[i - 1].x + points[i].x) / 2, y = (points[i - 1].y + points[i].y) / 2;
    met[static_cast<std::size_t>(10 + 9.99 * x) * 20 + static_cast<std::size_t>(10 + 9.99 * y)] = true;
  }
  CHECK(std::ranges::count(met, true) == 400);
}

TEST_CASE("points without lines stay where their place has none yet, on a line too") {
  PathThinner thinner({}, {}, false);
  for (long k = 0; k < 100'000; ++k) thinner.add(static_cast<double>(k % 300), 0);
  const auto points = thinner.points();
  CHECK(points.size() <= PathThinner::most_points);
  for (int x = 0; x < 300; ++x) CHECK(has_point(points, x, 0));
}

TEST_CASE("points that hide behind others are left out of a long scatter, not of a short one") {
  PathThinner many({}, {}, false), few({}, {}, false);
  for (int k = 0; k < 5000; ++k) many.add(k, 0);
  for (int k = 0; k < 4000; ++k) few.add(k, 0);
  CHECK(many.points().size() <= PathThinner::finest_cells / PathThinner::point_size + 4);  // and the extremes
  CHECK(few.points().size() == 4000);
}

TEST_CASE("an orbit with few points stays as it is, gaps included") {
  PathThinner thinner;
  thinner.add(0, 0);
  thinner.add(no_value, 1);
  thinner.add(2, 1);
  const auto points = thinner.points();
  REQUIRE(points.size() == 3);
  CHECK(std::isnan(points[1].y));
  CHECK((points[2].x == 2 && points[2].y == 1));
}
