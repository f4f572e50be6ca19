// Least-squares slopes, on points whose slope is known.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/figure/slope.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>

using namespace nonholo;

TEST_CASE("points on a line have its slope, however far from the origin they are") {
  Slope slope;
  for (int k = 0; k < 1000; ++k) slope.add(1e8 + k, 3 - 0.25 * k);
  REQUIRE(slope.value());
  CHECK(*slope.value() == Approx(-0.25).epsilon(1e-12));
}

TEST_CASE("the slope is that of least squares") {
  Slope slope;  // sum (x - 1)(y - 4/3) / sum (x - 1)^2 = 1
  slope.add(0, 1);
  slope.add(1, 0);
  slope.add(2, 3);
  CHECK(*slope.value() == Approx(1).epsilon(1e-15));
}

TEST_CASE("one x has no slope") {
  Slope slope;
  CHECK_FALSE(slope.value());
  slope.add(1, 1);
  slope.add(1, 2);
  CHECK_FALSE(slope.value());
}

TEST_CASE("on logarithmic axes a power has its exponent, and what they cannot show is passed over") {
  AxisSlope order(true, true), rate(false, true);
  for (const double x : {0.1, 0.2, 0.4, 0.8}) {
    order.add(x, 5 * x * x);
    rate.add(x, std::exp(-3 * x));
  }
  order.add(1, 0);
  order.add(2, -1);
  order.add(3, std::numeric_limits<double>::infinity());
  CHECK(*order.value() == Approx(2).epsilon(1e-14));
  CHECK(*rate.value() == Approx(-3).epsilon(1e-14));
}
