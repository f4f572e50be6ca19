// What is remembered, and for whom.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/memo.hpp>

#include <stdexcept>
#include <string>

#include "catch.hpp"

using nonholo::Memo;

TEST_CASE("a function is called once for an argument, and once more when others have come in between") {
  Memo<int, std::string> memo;
  int calls = 0;
  const auto get = [&](int key) { return memo.get(key, [&] { return ++calls, std::to_string(key); }); };
  const auto first = get(7);
  CHECK(*first == "7");
  CHECK(get(7) == first);
  CHECK(calls == 1);
  for (int i = 100; i < 132; ++i) get(i);
  CHECK(calls == 33);
  CHECK(*get(7) == "7");
  CHECK(calls == 34);
  CHECK(*first == "7");  // whoever has it keeps it
}

TEST_CASE("the caller decides which arguments are equal, and a call that fails is not remembered") {
  Memo<std::string, int> memo([](const std::string& x, const std::string& y) { return x.size() == y.size(); });
  CHECK_THROWS_AS(memo.get("abc", []() -> int { throw std::runtime_error("no"); }), std::runtime_error);
  CHECK(*memo.get("abc", [] { return 3; }) == 3);
  CHECK(*memo.get("xyz", [] { return 4; }) == 3);
  CHECK(*memo.get("ab", [] { return 2; }) == 2);
}
