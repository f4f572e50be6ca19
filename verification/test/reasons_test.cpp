// Why a run has no value: one clause for each null, none for a value.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/reasons.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <algorithm>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Contains;

namespace {

std::string why(const char* quantity, const RunResult& run) { return reason(quantities().at(quantity), run); }

RunResult first_run(const std::string& text) { return Finished(text).result.runs.at(0); }

const std::string dae = "[problem]\nname = \"jay_2006_dae\"\nt_end = 0.5\n",
                  dae_start = "initial = { y = [1, 1], z = [";
const std::string gauss = "[[run]]\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 2\nh = 0.05\n";

}  // namespace

TEST_CASE("a value needs no reason") {
  const RunResult run = first_run(disk + "t_end = 1\n" + midpoint);
  for (const char* quantity : {"max_energy_error", "endpoint_error", "max_invariant_error", "steps", "outcome"})
    CHECK(why(quantity, run).empty());
  CHECK_THAT(why("rejected_steps", run), Contains("fixed size"));
}

TEST_CASE("the reason given for a run that did not begin is that it did not begin") {
  const RunResult none{.kind = SystemKind::mechanical};
  CHECK_THAT(why("max_energy_error", none), Contains("did not begin"));
  CHECK_THAT(why("max_solution_error", none), Contains("did not begin"));
}

TEST_CASE(
    "quantities that a DAE lacks have a reason, and a run on another root than the exact solution is compared with a "
    "reference") {
  const RunResult exact = first_run(dae + dae_start + "1] }\n" + gauss);
  CHECK_THAT(why("max_energy_error", exact), Contains("a DAE has no energy"));
  CHECK(exact.warning.empty());
  CHECK(*exact.endpoint_error < 1e-5);

  const RunResult other = first_run(dae + dae_start + "0.5] }\n" + gauss);
  CHECK_THAT(other.warning, Contains("on the root z = [0.5]") && Contains("on z = [1]") && Contains("is not used"));
  CHECK_THAT(why("max_solution_error", other), Contains("another root"));
  REQUIRE(other.endpoint_error);
  CHECK(*other.endpoint_error < 1e-7);
  CHECK(*other.endpoint_error_v < 1e-6);
}

TEST_CASE("a run that failed says so, where its end would have been compared") {
  const RunResult run =
      first_run(dae + dae_start + "1] }\n" + "[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-17\natol = 1e-20\n");
  REQUIRE(run.summary.outcome != Outcome::success);
  CHECK_THAT(why("endpoint_error", run), Contains("the run ended early: "));
}

TEST_CASE("an experiment says what ends are compared with") {
  const std::string sleigh = "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"hilden_4_2_3\"\nt_end = 0.1\n";
  const auto compared = [](const std::string& reference, const std::string& problem) {
    return first_run("reference = " + reference + "\n" + problem + midpoint);
  };
  CHECK(compared("\"auto\"", sleigh).endpoint_error);
  const RunResult exact = compared("\"exact\"", sleigh), none = compared("false", disk + "t_end = 1\n");
  CHECK_FALSE(exact.endpoint_error);
  CHECK_THAT(why("endpoint_error", exact), Contains("reference = \"exact\", and no exact solution is known"));
  CHECK(compared("\"exact\"", disk + "t_end = 1\n").endpoint_error);
  CHECK_FALSE(none.endpoint_error);
  CHECK_THAT(why("endpoint_error_v", none), Contains("reference = false"));
  CHECK(none.extremes.max_solution_error);
}

TEST_CASE("reference solutions of many starts are computed only where they are needed") {
  std::string starts = "[problem]\nname = \"chaplygin_sleigh\"\nt_end = 0.1\ninitial = [";
  for (int i = 0; i < 17; ++i) starts += "{ q = [0, 0, 0." + std::to_string(i + 10) + "], v = [0, 0, 0] }, ";
  starts += "]\n" + midpoint;
  const auto all = [&](const std::string& before, const std::string& behind) {
    return Finished(before + starts + behind).result.runs;
  };
  const auto compared = [](const RunResult& run) { return run.endpoint_error.has_value(); };
  const auto unasked = all("", "");
  CHECK(std::ranges::none_of(unasked, compared));
  CHECK_THAT(why("endpoint_error", unasked[3]), Contains("17 starts") && Contains("reference = \"auto\""));
  CHECK(std::ranges::all_of(all("reference = \"auto\"\n", ""), compared));
  const auto one = all("", "[[expect]]\nrun = \"" + unasked[5].label + "\"\nquantity = \"endpoint_error\"\nmax = 1\n");
  CHECK(std::ranges::count_if(one, compared) == 1);
  CHECK(compared(one[5]));
  const auto drawn = all("", "[[figure]]\nname = \"errors\"\nruns = [\"" + unasked[7].label +
                                 "\"]\nx = \"steps\"\ny = \"endpoint_error\"\n");
  CHECK(std::ranges::count_if(drawn, compared) == 1);
  CHECK(compared(drawn[7]));
}

TEST_CASE("an implicit method whose guesses are solutions is not called explicit") {
  const std::string rest =
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n[problem]\nt_end = 1\n"
      "initial = { q = [0], v = [0] }\n";
  CHECK_THAT(why("iterations_per_step", first_run(rest + gauss + "solver = \"kinsol\"\n")),
             Contains("or the guesses were solutions"));
}
