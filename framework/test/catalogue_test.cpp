// Catalogues: ordered, searched by name, and helpful about names they do not hold.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/catalogue.hpp>

#include "catch.hpp"

#include <string>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

struct Thing {
  std::string_view name;
  int value;
};

const Catalogue<Thing> things("thing", {{"gauss", 1}, {"radau", 2}, {"gauss_like", 3}});

}  // namespace

TEST_CASE("An entry is found by its whole name only") {
  CHECK(things.at("gauss_like").value == 3);
  CHECK(things.find("gauss") == &*things.begin());
  CHECK(things.find("gaus") == nullptr);
  CHECK(things.find("") == nullptr);
}

TEST_CASE("Names come in the order in which they were written down") {
  CHECK(things.names() == std::vector<std::string_view>{"gauss", "radau", "gauss_like"});
  CHECK(things.size() == 3);
}

TEST_CASE("An unknown name is refused with its kind and its neighbours") {
  CHECK_THROWS_AS(things.at("radua"), InputError);
  CHECK_THROWS_WITH(things.at("radua"), Contains("unknown thing 'radua'") && Contains("did you mean 'radau'?"));
}

TEST_CASE("An added entry is found at the end, and a name that exists already is refused") {
  Catalogue<Thing> more("thing", {{"gauss", 1}});
  more.add({"radau", 2});
  CHECK(more.names() == std::vector<std::string_view>{"gauss", "radau"});
  CHECK_THROWS_WITH(more.add({"gauss", 7}), Contains("there is a thing of this name already"));
  CHECK(more.at("gauss").value == 1);
  CHECK(more.size() == 2);
}
