// What runs of a sweep have in common, and the options that are numbers.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_number.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

const std::string gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = [1, 2]\nh = [0.1, 0.05]\n";

}  // namespace

TEST_CASE("a label without the swept option is that of every run of the sweep") {
  const Experiment derived = read(sleigh + gauss);
  CHECK(label_without(derived.runs[0], "h") == "spark(gauss,1)");
  CHECK(label_without(derived.runs[3], "h") == "spark(gauss,2)");
  CHECK(label_without(derived.runs[3], "stages") == "spark(gauss) h=0.05");
  CHECK(label_without(derived.runs[3], "rtol") == "spark(gauss,2) h=0.05");
  const Experiment given = read(sleigh + gauss + "label = \"mine\"\n");
  CHECK(given.runs[0].label == "mine h=0.1 stages=1");
  CHECK(label_without(given.runs[0], "h") == "mine stages=1");
  CHECK(label_without(given.runs[0], "stages") == "mine h=0.1");
}

TEST_CASE("options that are numbers have their value, texts and what is not given have none") {
  const Experiment experiment = read(sleigh + gauss);
  CHECK(run_option(experiment.runs[1], "h") == 0.1);
  CHECK(run_option(experiment.runs[1], "stages") == 2.0);
  CHECK_FALSE(run_option(experiment.runs[1], "rtol"));
  CHECK_FALSE(run_option(experiment.runs[1], "tableau"));
  CHECK(is_number_option("rtol"));
  CHECK_FALSE(is_number_option("tableau"));
}
