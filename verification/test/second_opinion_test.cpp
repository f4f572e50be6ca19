// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/second_opinion.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("what another method has itself is no more than round-off leaves, and nothing where its runs do not meet") {
  Finished exact(sleigh + "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-8\natol = 1e-8\n");
  RunResult& by_ida = exact.result.runs[0];
  add_opinions(exact.experiment.experiment(), by_ida);
  REQUIRE(by_ida.opinions[1].own_digits);
  CHECK(*by_ida.opinions[1].own_digits > 9);
  CHECK(*by_ida.opinions[1].own_digits < 15);

  Finished chaotic(
      "[problem]\nname = \"mclachlan_perlmutter_particles\"\nsetup = \"jay_8_4\"\nt_end = 400\n"
      "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.05\n");
  RunResult& lost = chaotic.result.runs[0];
  add_opinions(chaotic.experiment.experiment(), lost);
  CHECK(lost.opinions[1].digits);
  CHECK_FALSE(lost.opinions[1].own_digits);
}

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
