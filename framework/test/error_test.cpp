// Wrong input: the message says where, and what was probably meant.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

const std::vector<std::string_view> known{"gauss", "radau_ia", "lobatto_iiia_b", "mp", "mp_half"};

std::string about(std::string_view name) { return unknown_name_message("method", name, known); }

}  // namespace

TEST_CASE("An error names file, line, key and message, in that order") {
  const InputError error = InputError("h", "must be > 0").at("study.toml", 7, "run");
  CHECK(std::string(error.what()) == "study.toml:7: h: must be > 0");
  CHECK(error.file() == "study.toml");
  CHECK(error.line() == 7);
  CHECK(error.key() == "h");
  CHECK(error.message() == "must be > 0");
}

TEST_CASE("A place is added only where none is known") {
  const InputError lower = InputError("", "is wrong").at("a.toml", 3, "problem");
  const InputError upper = lower.at("b.toml", 9, "method");
  CHECK(std::string(upper.what()) == "a.toml:3: problem: is wrong");
}

TEST_CASE("An error without a place is its key and message") {
  CHECK(std::string(InputError("h", "0: too small").what()) == "h: 0: too small");
  CHECK(std::string(InputError("", "too small").what()) == "too small");
}

TEST_CASE("A misspelt name is answered by its nearest neighbour") {
  CHECK_THAT(about("gaus"), Contains("did you mean 'gauss'?"));   // one deletion
  CHECK_THAT(about("guass"), Contains("did you mean 'gauss'?"));  // a swap is two substitutions
  CHECK_THAT(about("lobato_iiia_b"), Contains("'lobatto_iiia_b'"));
}

TEST_CASE("A part of a name is answered by the names that contain it") {
  CHECK_THAT(about("lobatto"), Contains("did you mean 'lobatto_iiia_b'?"));
  CHECK_THAT(about("radau_ia_3"), Contains("did you mean 'radau_ia'?"));
}

TEST_CASE("A name like nothing known is answered by the list alone") {
  CHECK(about("trapezoidal") == "unknown method 'trapezoidal'. Known: gauss, radau_ia, lobatto_iiia_b, mp, mp_half");
}

TEST_CASE("The nearest name comes first and no more than three are suggested") {
  const std::vector<std::string_view> many(1000, "a name of twenty-five b");
  CHECK(unknown_name_message("name", "x", many).size() < 8200);
  CHECK_THAT(unknown_name_message("name", "x", many), Catch::Matchers::EndsWith("more"));
  CHECK_THAT(unknown_name_message("name", "thta", {"a", "t", "theta"}), Catch::Matchers::Contains("mean 'theta'?"));
  const std::string message = unknown_name_message("method", "abcd", {"abxx", "abcx", "abcd1", "xbcd", "abdd"});
  // all at distance 1; 'xbcd' is the fourth, 'abxx' at 2
  CHECK_THAT(message, Contains("did you mean 'abcd1' or 'abcx' or 'abdd'?"));
}
