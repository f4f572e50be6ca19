// The table of outcomes: complete, unambiguous, readable back.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/outcome.hpp>

#include "catch.hpp"

#include <set>
#include <string>
#include <vector>

using namespace nonholo;

namespace {

std::vector<Outcome> all_outcomes() {
  std::vector<Outcome> all;
  for (int i = 0; i <= static_cast<int>(Outcome::interrupted); ++i) all.push_back(static_cast<Outcome>(i));
  return all;
}

}  // namespace

TEST_CASE("Every outcome has its own name and text, and its name leads back to it") {
  std::set<std::string> names, texts;
  for (const Outcome outcome : all_outcomes()) {
    names.emplace(name(outcome));
    texts.emplace(text(outcome));
    CHECK(outcome_named(name(outcome)) == outcome);
    CHECK_FALSE(text(outcome).empty());
  }
  CHECK(names.size() == all_outcomes().size());
  CHECK(texts.size() == all_outcomes().size());
}

TEST_CASE("Every failure advises, success does not") {
  for (const Outcome outcome : all_outcomes()) CHECK(advice(outcome).empty() == is_success(outcome));
}

TEST_CASE("An unknown name belongs to no outcome") {
  CHECK_FALSE(outcome_named("sucess"));
  CHECK_FALSE(outcome_named(""));
}
