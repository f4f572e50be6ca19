// What the base of all methods checks, and what a method need not say itself.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrator.hpp>

#include "catch.hpp"
#include "still.hpp"

#include <limits>
#include <span>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const std::vector<double> two{1, 2}, three{1, 2, 3}, others{4, 5, 6};
constexpr double no_number = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("A method without a move of its own starts anew, and needs no guess of its multipliers") {
  Still still;
  still.guess_multipliers(three);
  still.start(0, three, three);
  still.move_to(5, others, three);
  CHECK(still.starts == 2);
  CHECK(still.view().t == 5);
  CHECK(still.view().q[0] == 4);
}

TEST_CASE("A start of another size than the system's is refused") {
  Still still;
  CHECK_THROWS_WITH(still.start(0, two, three), Contains("q") && Contains("has 2 entries; the system has 3"));
  CHECK_THROWS_WITH(still.start(0, three, {}), Contains("v") && Contains("has 0 entries; the system has 3"));
  CHECK_THROWS_AS(still.move_to(0, three, two), InputError);
  CHECK(still.starts == 0);
}

TEST_CASE("A state that is not finite is refused, and the state before it stays") {
  Still still;
  still.start(1, three, three);
  for (const double wrong : {no_number, infinity, -infinity}) {
    CHECK_THROWS_WITH(still.start(wrong, others, others), Contains("t") && Contains("not finite"));
    CHECK_THROWS_WITH(still.start(0, std::vector<double>{4, wrong, 6}, others),
                      Contains("q") && Contains("not finite"));
    CHECK_THROWS_WITH(still.move_to(0, others, std::vector<double>{4, 5, wrong}),
                      Contains("v") && Contains("not finite"));
  }
  CHECK(still.starts == 1);
  CHECK(still.view().t == 1);
  CHECK(still.step(0.1).outcome == Outcome::success);
}

TEST_CASE("There is no step before the start, nor after a start that was refused") {
  Still still;
  CHECK(still.step(0.1).outcome == Outcome::not_started);
  still.changed();
  CHECK(still.step(0).outcome == Outcome::not_started);
  still.move_to(0, three, three);
  CHECK(still.step(0.1).outcome == Outcome::success);
  still.refuses = true;
  CHECK_THROWS_AS(still.start(0, others, others), UnsuitableSystem);
  CHECK(still.step(0.1).outcome == Outcome::not_started);
  CHECK(still.steps == 1);
}

TEST_CASE(
    "A step of zero changes nothing, a step that is no number fails, and only adaptive methods take an unbounded one") {
  for (const bool adaptive : {false, true}) {
    Still still(System<double>(Flat{}), adaptive);
    still.start(0, three, three);
    CHECK(still.step(0).outcome == Outcome::success);
    CHECK(still.step(no_number).outcome == Outcome::not_finite);
    CHECK(still.step(-infinity).outcome == Outcome::not_finite);
    CHECK(still.steps == 0);
    CHECK(still.step(infinity).outcome == (adaptive ? Outcome::success : Outcome::not_finite));
  }
}

TEST_CASE("A saved state that is too short is refused, and the state stays") {
  Still still;
  still.start(0, three, three);
  const std::vector<double> saved{7, 8, 9, 10};
  std::span<const double> numbers = std::span(saved).first(2);
  CHECK_THROWS_WITH(still.restore(numbers), Contains("numbers") && Contains("has 2 entries") && Contains("has 3"));
  CHECK(still.view().t == 0);
  numbers = saved;
  still.restore(numbers);
  CHECK(still.view().t == 7);
  CHECK(still.view().q[1] == 9);
  CHECK(numbers.size() == 1);
}

TEST_CASE("After a change of the system the method continues from its current state") {
  Still still;
  still.start(0, three, others);
  still.set_time(3);
  still.changed();
  CHECK(still.starts == 2);
  CHECK(still.view().t == 3);
  CHECK(still.view().q[2] == 3);
  CHECK(still.view().v[2] == 6);
}
