// Sine and cosine in line: less than a unit in the last place off, also where the reduction cancels; what duals take.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/sine_cosine.hpp>

#include <nonholo/framework/base/autodiff.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace nonholo;
using detail::cosine;
using detail::sine;

namespace {

double units_off(double y, long double exact) {
  const double size = std::abs(static_cast<double>(exact));
  return static_cast<double>(std::abs(static_cast<long double>(y) - exact)) / (std::nextafter(size, INFINITY) - size);
}

}  // namespace

TEST_CASE("Sine and cosine of a double are less than one unit in the last place off") {
  std::mt19937_64 random(20261127);
  for (const double largest : {1e-300, 1e-8, 0.8, 3.0, 100.0, 9e5, 1e12}) {  // beyond 1e6 they are the library's
    std::uniform_real_distribution<double> angle(-largest, largest);
    double off = 0;
    for (int i = 0; i < 50000; ++i) {
      const double x = angle(random);
      off = std::max(off, units_off(sine(x), std::sin(static_cast<long double>(x))));
      off = std::max(off, units_off(cosine(x), std::cos(static_cast<long double>(x))));
    }
    INFO(largest);
    CHECK(off < 0.8);
  }
}

constexpr double half_pi = 1.5707963267948966;

TEST_CASE("Next to multiples of pi / 2, where the reduction cancels, no digit is lost") {
  for (int n = 1; n < 600000; n = n * 3 + 1)
    for (const double x : {n * half_pi, -n * half_pi, std::nextafter(n * half_pi, 0)}) {
      INFO(x);
      CHECK(units_off(sine(x), std::sin(x)) <= 1);
      CHECK(units_off(cosine(x), std::cos(x)) <= 1);
    }
}

TEST_CASE("Sine and cosine of 0 are 0 and 1, and those of NaN and infinity are NaN") {
  CHECK(sine(0.0) == 0);
  CHECK(cosine(0.0) == 1);
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    CHECK(std::isnan(sine(x)));
    CHECK(std::isnan(cosine(x)));
  }
}

TEST_CASE("Duals of doubles use these sines and cosines, with and without derivatives") {
  const double x = 2.5;
  const auto y = sin(variable<1>(x, 0));
  CHECK(y.value() == Approx(std::sin(x)).epsilon(1e-15));
  CHECK(y.derivatives()[0] == Approx(std::cos(x)).epsilon(1e-15));
  CHECK(cos(Dual<double, 0>(x)).value() == Approx(std::cos(x)).epsilon(1e-15));
}
