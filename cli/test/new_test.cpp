// nonholo new: what it writes works as it is, and nothing is overwritten.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

TEST_CASE("a new system is one that runs and checks, and whose orders are those of theory") {
  const Workplace place;
  CHECK_THAT(place.nonholo({"new", "system", "my_sled.toml"}).out, Contains("next: nonholo run my_sled.toml"));
  CHECK(place.nonholo({"run", "my_sled.toml"}).code == 0);
  const Ended check = place.nonholo({"check", "my_sled.toml"});
  CHECK(check.code == 0);
  CHECK_THAT(check.out, Contains("my_sled: every check holds"));
  CHECK(place.nonholo({"verify", "mclachlan_perlmutter", "--system", "my_sled.toml", "--quick"}).code == 0);
}

TEST_CASE("a new experiment holds what it expects, on a new system too") {
  const Workplace place;
  CHECK(place.nonholo({"new", "experiment"}).code == 0);
  CHECK(place.nonholo({"run", "experiment.toml", "--out", "results"}).code == 0);
  CHECK(place.nonholo({"new", "system"}).code == 0);
  CHECK(place.nonholo({"run", "experiment.toml", "--system", "system.toml"}).code == 0);
}

TEST_CASE("a new tableau is what it claims") {
  const Workplace place;
  CHECK(place.nonholo({"new", "tableau", "mine.toml"}).code == 0);
  CHECK_THAT(place.nonholo({"tableau", "check", "mine.toml"}).out, Contains("mine, 3 stages"));
  CHECK(place.nonholo({"tableau", "check", "mine.toml"}).code == 0);
  CHECK(place.nonholo({"verify", "mine.toml"}).code == 0);
}

TEST_CASE("a new method is the file that the build compiles and verifies") {
  const Workplace place;
  CHECK(place.nonholo({"new", "method"}).code == 0);
  std::string expected = contents(std::filesystem::path(NONHOLO_TEMPLATES) / "method.cpp");
  for (std::size_t at; (at = expected.find("@FILE@")) != expected.npos;) expected.replace(at, 6, "method.cpp");
  CHECK(contents(place.path("method.cpp")) == expected);
}

TEST_CASE("nothing that is there is overwritten, and a wrong kind is told with those that there are") {
  const Workplace place;
  place.write("system.toml", "mine");
  const auto refused = [&place](const std::vector<std::string>& arguments, const char* why) {
    const Ended ended = place.nonholo(arguments);
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, Contains(why));
  };
  refused({"new", "system"}, "FILE: system.toml exists already and is not overwritten");
  CHECK(contents(place.path("system.toml")) == "mine");
  refused({"new", "systm", "a.toml"}, "KIND: unknown kind of file 'systm'; did you mean 'system'");
  refused({"new", "tableau", "a.cpp"}, "the name of a tableau file must end in .toml");
  CHECK(place.nonholo({"new", "system", "nowhere/a.toml"}).code == 4);
  CHECK_FALSE(std::filesystem::exists(place.path("a.toml")));
}
