// Size classes: which fixed-size engine a problem runs in.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/numeric.hpp>

#include "catch.hpp"

#include <type_traits>

using namespace nonholo;

TEST_CASE("Listed sizes run in their own class, every other pair in the dynamic one") {
  STATIC_REQUIRE(std::is_same_v<size_class_of<double, 3, 1>, SizeClass<3, 1>>);
  STATIC_REQUIRE(std::is_same_v<size_class_of<double, 4, 2>, SizeClass<4, 2>>);
  STATIC_REQUIRE(std::is_same_v<size_class_of<double, 5, 2>, SizeClass<dynamic, dynamic>>);
  STATIC_REQUIRE(std::is_same_v<size_class_of<double, 4, 1>, SizeClass<dynamic, dynamic>>);  // both must agree
}
