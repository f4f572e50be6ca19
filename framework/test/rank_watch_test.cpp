// Constraints that stay independent, and those that do not, at a state or between two.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/rank_watch.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

using Row = Matrix<double, 1, 3>;

/// c rows of a cube, the last of which leans towards the one before.
MatrixX<double> leaning(Eigen::Index rows, double angle) {
  MatrixX<double> K = MatrixX<double>::Identity(rows, rows + 1);
  K.row(rows - 1).setZero();
  K(rows - 1, rows - 2) = std::cos(angle);
  K(rows - 1, rows - 1) = std::sin(angle);
  return K;
}

}  // namespace

TEST_CASE("a constraint that turns stays one, however far it turns and however its size swings") {
  RankWatch<double, 3, 1> watch(1, 3);
  for (int i = 0; i < 1000; ++i) {
    const double angle = 0.1 * i;
    CHECK(watch.holds(Row(-std::sin(angle), std::cos(angle), 0) * (1.1 + std::cos(0.3 * angle))));
  }
}

TEST_CASE("a watch that is asked too seldom to tell a turn from a passage through dependence says so") {
  RankWatch<double, 3, 1> watch(1, 3);
  const auto turned = [](double angle, double size) { return Row(Row(-std::sin(angle), std::cos(angle), 0) * size); };
  CHECK(watch.holds(turned(0, 1)));
  CHECK(watch.holds(turned(0.6, 1)));
  CHECK_FALSE(watch.swings());
  CHECK(watch.holds(turned(0.6, 0.9)));
  CHECK_FALSE(watch.swings());
  CHECK(watch.holds(turned(0.6, 0.7)));
  CHECK(watch.swings());
  CHECK(watch.holds(turned(1.3, 0.7)));
  CHECK(watch.swings());
}

TEST_CASE("a constraint that vanishes between two steps is lost, though it is there at each") {
  RankWatch<double, 3, 1> watch(1, 3);
  double lost_at = -1;
  for (double x = 1; x > -1; x -= 0.07)
    if (!watch.holds(Row(x, 2 * x, 0.01)) && lost_at < 0) lost_at = 1 - x;
  CHECK(lost_at == Approx(1.05));  // the first step beyond 0
}

TEST_CASE("a constraint that vanishes at a step is lost there") {
  RankWatch<double, 3, 1> watch(1, 3);
  CHECK(watch.holds(Row(1, 0, 0)));
  CHECK_FALSE(watch.holds(Row(0, 0, 0)));
}

TEST_CASE("constraints are lost where one leans over another, of any number") {
  for (const Eigen::Index rows : {2, 3, 4, 5, 20}) {
    CAPTURE(rows);
    RankWatch<double, dynamic, dynamic> at(rows, rows + 1), between(rows, rows + 1);
    CHECK(at.holds(leaning(rows, 1)));
    CHECK(at.holds(leaning(rows, 1e-3)));
    CHECK_FALSE(at.holds(leaning(rows, 1e-7)));
    for (const double angle : {1.0, 0.2, 0.1}) CHECK(between.holds(leaning(rows, angle)));
    CHECK_FALSE(between.holds(leaning(rows, -0.1)));
  }
}

TEST_CASE("many constraints that shrink together stay independent, though their volume is no number") {
  RankWatch<double, dynamic, dynamic> watch(400, 401);
  for (const double length : {1.0, 1e-2, 1e-4, 1.0}) CHECK(watch.holds(length * leaning(400, 1)));
  CHECK_FALSE(watch.holds(leaning(400, 1e-8)));
}

TEST_CASE("a watch that goes on from the memory of another sees what it would see") {
  RankWatch<double, dynamic, dynamic> one(5, 6), other(5, 6);
  CHECK(one.holds(leaning(5, 1)));
  CHECK(one.holds(leaning(5, 1e-3)));
  other.remember(one.memory());
  CHECK(other.memory() == one.memory());
  CHECK_FALSE(other.holds(leaning(5, 1e-7)));
  CHECK_FALSE(other.holds(leaning(5, -1e-3)));
}

TEST_CASE("the remainder of the most dependent row is given relative to its largest value") {
  RankWatch<double, dynamic, dynamic> watch(3, 4);
  CHECK(watch.holds(leaning(3, std::asin(1.0))));
  CHECK(watch.left() == Approx(1));
  CHECK(watch.holds(leaning(3, 0.01)));
  CHECK(watch.left() == Approx(std::sin(0.01)));
  CHECK(watch.holds(0.1 * leaning(3, 0.5)));
  CHECK(watch.left() == Approx(0.1 * std::sin(0.5)));
}
