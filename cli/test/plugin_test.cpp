// nonholo --plugin: a problem and a method of one's own in the program as it is, and answers to files that are none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <fstream>

using namespace nonholo::test;

namespace {

const std::string slalom =
    "[problem]\nname = \"trailer\"\nsetup = \"slalom\"\n"
    "[[run]]\nmethod = \"projected_midpoint\"\nh = 0.1\n"
    "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";

/// The plug-in with the first occurrence of one text in its identity changed to another of the same length.
std::string altered(const Workplace& place, const std::string& what, const std::string& to) {
  std::string bytes = contents(NONHOLO_PLUGIN_FILE);
  const std::size_t identity = bytes.find("nonholo plug-in, ");
  REQUIRE(identity != bytes.npos);
  const std::size_t at = bytes.find(what, identity);
  REQUIRE(at != bytes.npos);
  return place.write("altered.so", bytes.replace(at, what.size(), to)).string();
}

}  // namespace

TEST_CASE("a plug-in's problem and method are run, listed and checked by the program") {
  const Workplace place;
  place.write("slalom.toml", slalom);
  const Ended ended =
      place.nonholo({"--plugin", NONHOLO_PLUGIN_FILE, "run", "slalom.toml", "--json", "--out", "results"});
  REQUIRE(ended.code == 0);
  const Json runs = ended.json()["experiments"][0]["runs"];
  CHECK(runs.size() == 2);
  for (const Json& run : runs) CHECK(run["outcome"] == "success");
  CHECK_THAT(place.nonholo({"--plugin", NONHOLO_PLUGIN_FILE, "list", "methods"}).out, Contains("projected_midpoint"));
  CHECK(place.nonholo({"--plugin", NONHOLO_PLUGIN_FILE, "check", "trailer"}).code == 0);
  CHECK(place.nonholo({"check", "trailer", "--plugin", NONHOLO_PLUGIN_FILE}).code == 0);  // or behind the sub-command
  const Ended method = place.nonholo({"--plugin", NONHOLO_PLUGIN_FILE, "check", "projected_midpoint", "--json"});
  CHECK(method.code == 0);
  CHECK_THAT(method.out, Contains("projected_midpoint on chaplygin_sleigh") && Contains("v is of order 2, as claimed"));
  CHECK(place.nonholo({"run", "slalom.toml"}).code == 2);  // without it nobody knows them
  const Json kept = Json::parse(contents(place.path("results/results.json")));
  CHECK_THAT(kept.dump(), Contains("plug-in " + std::filesystem::path(NONHOLO_PLUGIN_FILE).filename().string()));
}

TEST_CASE("a plug-in that is missing, invalid, of another build or given twice is refused") {
  const Workplace place;
  const auto told = [&](const std::vector<std::string>& files) {
    std::vector<std::string> arguments;
    for (const std::string& file : files) arguments.insert(arguments.end(), {"--plugin", file});
    arguments.insert(arguments.end(), {"list", "problems"});
    const Ended ended = place.nonholo(arguments);
    CHECK(ended.code == 2);
    CHECK(ended.out.empty());
    return ended.err;
  };
  CHECK_THAT(told({"nowhere.so"}), Contains("--plugin: nowhere.so: there is no such file"));
  CHECK_THAT(told({"."}), Contains("cannot be read"));
  place.write("text.so", "nonholo plug-in, ABI 1");
  CHECK_THAT(told({"text.so"}), Contains("is no plug-in of nonholo"));
  CHECK_THAT(told({NONHOLO_PROGRAM}), Contains("--plugin"));
  CHECK_THAT(told({altered(place, "ABI 1", "ABI 0")}),
             Contains("build it again") && Contains("plug-in: nonholo plug-in, ABI 0"));
  CHECK_THAT(told({altered(place, ", nonholo 0", ", nonholo 9")}), Contains("build it again"));
  CHECK_THAT(told({NONHOLO_PLUGIN_FILE, NONHOLO_PLUGIN_FILE}),
             Contains("trailer: there is a problem of this name already"));
  const std::string whole = contents(NONHOLO_PLUGIN_FILE);
  place.write("half.so", whole.substr(0, whole.size() / 2));
  CHECK_THAT(told({"half.so"}), Contains("half.so: "));
  place.write("most.so", whole.substr(0, whole.size() - 1));
  CHECK_THAT(told({"most.so"}), Contains("most.so: is incomplete"));
}
