// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/nesting.hpp>

#include "catch.hpp"

#include <string>

using namespace nonholo;

TEST_CASE("brackets within brackets are counted, those in strings and those that close again are not") {
  CHECK(nests_deeply(std::string(200'000, '[')));
  CHECK(nests_deeply("{\"a\": " + std::string(300, '{')));
  CHECK_FALSE(nests_deeply("\"" + std::string(300, '[') + "\""));
  CHECK_FALSE(nests_deeply("\"\\\"" + std::string(300, '[') + "\""));
  std::string flat;
  for (int i = 0; i < 1000; ++i) flat += "[{}],";
  CHECK_FALSE(nests_deeply(flat));
}
