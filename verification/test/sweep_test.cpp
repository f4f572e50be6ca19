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

TEST_CASE("options that are numbers have their value, texts and what is not given have none") {
  const Experiment experiment = read(sleigh + two_gauss);
  CHECK(option_value(experiment.runs[1], "h") == 0.1);
  CHECK(option_value(experiment.runs[1], "stages") == 2);
  CHECK(std::isnan(option_value(experiment.runs[1], "rtol")));
  CHECK(std::isnan(option_value(experiment.runs[1], "tableau")));
}
