// The promise: every problem of the catalogue runs on every kind of solver, side by side, and what a table leaves out
// has its reason.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <set>
#include <sstream>

using namespace nonholo::test;

namespace {

using Names = std::set<std::string>;

/// What is null where a run has no such option or part; every other key of a run is a quantity.
const Names options{"tableau", "stages",  "h",    "rtol", "atol",        "formulation",     "solver",
                    "failure", "warning", "note", "csv",  "members_csv", "growth_evidence", "perturbation"};

const Ended& ran() {
  static const Ended ended = Workplace().nonholo({"run", "every_solver", "--json"});
  return ended;
}

}  // namespace

TEST_CASE("every problem of the catalogue runs on spark, runge_kutta, IDA of either index and odeint") {
  REQUIRE(ran().code == 0);
  Names problems, known;
  const Json listed = Workplace().nonholo({"list", "problems", "--json"}).json();
  for (const Json& problem : listed["problems"]) known.insert(problem["name"].get<std::string>());
  const Json document = ran().json();
  for (const Json& experiment : document["experiments"]) {
    problems.insert(experiment["problem"].get<std::string>());
    Names methods;
    for (const Json& run : experiment["runs"]) {
      INFO(experiment["name"] << ": " << run["label"]);
      methods.insert(run["method"].get<std::string>());
      CHECK(run["outcome"] == "success");
      CHECK_FALSE(run["endpoint_error"].is_null());
    }
    CHECK(methods == Names{"spark", "runge_kutta", "ida_index1", "ida_index2", "odeint_dopri5"});
    for (const Json& expectation : experiment["expectations"]) CHECK(expectation["holds"] == true);
  }
  CHECK(problems == known);
}

TEST_CASE("every null of every solver on every problem has its reason, and nothing else has one") {
  REQUIRE(ran().code == 0);
  const Json document = ran().json();
  for (const Json& experiment : document["experiments"])
    for (const Json& run : experiment["runs"])
      for (const auto& [name, value] : run.items()) {
        if (options.contains(name)) continue;
        INFO(experiment["name"] << ": " << run["label"] << ", " << name);
        CHECK(value.is_null() == run["reasons"].contains(name));
        if (value.is_null()) CHECK(run["reasons"][name].get<std::string>().size() > 10);
      }
}

TEST_CASE("every - of the tables has a letter, and every letter its line below the table") {
  const Ended ended = Workplace().nonholo({"run", "every_solver"});
  REQUIRE(ended.code == 0);
  std::istringstream lines(ended.out);
  Names open;
  int dashes = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("every_solver/")) {
      CHECK(open.empty());  // of the table before
      open.clear();
    }
    std::istringstream words(line);
    std::string first, word;
    words >> first;
    if (first.size() == 3 && first[0] == '-' && first[2] == ':') {
      CHECK(open.erase(first.substr(0, 2)) == 1);
      continue;
    }
    while (words >> word) {
      CHECK(word != "-");
      if (word.size() == 2 && word[0] == '-') open.insert(word), ++dashes;
    }
  }
  CHECK(open.empty());
  CHECK(dashes > 20);
}
