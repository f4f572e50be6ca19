// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/fitted_order.hpp>

#include <cmath>
#include <cstddef>

namespace nonholo {

namespace {

constexpr std::size_t fewest_points = 4;
constexpr double pre_asymptotic = 0.05;  // difference of local slopes

}  // namespace

double local_order(const StepError& a, const StepError& b) { return std::log(b.error / a.error) / std::log(b.h / a.h); }

std::optional<double> fitted_order(const std::vector<StepError>& points, double floor) {
  std::vector<StepError> used;
  for (const StepError& point : points)
    if (std::isfinite(point.error) && point.error > floor) used.push_back(point);
  if (used.size() < fewest_points) return std::nullopt;
  const double finest = local_order(used[used.size() - 2], used.back());
  std::size_t first = used.size() - fewest_points;
  while (first > 0 && std::abs(local_order(used[first - 1], used[first]) - finest) <= pre_asymptotic) --first;
  used.erase(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(first));
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(used.size());
  for (const StepError& point : used) {
    x += std::log(point.h) / n;
    y += std::log(point.error) / n;
  }
  for (const StepError& point : used) {
    xx += (std::log(point.h) - x) * (std::log(point.h) - x);
    xy += (std::log(point.h) - x) * (std::log(point.error) - y);
  }
  return xy / xx;
}

}  // namespace nonholo
