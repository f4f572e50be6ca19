// Globs on names.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/glob.hpp>

#include "catch.hpp"

using nonholo::glob_matches;

TEST_CASE("a glob stands for a whole name: * for any characters, ? for one, [...] for one of these") {
  CHECK(glob_matches("gauss", {"gauss"}));
  CHECK_FALSE(glob_matches("gaus", {"gauss"}));
  CHECK_FALSE(glob_matches("auss", {"gauss"}));
  CHECK(glob_matches("lobatto_*_b", {"lobatto_iiia_b"}));
  CHECK(glob_matches("*", {""}));
  CHECK(glob_matches("g*s*", {"gauss"}));
  CHECK(glob_matches("gaus?", {"gauss"}));
  CHECK_FALSE(glob_matches("gauss?", {"gauss"}));
  CHECK(glob_matches("radau_[ij]a", {"radau_ia"}));
  CHECK_FALSE(glob_matches("", {"gauss"}));
}

TEST_CASE("a glob matches if it matches one of several names") {
  CHECK(glob_matches("gn?", {"spark", "gni", ""}));
  CHECK_FALSE(glob_matches("gn?", {"spark", "", "gauss"}));
}
