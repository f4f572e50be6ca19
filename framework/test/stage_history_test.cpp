// Extrapolation of stage unknowns: exact on the polynomials it interpolates, forgetful when the step size changes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/stage_history.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>

using namespace nonholo;

namespace {

/// The prediction of x(count) from x(0), ..., x(count - 1), where x(k) = (k/4)^degree and minus that.
VectorX<double> predicted(int degree, int count) {
  StageHistory<double> history(2);
  VectorX<double> x(2);
  for (int k = 0; k < count; ++k) {
    x << std::pow(k / 4.0, degree), -std::pow(k / 4.0, degree);
    history.push(0.1, x);
  }
  REQUIRE(history.predict(0.1, x));
  return x;
}

}  // namespace

TEST_CASE("p + 1 remembered values predict polynomials of degree p exactly") {
  for (int degree = 0; degree <= 6; ++degree)
    for (int count = std::max(degree + 1, 2); count <= 11; ++count) {  // beyond seven the oldest are forgotten
      const double expected = std::pow(count / 4.0, degree);
      // Quarters and their powers are exact in double, so are the binomial weights: nothing is rounded.
      CHECK(predicted(degree, count)[0] == expected);
      CHECK(predicted(degree, count)[1] == -expected);
    }
}

TEST_CASE("Degree p + 1 is missed by p + 1 values, by exactly the leading difference") {
  CHECK(predicted(2, 2)[0] - std::pow(2 / 4.0, 2) == -2 / 16.0);  // second difference of (k/4)^2
  // seventh difference of (k/4)^7; nine pushes, seven kept
  CHECK(predicted(7, 9)[0] - std::pow(9 / 4.0, 7) == -5040 / 16384.0);
}

TEST_CASE("A history of shorter reach forgets more") {
  StageHistory<double> history(1, 2);
  VectorX<double> x(1);
  for (const double value : {1.0, 0.0, 3.0, 7.0}) history.push(0.1, VectorX<double>::Constant(1, value));
  REQUIRE(history.predict(0.1, x));
  CHECK(x[0] == 11);  // of the last two
}

TEST_CASE("One value is not a history") {
  StageHistory<double> history(1);
  VectorX<double> x = VectorX<double>::Constant(1, 3);
  CHECK_FALSE(history.predict(0.1, x));
  history.push(0.1, x);
  CHECK_FALSE(history.predict(0.1, x));
  CHECK(x[0] == 3);
}

TEST_CASE("Another step size or a clear forgets the past") {
  StageHistory<double> history(1);
  VectorX<double> x(1);
  const auto push = [&](double h, double value) { history.push(h, VectorX<double>::Constant(1, value)); };
  push(0.1, 1), push(0.1, 2);
  CHECK_FALSE(history.predict(0.2, x));
  push(0.2, 5);
  CHECK_FALSE(history.predict(0.2, x));
  push(0.2, 7);
  REQUIRE(history.predict(0.2, x));
  CHECK(x[0] == 9);  // the line through 5 and 7; what came before is forgotten
  history.clear();
  CHECK_FALSE(history.predict(0.2, x));
}
