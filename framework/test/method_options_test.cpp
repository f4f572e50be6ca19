// The options of a run: kinds are kept apart, missing ones are named.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/method_options.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include "catch.hpp"

#include <memory>

using namespace nonholo;

namespace {

MethodOptions some() {
  MethodOptions options;
  options.set("h", 0.1);
  options.set("stages", 3L);
  options.set("tableau", std::string("gauss"));
  return options;
}

/// The key that an access is refused with.
template <class F> std::string refused_key(F access) {
  try {
    access(some());
  } catch (const InputError& error) {
    return error.key();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("Options come back as the kind they were given as, whole numbers are numbers") {
  CHECK(some().number("h") == 0.1);
  CHECK(some().integer("stages") == 3);
  CHECK(some().number("stages") == 3.0);
  CHECK(some().text("tableau") == "gauss");
}

TEST_CASE("An option of another kind is refused under its own name") {
  CHECK(refused_key([](const MethodOptions& o) { o.integer("h"); }) == "h");
  CHECK(refused_key([](const MethodOptions& o) { o.number("tableau"); }) == "tableau");
  CHECK(refused_key([](const MethodOptions& o) { o.text("stages"); }) == "stages");
}

TEST_CASE("A missing option is named") {
  CHECK(refused_key([](const MethodOptions& o) { o.number("rtol"); }) == "rtol");
  CHECK_FALSE(some().has("rtol"));
  CHECK(some().has("h"));
}

TEST_CASE("Setting an option again replaces it") {
  MethodOptions options = some();
  options.set("h", 2L);
  CHECK(options.integer("h") == 2);
}

TEST_CASE("A tableau is called by its name, and is there where a text would be looked up") {
  const Exact half = Exact(1) / 2;
  const Tableau midpoint("midpoint", {.A = MatrixX<Exact>::Constant(1, 1, half),
                                      .b = VectorX<Exact>::Constant(1, Exact(1)),
                                      .c = VectorX<Exact>::Constant(1, half)});
  MethodOptions options{{"tableau", GivenTableau{"mine", std::make_shared<const TableauSet>(midpoint)}}};
  CHECK(options.text("tableau") == "mine");
  REQUIRE(options.tableau("tableau"));
  CHECK(options.tableau("tableau")->stages() == 1);
  CHECK(shown(options.begin()->second) == "mine");
  CHECK_FALSE(some().tableau("tableau"));
}
