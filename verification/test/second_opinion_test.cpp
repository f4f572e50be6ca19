// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/second_opinion.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("second opinions that are told to stop say so, and have no digits") {
  Finished finished(sleigh + midpoint);
  RunResult& run = finished.result.runs[0];
  std::atomic<bool> stop = true;
  add_opinions(finished.experiment.experiment(), run, &stop);
  REQUIRE(run.opinions.size() == 2);
  for (const Opinion& each : run.opinions) {
    CHECK_FALSE(each.digits);
    CHECK(each.why_not == "interrupted");
  }
  run.opinions.clear();
  stop = false;
  add_opinions(finished.experiment.experiment(), run, &stop);
  for (const Opinion& each : run.opinions) CHECK(each.digits);
}
