// What an integrator need not say itself.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrator.hpp>

#include "catch.hpp"
#include "still.hpp"

#include <vector>

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("A method without a move of its own starts anew, and needs no guess of its multipliers") {
  Still still;
  still.guess_multipliers(std::vector<double>{1, 2, 3});
  still.start(0, std::vector<double>{1, 2, 3}, {});
  still.move_to(5, std::vector<double>{4, 5, 6}, {});
  CHECK(still.starts == 2);
  CHECK(still.view().t == 5);
  CHECK(still.view().q[0] == 4);
}

TEST_CASE("a state of another size than the system's is refused, and one that fits is a start") {
  Still still;
  still.admits = true;
  CHECK_FALSE(still.started());
  const std::vector<double> three{1, 2, 3}, two{1, 2};
  CHECK_THROWS_WITH(still.start(0, two, three), Catch::Matchers::Contains("has 2 entries, the system 3"));
  CHECK_THROWS_AS(still.start(0, three, two), InputError);
  CHECK_THROWS_AS(still.move_to(0, three, {}), InputError);
  CHECK_FALSE(still.started());
  still.start(0, three, three);
  CHECK(still.started());
}
