// The JSON document of nonholo run: every name of the contract (docs/reference/json.md) is there, null where there is
// nothing to say.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

const std::string gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.1\n";
const std::string ida = "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-6\natol = 1e-9\n";
const std::string disk = "[problem]\nname = \"vertical_rolling_disk\"\nsetup = \"hilden_2_1_2\"\nt_end = 1\n";

Json first_run(const std::string& toml) {
  const Workplace place;
  return run(place, toml, {"--json"}).json()["experiments"][0]["runs"][0];
}

bool is_null_or_number(const Json& x) { return x.is_null() || x.is_number(); }

}  // namespace

TEST_CASE("the document has the schema number and an entry with the names of the contract for each experiment") {
  const Workplace place;
  const Json document = run(place, "title = \"T\"\n" + sleigh + "parameters = { m = 2 }\n" + gauss, {"--json"}).json();
  CHECK(document["schema"] == 1);
  REQUIRE(document["experiments"].size() == 1);
  const Json& experiment = document["experiments"][0];
  CHECK(experiment["name"] == "experiment");
  CHECK(experiment["title"] == "T");
  CHECK(experiment["problem"] == "chaplygin_sleigh");
  CHECK(experiment["parameters"] == Json({{"I", 1.0}, {"a", 1.0}, {"g", 0.1}, {"m", 2.0}}));
  CHECK(experiment["runs"].size() == 1);
  CHECK(experiment["expectations"] == Json::array());
}

TEST_CASE("a run has every quantity and option of the contract") {
  const Json one = first_run(sleigh + gauss);
  for (const char* key : {"label",
                          "method",
                          "tableau",
                          "stages",
                          "h",
                          "rtol",
                          "atol",
                          "max_energy_error",
                          "final_energy_error",
                          "max_constraint_residual",
                          "max_constraint_residual_scaled",
                          "max_solution_error",
                          "endpoint_error",
                          "endpoint_error_v",
                          "endpoint_error_lambda",
                          "max_component_error",
                          "max_invariant_error",
                          "outcome",
                          "steps",
                          "rejected_steps",
                          "rhs_evaluations",
                          "iterations_per_step",
                          "wall_seconds",
                          "cpu_seconds",
                          "csv",
                          "start",
                          "endpoint"}) {
    INFO(key);
    CHECK(one.contains(key));
  }
  CHECK(one["label"] == "spark(gauss,2) h=0.1");
  CHECK(one["method"] == "spark");
  CHECK(one["tableau"] == "gauss");
  CHECK(one["stages"] == 2);
  CHECK(one["h"] == 0.1);
  CHECK(one["outcome"] == "success");
  CHECK(one["steps"] == 10);
  CHECK(one["iterations_per_step"].get<double>() >= 1);
  for (const char* key : {"wall_seconds", "cpu_seconds", "max_energy_error", "endpoint_error", "endpoint_error_v"})
    CHECK(one[key].get<double>() >= 0);
}

TEST_CASE("what a run does not have is null") {
  const Json fixed = first_run(sleigh + gauss), adaptive = first_run(sleigh + ida),
             midpoint_run = first_run(sleigh + midpoint);
  CHECK(fixed["rtol"].is_null());
  CHECK(fixed["atol"].is_null());
  CHECK(fixed["failure"].is_null());
  CHECK(adaptive["h"].is_null());
  CHECK(adaptive["tableau"].is_null());
  CHECK(adaptive["stages"].is_null());
  CHECK(adaptive["rtol"] == 1e-6);
  CHECK(adaptive["atol"] == 1e-9);
  CHECK(midpoint_run["tableau"].is_null());
  CHECK(fixed["max_solution_error"].is_null());  // no closed form for the sleigh
  CHECK(fixed["max_component_error"].is_null());
}

TEST_CASE("where an exact solution is known its errors are numbers and one for each coordinate") {
  const Json one = first_run(disk + midpoint);
  CHECK(one["max_solution_error"].get<double>() > 0);
  REQUIRE(one["max_component_error"].size() == 4);
  CHECK(one["max_component_error"][0].get<double>() > 0);
}

TEST_CASE("the endpoint has t, q, v, lambda and lambda_stage of the sizes of the problem") {
  const Json end = first_run(disk + gauss)["endpoint"];
  CHECK(end["t"] == 1.0);
  CHECK(end["q"].size() == 4);
  CHECK(end["v"].size() == 4);
  CHECK(end["lambda"].size() == 2);
  CHECK(end["lambda_stage"].size() == 2);
  CHECK(first_run(disk + "[[run]]\nmethod = \"odeint_dopri5\"\nrtol = 1e-6\natol = 1e-9\n")["endpoint"].contains(
      "lambda_stage"));
}

TEST_CASE("a failed run has null where nothing finite can be said, and its failure in words") {
  const Json one = first_run(sleigh + too_tight);
  CHECK(one["outcome"] == "tolerance_too_tight");
  CHECK_THAT(one["failure"].get<std::string>(), Contains("tolerance_too_tight"));
  CHECK(one["endpoint_error"].is_null());
  CHECK(one["iterations_per_step"].is_null());
  CHECK(is_null_or_number(one["max_energy_error"]));
  CHECK(one["endpoint"]["t"] == 0.0);
}

TEST_CASE("an expectation has its text, run, quantity, what was observed, what is published and whether it holds") {
  const Workplace place;
  const Json experiment = run(place,
                              sleigh + midpoint +
                                  "label = \"mp\"\n[[expect]]\nrun = \"mp\"\nquantity = \"steps\"\nbetween = [1, "
                                  "5]\npublished = 4\npage = 46\n" +
                                  "[[expect]]\nrun = \"mp\"\nquantity = \"outcome\"\nequals = \"success\"\n" +
                                  "[[expect]]\nrun = \"mp\"\nquantity = \"max_solution_error\"\nmax = 1\n",
                              {"--json"})
                              .json()["experiments"][0];
  CHECK(experiment["expectations"][0] == Json({{"text", "mp: steps in [1, 5]"},
                                               {"run", "mp"},
                                               {"quantity", "steps"},
                                               {"observed", 10.0},
                                               {"reason", nullptr},
                                               {"published", 4.0},
                                               {"page", 46},
                                               {"holds", false}}));
  CHECK(experiment["expectations"][1]["observed"] == "success");
  CHECK(experiment["expectations"][1]["published"].is_null());
  CHECK(experiment["expectations"][1]["holds"] == true);
  CHECK(experiment["expectations"][2]["observed"].is_null());
  CHECK(experiment["expectations"][2]["reason"] == "no exact solution is known");
  CHECK(experiment["expectations"][2]["holds"] == false);
  const std::string table = run(place, sleigh + midpoint +
                                           "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = "
                                           "\"max_solution_error\"\nmax = 1\n")
                                .out;
  CHECK_THAT(table, Contains("FAILS") && Contains("(observed nothing: no exact solution is known"));
}

TEST_CASE("results.json is the same document that is printed") {
  const Workplace place;
  const Ended ended = run(place, sleigh + gauss + ida, {"--json", "--out", "results"});
  CHECK(Json::parse(contents(place.path("results/results.json"))) == ended.json());
  CHECK_FALSE(std::filesystem::exists(place.path("results/results.json.part")));
}

TEST_CASE("a run names its CSV file, below --out, and the state that it began in") {
  const Workplace place;
  const std::string toml =
      "[problem]\nname = \"chaplygin_sleigh\"\ninitial = { q = [1, 2, 0], v = [0.5, 0.25, 1] }\n"
      "consistent = \"project\"\nt_end = 1\n" +
      gauss;
  const Json one = run(place, toml, {"--json", "--out", "results"}).json()["experiments"][0]["runs"][0];
  CHECK(one["csv"] == "experiment/spark_gauss_2_h_0.1.csv");
  CHECK(std::filesystem::exists(place.path("results") / one["csv"].get<std::string>()));
  CHECK(one["start"]["t"] == 0);
  CHECK(one["start"]["q"] == Json({1.0, 2.0, 0.0}));
  CHECK(one["start"]["v"][1].get<double>() == Approx(0).margin(1e-15));  // moved onto vy = 0
  CHECK(first_run(sleigh + gauss)["csv"].is_null());
  // as it was, when it is kept
  const Json again = run(place, toml, {"--json", "--out", "results", "--resume"}).json()["experiments"][0]["runs"][0];
  CHECK(again["start"] == one["start"]);
}

TEST_CASE("the digits of an end in quadruple precision are those of its state") {
  // a free particle: x = 1/3 + t/7 is 10/21 at t = 1
  const std::string free =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2\"\n"
      "[problem]\nt_end = 1\ninitial = { q = [\"1/3\"], v = [\"1/7\"] }\n";
  const Json end = first_run(free + gauss + "precision = \"quad\"\n")["endpoint"];
  const auto digits = [&end](const char* name) { return end.at("digits").at(name).get<std::vector<std::string>>(); };
  REQUIRE(digits("q").size() == 1);
  CHECK_THAT(digits("q")[0], Contains("0.4761904761904761904761904761904"));
  CHECK(std::stod(digits("q")[0]) == end["q"][0].get<double>());
  CHECK_THAT(digits("v").at(0), Contains("0.1428571428571428571428571428571"));
  CHECK(digits("t") == std::vector<std::string>{"1"});
  CHECK_FALSE(first_run(free + gauss)["endpoint"].contains("digits"));  // doubles are all there is
}
