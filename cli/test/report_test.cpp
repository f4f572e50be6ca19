// nonholo report, and the page that nonholo run --out leaves.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

TEST_CASE("run --out leaves the page of its results, and report writes it again") {
  const Workplace place;
  REQUIRE(run(place, "title = \"Sleigh downhill\"\n" + sleigh + midpoint + ten_steps, {"--out", "results"}).code == 0);
  const std::string html = contents(place.path("results/report.html"));
  CHECK_THAT(html, Contains("Sleigh downhill"));
  std::filesystem::remove(place.path("results/report.html"));
  const Ended ended = place.nonholo({"report", "results"});
  CHECK(ended.code == 0);
  CHECK(ended.out == "results/report.html\n");
  CHECK(contents(place.path("results/report.html")) == html);
}

TEST_CASE("report refuses a folder without results") {
  const Workplace place;
  const Ended ended = place.nonholo({"report", "nowhere"});
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Contains("DIR: nowhere holds no results.json: nonholo run TARGET --out nowhere writes it"));
  CHECK(place.nonholo({"report", std::string(300, 'a')}).code == 2);  // no name of a file
}

TEST_CASE("verify --out leaves its studies and their page") {
  const Workplace place;
  REQUIRE(place.nonholo({"verify", "radau_ia", "--quick", "--out", "results"}).code == 0);
  CHECK(Json::parse(contents(place.path("results/studies.json")))["studies"].size() > 0);
  CHECK_THAT(contents(place.path("results/report.html")), Contains("\"tableau\":\"radau_ia\""));
}
