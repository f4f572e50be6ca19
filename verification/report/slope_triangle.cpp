// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/slope_triangle.hpp>

#include <nonholo/verification/figure/slope.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

constexpr double covered = 0.3;    // of what the curve spans in x
constexpr double distance = 0.05;  // from the curve, of what all curves span in y

using Points = std::vector<std::pair<double, double>>;  // logarithms, by x

Points logarithms(const Curve& curve) {
  Points points;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (curve.x[i] > 0 && curve.y[i] > 0) points.emplace_back(std::log(curve.x[i]), std::log(curve.y[i]));
  std::ranges::sort(points);
  return points;
}

double slope_of(const Points& points) {
  Slope slope;
  for (const auto& [x, y] : points) slope.add(x, y);
  return slope.value().value_or(std::numeric_limits<double>::infinity());
}

/// On the line through the points.
double at(const Points& points, double x) {
  const auto right =
      std::ranges::find_if(points.begin() + 1, points.end() - 1, [x](const auto& p) { return p.first >= x; });
  const auto left = right - 1;
  if (right->first == left->first) return left->second;
  return left->second + (right->second - left->second) * (x - left->first) / (right->first - left->first);
}

}  // namespace

std::optional<SlopeTriangle> slope_triangle(const Figure& figure, double slope) {
  Points nearest;
  double low = std::numeric_limits<double>::infinity(), high = -low, off = low;
  for (const Curve& curve : figure.curves) {
    Points points = logarithms(curve);
    for (const auto& [x, y] : points) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
    if (points.size() < 2 || points.front().first == points.back().first) continue;
    if (const double difference = std::abs(slope_of(points) - slope); difference < off) {
      off = difference;
      nearest = std::move(points);
    }
  }
  if (nearest.empty()) return std::nullopt;
  const double span = nearest.back().first - nearest.front().first;
  const double x0 = nearest.front().first + (0.5 - covered / 2) * span, x1 = x0 + covered * span;
  // the hypotenuse nowhere above the curve: the lower of its ends decides
  const double rise = slope * (x1 - x0);
  const double y0 = std::min(at(nearest, x0), at(nearest, x1) - rise) - distance * (high - low);
  return SlopeTriangle{std::exp(x0), std::exp(x1), std::exp(y0), std::exp(y0 + rise), slope};
}

}  // namespace nonholo
