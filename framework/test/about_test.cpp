// Ranges of parameters: what they contain and how they are called.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/problem/about.hpp>

#include "catch.hpp"

using namespace nonholo;

TEST_CASE("Ranges differ at zero and below") {
  CHECK(contains(Range::any, -1));
  CHECK(contains(Range::non_negative, 0));
  CHECK_FALSE(contains(Range::non_negative, -1e-300));
  CHECK(contains(Range::positive, 1e-300));
  CHECK_FALSE(contains(Range::positive, 0));
}

TEST_CASE("A range is described by its bound") {
  CHECK(describe(Range::positive) == "> 0");
  CHECK(describe(Range::non_negative) == ">= 0");
  CHECK_FALSE(describe(Range::any).empty());
}
