// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/second_opinion.hpp>

#include "catch.hpp"
#include "experiments.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// From t = 0 to 4, of mass 1 in space.
std::string particle(const std::string& potential, const std::string& constraint, const std::string& q,
                     const std::string& v) {
  return "[system]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass_matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
         "potential = \"" +
         potential + "\"\nconstraints = [\"" + constraint + "\"]\n[problem]\nt_end = 4\ninitial = { q = " + q +
         ", v = " + v + " }\n";
}

}  // namespace

TEST_CASE("the digits of the other method are at most those that round-off leaves, and none where its runs disagree") {
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

TEST_CASE("digits do not depend on where a coordinate begins") {
  const auto digits = [](const char* z) {
    Finished moved(particle("x^2 + y^2", "vz - y*vx", std::string("[1, 0, ") + z + "]", "[0.3, 1, 0]") + midpoint);
    RunResult& run = moved.result.runs[0];
    add_opinions(moved.experiment.experiment(), run);
    return *run.opinions[1].digits;
  };
  CHECK(digits("0") < 4);
  CHECK(digits("1e6") == Approx(digits("0")).margin(0.5));
}

TEST_CASE("a method that loses its order at a kink has no more digits than its runs show") {
  Finished kinked(particle("abs(x)^1.5 + y^2", "vz - y*vx", "[1, 0, 0]", "[0.3, 1, 0]") +
                  "[[run]]\nlabel = \"tight\"\nmethod = \"odeint_dopri5\"\nrtol = 1e-12\natol = 1e-13\n");
  RunResult& tight = kinked.result.runs[0];
  add_opinions(kinked.experiment.experiment(), tight);
  REQUIRE(tight.opinions[1].own_digits);
  CHECK(*tight.opinions[1].own_digits < *tight.opinions[1].digits + 1);
}

TEST_CASE("a method that crawls is given up, and the digits of the other opinion stay") {
  Finished fading(particle("y^2/2", "x*(vz - y*vx)", "[1, 0, 0]", "[-1, 1, 0]") +
                  "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = \"4/43\"\n");
  RunResult& run = fading.result.runs[0];
  REQUIRE(run.summary.outcome == Outcome::success);
  add_opinions(fading.experiment.experiment(), run);
  REQUIRE(run.opinions.size() == 2);
  CHECK(run.opinions[0].digits);
  CHECK_FALSE(run.opinions[1].digits);
  CHECK(run.opinions[1].why_not == "that run did not reach the end in 104300 steps");
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
