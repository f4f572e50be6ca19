// judge() and exit_code(): when an expectation holds, on results written by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/expectation.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>
#include <limits>

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

RunResult result_of(const std::string& label, double residual) {
  RunResult run{.label = label};
  run.extremes.max_constraint_residual = residual;
  run.summary.steps = 10;
  return run;
}

const Experiment& on_disk() {
  static const Experiment experiment = read(disk + "t_end = 1\n" + midpoint);
  return experiment;
}

Expectation residual_of(const std::string& run) { return {.run = run, .quantity = "max_constraint_residual"}; }

Verdict verdict(const Expectation& expectation, const std::vector<RunResult>& runs) {
  const auto all = judge({expectation}, on_disk(), runs);
  REQUIRE(all.size() == 1);
  return all[0];
}

bool holds(Expectation expectation, double residual) {
  return verdict(expectation, {result_of(expectation.run, residual)}).holds;
}

RunResult failed(const std::string& label) {
  RunResult run = result_of(label, 0);
  run.summary.outcome = Outcome::singular_matrix;
  return run;
}

Expectation outcome_of(const std::string& run, const std::string& outcome) {
  return {.run = run, .quantity = "outcome", .name = outcome};
}

int code(const std::vector<Expectation>& expectations, const std::vector<RunResult>& runs) {
  return exit_code({&on_disk(), runs, judge(expectations, on_disk(), runs)});
}

}  // namespace

TEST_CASE("min and max include their bound") {
  Expectation least = residual_of("a"), most = residual_of("a");
  least.min = 2;
  most.max = 2;
  CHECK(holds(least, 2));
  CHECK(holds(least, 3));
  CHECK_FALSE(holds(least, std::nextafter(2, 0)));
  CHECK(holds(most, 2));
  CHECK(holds(most, 1));
  CHECK_FALSE(holds(most, std::nextafter(2, 3)));
}

TEST_CASE("between includes both its ends") {
  Expectation expectation = residual_of("a");
  expectation.between = {1, 2};
  CHECK(holds(expectation, 1));
  CHECK(holds(expectation, 2));
  CHECK_FALSE(holds(expectation, 0.999));
  CHECK_FALSE(holds(expectation, 2.001));
}

TEST_CASE("equals allows abs + rel |equals|, and without them nothing") {
  Expectation expectation = residual_of("a");
  expectation.equals = -100;
  CHECK(holds(expectation, -100));
  CHECK_FALSE(holds(expectation, std::nextafter(-100, 0)));
  expectation.rel = 0.25;
  CHECK(holds(expectation, -125));
  CHECK(holds(expectation, -75));
  CHECK_FALSE(holds(expectation, -126));
  expectation.abs = 5;
  CHECK(holds(expectation, -130));
  CHECK_FALSE(holds(expectation, -131));
}

TEST_CASE("what is not a number fulfils no bound") {
  for (const int bound : {0, 1, 2, 3}) {
    Expectation expectation = residual_of("a");
    if (bound == 0) expectation.min = -infinity;
    if (bound == 1) expectation.max = infinity;
    if (bound == 2) expectation.between = {-infinity, infinity};
    if (bound == 3) expectation.equals = 0, expectation.abs = infinity;
    CHECK_FALSE(holds(expectation, not_a_number));
  }
}

TEST_CASE("a quantity that does not apply fulfils no bound") {
  Expectation expectation{.run = "a", .quantity = "max_solution_error", .max = 1};
  const Verdict seen = verdict(expectation, {result_of("a", 0)});
  CHECK_FALSE(seen.holds);
  CHECK(std::isnan(seen.observed.value()));
}

TEST_CASE("versus compares the ratio of the two runs, in their order") {
  Expectation expectation = residual_of("a");
  expectation.versus = "b";
  expectation.min = 4;
  const Verdict seen = verdict(expectation, {result_of("b", 2), result_of("a", 8)});
  CHECK(seen.observed == 4.0);
  CHECK(seen.holds);
  CHECK_FALSE(verdict(expectation, {result_of("a", 2), result_of("b", 8)}).holds);
}

TEST_CASE("a ratio over zero exceeds every bound, zero over zero fulfils none") {
  Expectation expectation = residual_of("a");
  expectation.versus = "b";
  expectation.min = 1e6;
  CHECK(verdict(expectation, {result_of("a", 1), result_of("b", 0)}).holds);
  CHECK_FALSE(verdict(expectation, {result_of("a", 0), result_of("b", 0)}).holds);
}

TEST_CASE("of a quantity per coordinate the component counts, without one the largest absolute value") {
  RunResult run = result_of("a", 0);
  run.extremes.max_component_error = {1, 2, 8, 4};  // x, y, phi, theta
  Expectation expectation{.run = "a", .quantity = "max_component_error", .max = 2};
  CHECK(verdict(expectation, {run}).observed == 8.0);
  expectation.component = "y";
  CHECK(verdict(expectation, {run}).observed == 2.0);
  CHECK(verdict(expectation, {run}).holds);
  expectation.component = "theta";
  CHECK(verdict(expectation, {run}).observed == 4.0);
  run.endpoint.q = {-7, 2, 3, 1};
  const Expectation positive{.run = "a", .quantity = "final_state", .max = 5};
  CHECK(verdict(positive, {run}).observed == 7.0);
  CHECK_FALSE(verdict(positive, {run}).holds);
}

TEST_CASE("over a sweep the least-squares slope of the logarithms is compared") {
  const Expectation expectation{.run = "a",
                                .quantity = "max_constraint_residual",
                                .over = "h",
                                .swept = {{"a h=1", 1}, {"a h=2", 2}, {"a h=4", 4}},
                                .equals = 3.5,
                                .abs = 1e-12};
  // 1, 8, 128 at 1, 2, 4: slopes 3 and 4, through three points equally spaced their mean
  CHECK(verdict(expectation, {result_of("a h=1", 1), result_of("a h=2", 8), result_of("a h=4", 128)}).holds);
  CHECK(verdict(expectation, {result_of("a h=1", 1), result_of("a h=2", 16)}).observed.value() == Approx(4));
  CHECK(verdict(expectation, {result_of("a h=2", 8), result_of("a h=4", 128)}).observed.value() == Approx(4));
  CHECK(judge({expectation}, on_disk(), {result_of("a h=1", 1)}).empty());  // --quick has left none to compare with
  CHECK(judge({expectation}, on_disk(), {result_of("a", 1)}).empty());
  CHECK(expectation.text() == "a: order of max_constraint_residual in h = 3.5 (abs 1e-12)");
  CHECK(expectation.concerns("a h=2"));
  CHECK_FALSE(expectation.concerns("a h=3"));
}

TEST_CASE("whole numbers are compared as numbers") {
  CHECK(verdict({.run = "a", .quantity = "steps", .equals = 10.0}, {result_of("a", 0)}).holds);
  CHECK_FALSE(verdict({.run = "a", .quantity = "steps", .equals = 11.0}, {result_of("a", 0)}).holds);
}

TEST_CASE("the outcome is compared by name") {
  CHECK(verdict(outcome_of("a", "singular_matrix"), {failed("a")}).holds);
  CHECK(verdict(outcome_of("a", "singular_matrix"), {failed("a")}).observed_text == "singular_matrix");
  CHECK_FALSE(verdict(outcome_of("a", "success"), {failed("a")}).holds);
}

TEST_CASE("expectations about runs that were left out are left out") {
  Expectation alone = residual_of("gone"), ratio = residual_of("a");
  alone.max = ratio.max = 1;
  ratio.versus = "gone";
  CHECK(judge({alone, ratio}, on_disk(), {result_of("a", 0)}).empty());
}

TEST_CASE("an expectation tells itself as a sentence") {
  Expectation expectation = residual_of("a");
  expectation.versus = "b";
  expectation.min = 1e6;
  CHECK(expectation.text() == "a: max_constraint_residual over that of b >= 1000000");
  CHECK((Expectation{.run = "a", .quantity = "max_component_error", .component = "x", .between = {{0, 0.5}}}).text() ==
        "a: max_component_error[x] in [0, 0.5]");
  CHECK((Expectation{.run = "a", .quantity = "steps", .equals = 3.0, .rel = 0.1, .abs = 1}).text() ==
        "a: steps = 3 (rel 0.1) (abs 1)");
  CHECK(outcome_of("a", "success").text() == "a: outcome is success");
}

TEST_CASE("the exit code is 3 for a failure nobody expects, else 1 for what does not hold, else 0") {
  Expectation false_one = residual_of("a");
  false_one.min = 1;
  CHECK(code({}, {result_of("a", 0)}) == 0);
  CHECK(code({false_one}, {result_of("a", 0)}) == 1);
  CHECK(code({false_one}, {result_of("a", 0), failed("b")}) == 3);
  CHECK(code({}, {failed("b")}) == 3);
  CHECK(code({outcome_of("b", "singular_matrix")}, {failed("b")}) == 0);
  CHECK(code({outcome_of("b", "not_finite")}, {failed("b")}) == 3);
  CHECK(code({outcome_of("a", "singular_matrix")}, {result_of("a", 0)}) == 1);
  CHECK(code({outcome_of("b", "singular_matrix"), false_one}, {result_of("a", 0), failed("b")}) == 1);
  CHECK(code({outcome_of("b", "singular_matrix")}, {failed("b"), failed("c")}) == 3);
}

TEST_CASE("an infinite value fulfils no bound") {
  const auto of = [](const std::string& bound) {
    return Finished(
               "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n[problem]\nt_end = 1\n"
               "initial = { q = [1], v = [0] }\n[[run]]\nmethod = \"adams\"\nh = 0.1\n[[expect]]\n"
               "run = \"adams h=0.1\"\nquantity = \"max(1/(1 - x))\"\n" +
               bound)
        .result.verdicts.at(0);
  };
  CHECK(std::isinf(of("min = 1e9\n").observed.value()));
  CHECK_FALSE(of("min = 1e9\n").holds);
  CHECK_FALSE(of("max = 1e9\n").holds);
}

TEST_CASE("an invariant that is not a number does not change the values of the others") {
  const Finished run(
      "[system]\ncoordinates = [\"x\"]\nlagrangian = \"vx^2/2 - x^2/2\"\n"
      "invariants = { A = \"log(x)\", K = \"vx^2/2 + x^2/2\" }\n"
      "[problem]\nt_end = 3\ninitial = { q = [2], v = [0] }\n"
      "[[run]]\nlabel = \"s\"\nmethod = \"spark\"\ntableau = \"gauss\"\nstages = 3\nh = 0.1\n"
      "[[expect]]\nrun = \"s\"\nquantity = \"max_invariant_error\"\ncomponent = \"K\"\nmax = 1e-12\n"
      "[[expect]]\nrun = \"s\"\nquantity = \"max_invariant_error\"\ncomponent = \"A\"\nmax = 1e12\n"
      "[[expect]]\nrun = \"s\"\nquantity = \"max_invariant_error\"\nmax = 1e12\n");
  CHECK(run.result.verdicts.at(0).holds);
  CHECK_FALSE(run.result.verdicts.at(1).holds);
  CHECK_FALSE(run.result.verdicts.at(2).holds);
}
