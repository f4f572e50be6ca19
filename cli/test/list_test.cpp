// nonholo list: the catalogues as text, Markdown and JSON.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <algorithm>

using namespace nonholo::test;

namespace {

const Json* entry(const Json& list, const std::string& name) {
  const auto found = std::ranges::find_if(list, [&name](const Json& e) { return e["name"] == name; });
  return found == list.end() ? nullptr : &*found;
}

Json listed(const char* what) {
  const Ended ended = Workplace().nonholo({"list", what, "--json"});
  CHECK(ended.code == 0);
  CHECK(ended.json()["schema"] == 1);
  return ended.json()[what];
}

}  // namespace

TEST_CASE("problems are listed with sizes, parameters, setups and source") {
  const Json list = listed("problems");
  const Json* sleigh_entry = entry(list, "chaplygin_sleigh");
  REQUIRE(sleigh_entry);
  CHECK((*sleigh_entry)["n"] == 3);
  CHECK((*sleigh_entry)["m"] == 1);
  CHECK((*sleigh_entry)["parameters"] == Json({{"m", 1}, {"a", 1}, {"I", 1}, {"g", 0.1}}));
  CHECK((*sleigh_entry)["coordinates"] == Json({"x", "y", "theta"}));
  CHECK((*sleigh_entry)["setups"] == Json({"hilden_4_5", "hilden_4_2_3", "rotating"}));
  for (const Json& problem : list) CHECK_FALSE(problem["source"].get<std::string>().empty());
}

TEST_CASE("figures are listed with their number and the experiment that holds them") {
  const Json list = listed("figures");
  CHECK(list.size() > 30);
  const Json* figure = entry(list, "figure_2_4");
  REQUIRE(figure);
  CHECK((*figure)["number"] == "Figure 2.4");
  CHECK((*figure)["experiment"] == "hilden_2009/figure_2_3");
}

TEST_CASE("methods are listed with the keys they need and their source") {
  const Json list = listed("methods");
  REQUIRE(entry(list, "spark"));
  CHECK((*entry(list, "spark"))["keys"] == Json({"h", "tableau", "stages"}));
  CHECK((*entry(list, "ida_index1"))["keys"] == Json({"rtol", "atol"}));
  for (const Json& method : list) {
    INFO(method["name"]);
    CHECK_FALSE(method["description"].get<std::string>().empty());
    CHECK_FALSE(method["source"].get<std::string>().empty());
  }
}

TEST_CASE("a method is listed with what its options change: not every discrete gradient keeps the constraint") {
  const Json list = listed("methods");
  const Json& discrete = *entry(list, "discrete_gradient");
  CHECK(discrete["keeps A v = 0"] == "yes; space = full: no");
  CHECK(discrete["keeps energy"] == "yes");
  CHECK((*entry(list, "mclachlan_perlmutter"))["keeps A v = 0"] == "yes");
  CHECK((*entry(list, "nonholonomic_rattle"))["of lambda_stage"] == "2; g(q) = 0: 1");
}

TEST_CASE("tableaus are listed with their numbers of stages") {
  const Json list = listed("tableaus");
  REQUIRE(entry(list, "lobatto_iiia_b"));
  CHECK_THAT((*entry(list, "lobatto_iiia_b"))["stages"].get<std::string>(), Catch::Matchers::StartsWith("2-"));
  CHECK_THAT((*entry(list, "gauss"))["stages"].get<std::string>(), Catch::Matchers::StartsWith("1-"));
}

TEST_CASE("the experiments of the program can all be read and are listed by name") {
  const Json list = listed("experiments");
  const Json* figure = entry(list, "hilden_2009/figure_2_1");
  REQUIRE(figure);
  CHECK_THAT((*figure)["source"].get<std::string>(), Contains("Figure 2.1"));
}

TEST_CASE("options are listed with what they may be and the methods that take them") {
  const Json list = listed("options");
  const Json* difference = entry(list, "difference");
  REQUIRE(difference);
  CHECK((*difference)["choices"] == Json({"left", "right", "midpoint", "symmetrised"}));
  CHECK((*difference)["default"] == "symmetrised");
  CHECK((*difference)["methods"] == Json({"discrete_lagrangian", "gni"}));
  const auto starts = std::ranges::count_if(list, [](const Json& e) { return e["name"] == "start"; });
  CHECK(starts == 2);  // of path nodes, and of the multiplier that gni carries
}

TEST_CASE("names are unique in each list") {
  for (const char* what : {"problems", "methods", "tableaus", "experiments"}) {
    std::vector<std::string> names;
    for (const Json& e : listed(what)) names.push_back(e["name"]);
    std::ranges::sort(names);
    INFO(what);
    CHECK(std::ranges::adjacent_find(names) == names.end());
  }
}

TEST_CASE("a Markdown list is a table with the same number of cells in each line") {
  for (const char* what : {"problems", "methods", "tableaus", "experiments", "options"}) {
    const Ended ended = Workplace().nonholo({"list", what, "--markdown"});
    CHECK(ended.code == 0);
    CHECK_THAT(ended.out, Catch::Matchers::StartsWith("| name | ") && Contains("| --- |"));
    std::istringstream lines(ended.out);
    std::string first, line;
    std::getline(lines, first);
    while (std::getline(lines, line)) {
      INFO(line);
      CHECK(std::ranges::count(line, '|') == std::ranges::count(first, '|'));
    }
  }
}

TEST_CASE("a text list begins each entry with its name") {
  const Ended ended = Workplace().nonholo({"list", "methods"});
  CHECK(ended.code == 0);
  CHECK_THAT(ended.out, Contains("\nspark\n  description ") && Contains("source"));
}

TEST_CASE("an unknown list is refused and the lists are named") {
  holds_refused(Workplace(), {"list", "problem"}, "", 0, "WHAT", {"unknown list 'problem'", "did you mean 'problems'"});
  holds_refused(Workplace(), {"list", "xyz"}, "", 0, "WHAT", {"problems, methods, tableaus, experiments"});
  holds_refused(Workplace(), {"list"}, "", 0, "", {"WHAT", "required"});
}

TEST_CASE("one method is listed with its options, one problem with its parameters") {
  const Workplace place;
  const Json spark = place.nonholo({"list", "methods", "spark", "--json"}).json();
  REQUIRE(spark["methods"].size() == 1);
  CHECK(spark["methods"][0]["name"] == "spark");
  const auto tableau =
      std::ranges::find_if(spark["options"], [](const Json& each) { return each["key"] == "tableau"; });
  REQUIRE(tableau != spark["options"].end());
  CHECK((*tableau)["needed"] == "yes");
  const Json sleigh_alone = place.nonholo({"list", "problems", "chaplygin_sleigh", "--json"}).json();
  REQUIRE(sleigh_alone["problems"].size() == 1);
  REQUIRE(sleigh_alone["parameters"].size() == 4);
  CHECK(sleigh_alone["parameters"][0]["parameter"] == "m");
  CHECK(sleigh_alone["parameters"][0]["default"] == 1);
  CHECK_THAT(place.nonholo({"list", "methods", "spark"}).out, Contains("\nsolver\n") && !Contains("ida_index1"));
  holds_refused(place, {"list", "methods", "sparc"}, "", 0, "NAME", {"methods has no 'sparc'; did you mean 'spark'"});
}
