// Sweeps: what their runs have in common.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/sweep.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const std::string two_gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = [1, 2]\nh = [0.1, 0.05]\n";

}  // namespace

TEST_CASE("the runs of a sweep differ in its option only, and its label is theirs without it") {
  const auto names = [](const std::string& toml, std::string_view option) {
    std::vector<std::string> all;
    for (const Sweep& sweep : sweeps(read(toml).runs, option)) all.push_back(sweep.label);
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names(sleigh + two_gauss, "h") == Names{"spark(gauss,1)", "spark(gauss,2)"});
  CHECK(names(sleigh + two_gauss, "stages") == Names{"spark(gauss) h=0.1", "spark(gauss) h=0.05"});
  CHECK(names(sleigh + two_gauss + "label = \"mine\"\n", "h") == Names{"mine stages=1", "mine stages=2"});
  CHECK(names(sleigh + two_gauss + "label = \"mine\"\n", "stages") == Names{"mine h=0.1", "mine h=0.05"});
  CHECK(names(sleigh + midpoint, "h") == Names{"mclachlan_perlmutter h=0.1"});
  CHECK(sweeps(read(sleigh + two_gauss).runs, "h")[1].runs == std::vector<std::size_t>{1, 3});
  CHECK(sweeps(read(sleigh + two_gauss).runs, "rtol").size() == 4);
}

TEST_CASE("runs of several tables are one sweep where nothing else tells them apart") {
  CHECK(sweeps(read(sleigh + midpoint + "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.05\n").runs, "h").size() ==
        1);
}

TEST_CASE("a list anywhere in [problem] is one run for each entry, and labels say which") {
  const std::string problem = "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\n";
  using Names = std::vector<std::string>;
  CHECK(labels(problem + "parameters = { g = [0, \"1/10\"] }\n" + midpoint) ==
        Names{"mclachlan_perlmutter h=0.1 g=0", "mclachlan_perlmutter h=0.1 g=0.1"});
  CHECK(labels(problem + "t_end = [1, 2]\nt0 = [0, 1]\n" + midpoint + "label = \"mine\"\n") ==
        Names{"mine t0=0 t_end=1", "mine t0=0 t_end=2", "mine t0=1 t_end=1", "mine t0=1 t_end=2"});
  CHECK(labels("[problem]\nname = \"chaplygin_sleigh\"\nsetup = [\"rotating\", \"hilden_4_5\"]\nt_end = 1\n" +
               midpoint) ==
        Names{"mclachlan_perlmutter h=0.1 setup=rotating", "mclachlan_perlmutter h=0.1 setup=hilden_4_5"});
  CHECK(labels(problem + "initial = { q = [0, 0, [0, \"pi/4\"]], v = [\"cos(theta)\", \"sin(theta)\", 0] }\n" +
               midpoint) ==
        Names{"mclachlan_perlmutter h=0.1 theta=0", "mclachlan_perlmutter h=0.1 theta=0.7853981633974483"});
}

TEST_CASE("each run of a sweep has its own parameters, start and end, and numbers follow them") {
  const Experiment experiment = read(
      "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\nparameters = { m = [2, 3], I = \"m/2\" }\n"
      "initial = { q = [0, 0, [0, \"pi/2\"]], v = [\"m*cos(theta)\", \"m*sin(theta)\", 0] }\nt_end = \"m\"\n"
      "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = \"t_end/10\"\n");
  REQUIRE(experiment.runs.size() == 4);
  const RunSpec& run = experiment.runs[3];
  CHECK(run.parameters.at("I") == 1.5);
  CHECK(run.problem.end_time() == 3.0);
  CHECK(run.h == 0.3);
  CHECK(run.problem.start().v[1] == 3);
  CHECK(experiment.runs[0].problem.start().v[0] == 2);
  CHECK(option_value(run, "m") == 3);
  CHECK(option_value(run, "theta") == Approx(1.5707963267948966));
  const Experiment masses = read(sleigh + "parameters = { m = [2, 3], g = [0, 1] }\n" + midpoint);
  CHECK(sweeps(masses.runs, "m").front().label == "mclachlan_perlmutter h=0.1 g=0");
  CHECK(sweeps(masses.runs, "m").size() == 2);
}

TEST_CASE("methods, bases, precisions, end times and numbers of steps are swept as h is") {
  using Names = std::vector<std::string>;
  CHECK(labels(sleigh + "[[run]]\nmethod = [\"mclachlan_perlmutter\", \"gni\"]\nh = 0.1\nt_end = [1, 2]\n") ==
        Names{"mclachlan_perlmutter h=0.1 t_end=1", "mclachlan_perlmutter h=0.1 t_end=2", "gni h=0.1 t_end=1",
              "gni h=0.1 t_end=2"});
  CHECK(labels(sleigh + midpoint + "precision = [\"double\", \"quad\"]\nlabel = \"a\"\nsteps = [1, \"2*3\"]\n") ==
        Names{"a precision=double steps=1", "a precision=quad steps=1", "a precision=double steps=6",
              "a precision=quad steps=6"});
  CHECK(labels(sleigh +
               "[[run]]\nmethod = \"composition\"\nbase = [\"mclachlan_perlmutter\", \"implicit_midpoint_dla\"]\n"
               "scheme = \"strang\"\nh = 0.1\n") ==
        Names{"composition(mclachlan_perlmutter,strang) h=0.1", "composition(implicit_midpoint_dla,strang) h=0.1"});
}

TEST_CASE("runs of one sweep are compared each with the solution of its own system") {
  const Finished both(sleigh + "parameters = { g = [0.1, 5] }\n" + midpoint),
      heavy(sleigh + "parameters = { g = 5 }\n" + midpoint);
  REQUIRE(both.result.runs.size() == 2);
  REQUIRE(heavy.result.runs[0].endpoint_error);
  CHECK(both.result.runs[1].endpoint_error == heavy.result.runs[0].endpoint_error);
  CHECK(both.result.runs[0].endpoint_error != heavy.result.runs[0].endpoint_error);
}

TEST_CASE("options that are numbers have their value, texts and what is not given have none") {
  const Experiment experiment = read(sleigh + two_gauss);
  CHECK(option_value(experiment.runs[1], "h") == 0.1);
  CHECK(option_value(experiment.runs[1], "stages") == 2);
  CHECK(std::isnan(option_value(experiment.runs[1], "rtol")));
  CHECK(std::isnan(option_value(experiment.runs[1], "tableau")));
}

TEST_CASE("runs that end elsewhere are no sweep over step sizes, ones of as many steps are") {
  const auto count = [](const std::string& one, const std::string& other) {
    const std::string run = "[[run]]\nmethod = \"mclachlan_perlmutter\"\n";
    return sweeps(read(sleigh + run + one + run + other).runs, "h").size();
  };
  CHECK(count("h = 0.1\nt_end = 1\n", "h = 0.05\nsteps = 20\n") == 1);
  CHECK(count("h = 0.1\nsteps = 1\n", "h = 0.05\nsteps = 1\n") == 1);  // what one step is off
  CHECK(count("h = 0.1\nt_end = 1\n", "h = 0.05\nt_end = 3\n") == 2);
}

TEST_CASE("a run's own end replaces the ends that [problem] lists") {
  const std::string problem = sleigh + "t_end = [1, 2]\n", run = midpoint + "label = \"mine\"\n";
  using Names = std::vector<std::string>;
  CHECK(labels(problem + run + "t_end = [4, 8]\n") == Names{"mine t_end=4", "mine t_end=8"});
  CHECK(labels(problem + run + "t_end = 4\n") == Names{"mine"});
  CHECK(labels(problem + run + "steps = 7\n") == Names{"mine"});
  CHECK(labels(problem + run + "t_end = \"2*t_end\"\n") == Names{"mine t_end=2", "mine t_end=4"});
  CHECK(labels(problem + run) == Names{"mine t_end=1", "mine t_end=2"});
  CHECK(option_value(read(problem + run + "t_end = [4, 8]\n").runs[1], "t_end") == 8);
}
