// Options as they are described: a text stands for a value, the usual one where none is given, and nothing else.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/option.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

enum class Colour { red, green };

Selection<Colour> colour(std::string_view usual) {
  return {{.key = "colour", .meaning = "of the paint", .usual = usual},
          {{"red", Colour::red}, {"green", Colour::green}}};
}

}  // namespace

TEST_CASE("A selection reads the value that a text stands for") {
  CHECK(colour("red").in({{"colour", "green"}}) == Colour::green);
  CHECK(colour("").given({{"colour", "red"}}) == Colour::red);
}

TEST_CASE("A selection that is not given takes its default, and is required where it has none") {
  CHECK(colour("green").in({}) == Colour::green);
  CHECK_FALSE(colour("").given({}));
  CHECK_THROWS_WITH(colour("").in({}), "colour: is required by this method");
}

TEST_CASE("Another text is refused under the option's key, with the choices and the nearest of them") {
  CHECK_THROWS_WITH(colour("red").in({{"colour", "greeen"}}),
                    "colour: unknown colour 'greeen'; did you mean 'green'? Known: red, green");
  CHECK_THROWS_WITH(colour("red").in({{"colour", 2L}}), "colour: must be a string");
}

TEST_CASE("The description of a selection names its choices in order") {
  const Selection<Colour> selection = colour("red");
  const Option& described = selection;
  CHECK(described.choices == std::vector<std::string_view>{"red", "green"});
  CHECK(described.kind == OptionKind::text);
}
