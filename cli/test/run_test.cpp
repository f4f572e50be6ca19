// nonholo run: exit codes, what failures keep and tell, and what the options change.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <algorithm>

using namespace nonholo::test;

namespace fs = std::filesystem;

namespace {

const std::string known_failure =
    expect("run = \"too tight\"\nquantity = \"outcome\"\nequals = \"tolerance_too_tight\"");

/// Step sizes far beyond what Newton's method can bear on the turning sleigh: most runs end within 100 steps, some
/// after the first.
const std::string huge_steps =
    "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [10, 11, 12, 13, 14, 15, 20, 30]\nsteps = 100\n";

long rows(const fs::path& csv) {
  const std::string text = contents(csv);
  return std::ranges::count(text, '\n') - 1;
}

}  // namespace

TEST_CASE("a run that completes and holds exits with 0, tells on stdout and is silent on stderr in a pipe") {
  const Workplace place;
  const Ended ended = run(place, "title = \"Sleigh\"\n" + sleigh + midpoint + ten_steps);
  CHECK(ended.code == 0);
  CHECK(ended.err.empty());
  CHECK_THAT(ended.out, Contains("Sleigh") && Contains("mclachlan_perlmutter h=0.1") && Contains("holds") &&
                            Contains("steps = 10"));
}

TEST_CASE("an expectation that does not hold exits with 1 and is told with what was observed") {
  const Workplace place;
  const Ended ended = run(place, sleigh + midpoint + ten_steps + twelve_steps);
  CHECK(ended.code == 1);
  CHECK_THAT(ended.out, Contains("FAILS") && Contains("steps = 12") && Contains("observed 10"));
}

TEST_CASE("a numerical failure exits with 3 and tells method, t, h, steps, residual, iterations and what to try") {
  const Workplace place;
  const Ended ended = run(
      place, sleigh + "[[run]]\nmethod = \"spark\"\ntableau = \"lobatto_iiia_b\"\nstages = 3\nh = 50\nsteps = 10\n");
  CHECK(ended.code == 3);
  CHECK_THAT(ended.err, Contains("spark [spark(lobatto_iiia_b,3) h=50] failed at t = 0, h = 50, after 0 steps"));
  CHECK_THAT(ended.err, Contains("stage_solver_") && Contains("increment") && Contains("iterations in this step") &&
                            Contains("Try: a smaller h"));
}

TEST_CASE("a tolerance that the solver cannot meet exits with 3 and says so") {
  const Workplace place;
  const Ended ended = run(place, sleigh + too_tight);
  CHECK(ended.code == 3);
  CHECK_THAT(ended.err, Contains("ida_index1 [too tight] failed") && Contains("tolerance_too_tight") &&
                            Contains("larger tolerances"));
}

TEST_CASE("a failure that is expected exits with 0") {
  const Workplace place;
  CHECK(run(place, sleigh + midpoint + too_tight + known_failure).code == 0);
}

TEST_CASE("a failure other than the expected one exits with 3") {
  const Workplace place;
  const std::string other = expect("run = \"too tight\"\nquantity = \"outcome\"\nequals = \"singular_matrix\"");
  CHECK(run(place, sleigh + too_tight + other).code == 3);
}

TEST_CASE("success where a failure is expected exits with 1") {
  const Workplace place;
  const std::string other =
      expect("run = \"mclachlan_perlmutter h=0.1\"\nquantity = \"outcome\"\nequals = \"singular_matrix\"");
  CHECK(run(place, sleigh + midpoint + other).code == 1);
}

TEST_CASE("an unexpected failure weighs more than a false expectation, also over several experiments") {
  const Workplace place;
  CHECK(run(place, sleigh + midpoint + too_tight + twelve_steps).code == 3);
  place.write("failure.toml", sleigh + too_tight);
  place.write("false.toml", sleigh + midpoint + twelve_steps);
  place.write("right.toml", sleigh + midpoint + ten_steps);
  CHECK(place.nonholo({"run", "failure.toml", "false.toml", "right.toml"}).code == 3);
  CHECK(place.nonholo({"run", "right.toml", "false.toml", "failure.toml"}).code == 3);
  CHECK(place.nonholo({"run", "right.toml", "false.toml"}).code == 1);
  CHECK(place.nonholo({"run", "right.toml", "right.toml"}).code == 0);
}

TEST_CASE("wrong input weighs more than everything else and nothing runs") {
  const Workplace place;
  place.write("failure.toml", sleigh + too_tight);
  place.write("wrong.toml", sleigh);
  const Ended ended = place.nonholo({"run", "failure.toml", "wrong.toml"});
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, !Contains("failed at"));
}

TEST_CASE("a run that fails keeps every step up to the failure") {
  const Workplace place;
  const Ended ended = run(place, sleigh + huge_steps, {"--out", "results", "--json"});
  CHECK(ended.code == 3);
  const Json runs = ended.json()["experiments"][0]["runs"];
  CHECK(runs.size() == 8);
  long late_failures = 0;
  for (const Json& one : runs) {
    const std::string label = one["label"], h = label.substr(label.find('=') + 1);
    CHECK(rows(place.path("results/experiment/mclachlan_perlmutter_h_" + h + ".csv")) == one["steps"].get<long>() + 1);
    CHECK(one["endpoint"]["t"].get<double>() == Approx(one["steps"].get<double>() * one["h"].get<double>()));
    CHECK(one["endpoint"]["q"].size() == 3);
    CHECK(one["failure"].is_null() == (one["outcome"] == "success"));
    if (one["outcome"] == "success") continue;
    CHECK(one["steps"].get<long>() < 100);
    CHECK_THAT(one["failure"].get<std::string>(),
               Contains("[" + label + "] failed at t = ") && Contains(", h = " + h + ", after"));
    CHECK_THAT(ended.err, Contains(one["failure"].get<std::string>()));
    if (one["steps"].get<long>() > 0) ++late_failures;
  }
  CHECK(late_failures > 0);
}

TEST_CASE("a run of no time stays at its start") {
  const Workplace place;
  const Ended ended = run(place, sleigh + "t_end = 0\n" + midpoint, {"--json"});
  REQUIRE(ended.code == 0);
  const Json one = ended.json()["experiments"][0]["runs"][0];
  CHECK(one["steps"] == 0);
  CHECK(one["endpoint_error"] == 0.0);
  CHECK(one["iterations_per_step"].is_null());
}

TEST_CASE("quiet prints no table but keeps the exit code and the failures") {
  const Workplace place;
  CHECK(run(place, sleigh + midpoint + twelve_steps, {"--quiet"}).out.empty());
  const Ended failed = run(place, sleigh + too_tight, {"--quiet"});
  CHECK(failed.code == 3);
  CHECK(failed.out.empty());
  CHECK_THAT(failed.err, Contains("[too tight] failed"));
}

TEST_CASE("quick leaves out the runs marked so, with their expectations") {
  const Workplace place;
  const std::string toml =
      sleigh + midpoint + "quick = false\n[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.25\n" + twelve_steps;
  CHECK(run(place, toml).code == 1);
  const Ended quick = run(place, toml, {"--quick", "--json"});
  CHECK(quick.code == 0);
  const Json experiment = quick.json()["experiments"][0];
  REQUIRE(experiment["runs"].size() == 1);
  CHECK(experiment["runs"][0]["label"] == "mclachlan_perlmutter h=0.25");
  CHECK(experiment["expectations"].empty());
}

TEST_CASE("quick tells of an experiment of which it leaves nothing") {
  const Ended quick = run(Workplace(), sleigh + midpoint + "quick = false\n", {"--quick"});
  CHECK(quick.code == 0);
  CHECK_THAT(quick.err, Contains("experiment: no run is left by --quick"));
}

TEST_CASE("the number of jobs does not change the results or their order") {
  const Workplace place;
  const std::string toml = sleigh + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = [0.1, 0.05, 0.01, 0.2]\n";
  const Json one = run(place, toml, {"--jobs", "1", "--json"}).json(),
             four = run(place, toml, {"--jobs", "4", "--json"}).json();
  REQUIRE(one["experiments"][0]["runs"].size() == 4);
  for (std::size_t i = 0; i < 4; ++i)
    for (const char* key : {"label", "endpoint", "max_energy_error", "endpoint_error"})
      CHECK(one["experiments"][0]["runs"][i][key] == four["experiments"][0]["runs"][i][key]);
}

TEST_CASE("experiments are found by name, by file and by folder") {
  const Workplace place;
  place.write("folder/a.toml", sleigh + midpoint);
  place.write("folder/deeper/b.toml", sleigh + midpoint);
  const Json found = place.nonholo({"run", "folder", "--json"}).json()["experiments"];
  REQUIRE(found.size() == 2);
  CHECK(found[0]["name"] == "a");
  CHECK(found[1]["name"] == "deeper/b");
  CHECK(place.nonholo({"run", "folder/a.toml", "--json"}).json()["experiments"][0]["name"] == "a");
  CHECK(place.nonholo({"run", "figure_2_1", "--quick", "--json"}).json()["experiments"][0]["name"] ==
        "hilden_2009/figure_2_1");
}

TEST_CASE("of a folder what can be run is run, and what cannot is listed and gives exit code 2") {
  const Workplace place;
  place.write("folder/a.toml", sleigh + midpoint);
  place.write("folder/b.toml", sleigh + "[[run]]\nmethod = \"spakr\"\n");
  place.write("folder/c.toml", sleigh + midpoint);
  const Ended ended = place.nonholo({"run", "folder", "--json", "--out", "results"});
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Contains("not run: folder/b.toml:5: run[0].method: unknown method 'spakr'"));
  const Json document = ended.json();
  REQUIRE(document["experiments"].size() == 2);
  CHECK(document["experiments"][1]["name"] == "c");
  REQUIRE(document["not_run"].size() == 1);
  CHECK(document["not_run"][0]["file"] == "folder/b.toml");
  CHECK(document["not_run"][0]["line"] == 5);
  CHECK(std::filesystem::exists(place.path("results/c/mclachlan_perlmutter_h_0.1.csv")));
  // a file that is asked for by its name is refused before anything runs
  const Ended named = place.nonholo({"run", "folder/a.toml", "folder/b.toml", "--out", "other"});
  CHECK(named.code == 2);
  CHECK_FALSE(std::filesystem::exists(place.path("other")));
  const Json whole = place.nonholo({"run", "folder/a.toml", "--json"}).json();
  CHECK_FALSE(whole.contains("not_run"));
}
