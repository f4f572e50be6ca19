// nonholo run --resume: results of experiments that have not changed are kept, the others are computed again.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

Ended resume(const Workplace& place, const std::string& toml, std::vector<std::string> further = {}) {
  further.insert(further.end(), {"--out", "results", "--resume"});
  return run(place, toml, further);
}

/// Whether the result was kept: what is marked in results.json by hand is still there afterwards.
bool keeps(const Workplace& place, const std::string& toml, const std::vector<std::string>& further = {}) {
  Json document = Json::parse(contents(place.path("results/results.json")));
  document["experiments"][0]["mark"] = true;
  place.write("results/results.json", document.dump());
  resume(place, toml, further);
  return Json::parse(contents(place.path("results/results.json")))["experiments"][0].contains("mark");
}

}  // namespace

TEST_CASE("without earlier results resume computes everything") {
  const Workplace place;
  CHECK(resume(place, sleigh + midpoint).code == 0);
  CHECK(std::filesystem::exists(place.path("results/experiment/mclachlan_perlmutter_h_0.1.csv")));
}

TEST_CASE("results of an unchanged experiment are kept, and said to be") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  CHECK(keeps(place, sleigh + midpoint));
  CHECK_THAT(resume(place, sleigh + midpoint).out, Contains("experiment: kept from results/results.json"));
}

TEST_CASE("results are computed again when the file, the mode or the sampling changed") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n"));
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n", {"--quick"}));
  CHECK_FALSE(keeps(place, sleigh + midpoint + "# a comment\n", {"--sample", "5"}));
}

TEST_CASE("results are computed again when a tableau file changed") {
  const Workplace place;
  const std::string runs = sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"mine.toml\"\nh = 0.1\n";
  place.write("mine.toml", "b = [1]\nA = [[\"1/2\"]]\n");
  resume(place, runs);
  CHECK(keeps(place, runs));
  place.write("mine.toml", "b = [1]\nA = [[1]]\n");
  CHECK_FALSE(keeps(place, runs));
}

TEST_CASE("results whose figures are gone are computed again, those whose figures are there are kept") {
  const Workplace place;
  const std::string drawn = sleigh + midpoint + "[[figure]]\nname = \"f\"\nx = \"t\"\ny = \"x\"\n";
  resume(place, drawn);
  CHECK(keeps(place, drawn));
  std::filesystem::remove(place.path("results/experiment/figures.json"));
  CHECK_FALSE(keeps(place, drawn));
  CHECK(std::filesystem::exists(place.path("results/experiment/figures.json")));
}

TEST_CASE("without --resume nothing is kept") {
  const Workplace place;
  resume(place, sleigh + midpoint);
  Json document = Json::parse(contents(place.path("results/results.json")));
  document["experiments"][0]["mark"] = true;
  place.write("results/results.json", document.dump());
  run(place, sleigh + midpoint, {"--out", "results"});
  CHECK_FALSE(Json::parse(contents(place.path("results/results.json")))["experiments"][0].contains("mark"));
}

TEST_CASE("a kept result keeps its exit code and its place in the document") {
  const Workplace place;
  CHECK(resume(place, sleigh + midpoint + twelve_steps).code == 1);
  const Ended kept = resume(place, sleigh + midpoint + twelve_steps, {"--json"});
  CHECK(kept.code == 1);
  CHECK(kept.json()["experiments"][0]["expectations"][0]["holds"] == false);
  CHECK(resume(place, sleigh + midpoint + ten_steps).code == 0);
}

TEST_CASE("of two experiments only the changed one is computed again") {
  const Workplace place;
  place.write("a.toml", sleigh + midpoint);
  place.write("b.toml", sleigh + midpoint);
  const std::vector<std::string> arguments = {"run", "a.toml", "b.toml", "--out", "results", "--resume"};
  place.nonholo(arguments);
  place.write("b.toml", sleigh + midpoint + "steps = 3\n");
  const Ended ended = place.nonholo(arguments);
  CHECK_THAT(ended.out, Contains("a: kept from") && !Contains("b: kept from"));
  const Json document = Json::parse(contents(place.path("results/results.json")));
  REQUIRE(document["experiments"].size() == 2);
  CHECK(document["experiments"][1]["runs"][0]["steps"] == 3);
}

TEST_CASE("earlier results that cannot be read are computed again") {
  const Workplace place;
  for (const char* broken : {"", "{", "[]", "{\"experiments\": 3}",
                             "{\"experiments\": [3, {\"name\": 1, \"fingerprint\": 2, \"exit_code\": \"x\"}]}"}) {
    INFO(broken);
    place.write("results/results.json", broken);
    CHECK(resume(place, sleigh + midpoint).code == 0);
    CHECK(Json::parse(contents(place.path("results/results.json")))["experiments"].size() == 1);
  }
}
