// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/sweep.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const std::string order_plot = sleigh +
                               "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = [1, 2]\nh = [0.1, 0.05]\n"
                               "[[run]]\nlabel = \"leaps\"\nmethod = \"mclachlan_perlmutter\"\nh = [0.1, 0.05]\n"
                               "[[run]]\nmethod = \"ida_index1\"\nrtol = [1e-4, 1e-6]\natol = 1e-9\n";

std::vector<std::string> labels_of(const std::vector<Sweep>& all) {
  std::vector<std::string> labels;
  for (const Sweep& sweep : all) labels.push_back(sweep.label);
  return labels;
}

}  // namespace

TEST_CASE("a sweep over h is one line for each method, and a run without h stands alone") {
  const Experiment experiment = read(order_plot);
  const auto over_h = sweeps(experiment.runs, "h");
  CHECK(labels_of(over_h) == std::vector<std::string>{"spark(gauss,1)", "spark(gauss,2)", "leaps",
                                                      experiment.runs[6].label, experiment.runs[7].label});
  CHECK(over_h[1].runs == std::vector<std::size_t>{1, 3});
  CHECK(over_h[3].runs == std::vector<std::size_t>{6});
}

TEST_CASE("a sweep over tolerances is found by rtol, and runs of different tables are never one line") {
  const Experiment experiment = read(order_plot +
                                     "[[run]]\nlabel = \"again\"\nmethod = \"ida_index1\"\nrtol = 1e-5\n"
                                     "atol = 1e-9\n");
  const auto over_rtol = sweeps(experiment.runs, "rtol");
  REQUIRE(over_rtol.size() == 8);
  CHECK(over_rtol[6].label == "ida_index1 atol=1e-09");
  CHECK(over_rtol[6].runs == std::vector<std::size_t>{6, 7});
  CHECK(over_rtol[7].label == "again");
}

TEST_CASE("the value of an option is that of the run's step or method, and none where it is a text or missing") {
  const Experiment experiment = read(order_plot);
  CHECK(option_value(experiment.runs[3], "h") == 0.05);
  CHECK(option_value(experiment.runs[3], "stages") == 2);
  CHECK(option_value(experiment.runs[7], "rtol") == 1e-6);
  CHECK(std::isnan(option_value(experiment.runs[3], "tableau")));
  CHECK(std::isnan(option_value(experiment.runs[6], "h")));
}
