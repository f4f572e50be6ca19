// The order that errors show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/fitted_order.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace nonholo;

namespace {

std::vector<StepError> errors(int count, const std::function<double(double)>& error) {
  std::vector<StepError> points;
  for (int i = 0; i < count; ++i) points.push_back({std::pow(0.5, i), error(std::pow(0.5, i))});
  return points;
}

}  // namespace

TEST_CASE("the slope of a pure power is its exponent") {
  CHECK(*fitted_order(errors(6, [](double h) { return 3 * std::pow(h, 4); }), 1e-30) == Approx(4));
  CHECK_FALSE(fitted_order(errors(3, [](double h) { return h; }), 1e-30));
}

TEST_CASE("round-off and pre-asymptotic points are left out, and four are kept") {
  CHECK(*fitted_order(errors(10, [](double h) { return std::max(h * h * h, 1e-6); }), 1e-5) == Approx(3));
  CHECK(*fitted_order(errors(10, [](double h) { return h * h + 5 * h * h * h * h; }), 1e-30) == Approx(2).margin(0.05));
  CHECK(*fitted_order(errors(4, [](double h) { return h + 10 * h * h; }), 1e-30) > 1.2);  // nothing to leave out
}
