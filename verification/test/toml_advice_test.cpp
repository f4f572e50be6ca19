// What is said of TOML that cannot be parsed, in the words of those who write it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/toml_table.hpp>

#include "catch.hpp"

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

std::string told(const std::string& toml) {
  try {
    static_cast<void>(parsed_toml(with_long_numbers_shortened(toml), "a.toml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "is taken";
}

}  // namespace

TEST_CASE("a missing quote is told, and a text without quotes is shown with them") {
  CHECK_THAT(told("t = 1\nlagrangian = \"vx^2/2\nh = 1\n"), Contains("a.toml:2: the quote at the end is missing"));
  CHECK_THAT(told("lagrangian = 'vx^2/2\n"), Contains("the quote at the end is missing"));
  CHECK_THAT(told("lagrangian = \"\"\"vx^2/2\n"), Contains("the quotes at the end are missing"));
  CHECK_THAT(told("lagrangian = vx^2/2 # kinetic\n"), Contains("stands in quotes: \"vx^2/2\""));
  CHECK_THAT(told("constraints = [f(x, y), vy]\n"), Contains("stands in quotes: \"f(x, y)\""));
  for (const char* value : {"theta", "tan(x)", "falsey", "nu*x", "f"}) {
    INFO(value);
    CHECK_THAT(told(std::string("q = [0, ") + value + ", 1]\n"),
               Contains("stands in quotes: \"" + std::string(value) + "\""));
  }
  CHECK_THAT(told("q = [\"a, \"b\"]\n"), Contains("a comma is missing, or a quote"));
  CHECK_THAT(told("a = “x”\n"), Contains("“ is no quote here"));
  CHECK_THAT(told("a = \"x\" + \"y\"\n"), Contains("one pair of quotes"));
}

TEST_CASE("lists in parentheses, expressions without quotes and units are told") {
  CHECK_THAT(told("[problem]\ninitial = { q = (0, 1) }\n"), Contains("a.toml:2: a list stands in square brackets"));
  CHECK_THAT(told("h = 1/10\n"), Contains("an expression stands in quotes: \"1/10\""));
  CHECK_THAT(told("t_end = 5 s\n"), Contains("without a unit"));
  CHECK_THAT(told("p = { m = 1, g = 9.81 m }\n"), Contains("without units"));
  CHECK_THAT(told("h = 0,1\n"), Contains("a number has a point"));
  CHECK_THAT(told("h = .1\n"), Contains("on both sides of the point"));
  CHECK_THAT(told("h =\n"), Contains("a value is expected"));
}

TEST_CASE("a table over several lines is told the header that it needs") {
  const std::string define = "[system]\ncoordinates = [\"x\"]\ndefine = { w = \"vx\",\n  e = \"x\" }\n";
  CHECK_THAT(told(define), Contains("a.toml:3:") && Contains("below the header [system.define]"));
  CHECK_THAT(told("[[run]]\ninitial = {\n q = [1] }\n"), Contains("below the header [run.initial]"));
  CHECK(told("[system.define]\nw = \"vx\"\ne = \"x\"\n") == "is taken");
}

TEST_CASE("headers and keys that stand twice, or are not closed, are told") {
  CHECK_THAT(told("[run]\nh = 1\n[run]\nh = 2\n"), Contains("a.toml:3:") && Contains("[[run]]"));
  CHECK_THAT(told("h = 1\nh = 2\n"), Contains("a.toml:2: this key stands twice"));
  CHECK_THAT(told("[system\nx = 1\n"), Contains("the ] of the header is missing"));
  CHECK_THAT(told("a: 1\n"), Contains("a key is followed by ="));
  CHECK_THAT(told("// x\n"), Contains("a comment begins with #"));
  CHECK_THAT(told("a = True\n"), Contains("small letters"));
}
