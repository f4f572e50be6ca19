// IDA on the index-1 form: it solves the right equations, shows every internal step, ends exactly at t_end, and drifts.
#include <nonholo/adapters/ida.hpp>
#include <nonholo/framework/integrate.hpp>
#include <nonholo/framework/probe.hpp>

#include "baseline_test.hpp"
#include "catch.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("IDA on the index-1 form converges to the exact rolling disk as its tolerance tightens") {
  const auto error = [](double tolerance) { return rolling_error(*ida_index1(System<double>{Rolling{}}, {tolerance, tolerance}), 5); };
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) CHECK(error(tolerance) < 1e3 * tolerance);  // errors of ~100 to ~300 steps add up
  CHECK(error(1e-10) < 1e-4 * error(1e-4));
}

TEST_CASE("every internal step of IDA is seen, times increase, and the last is t_end exactly") {
  const auto integrator = ida_index1(System<double>{Rolling{}}, {1e-6, 1e-9});
  const Seen seen = watch(*integrator, rolling_start(), 0.3, 7.1);
  CHECK(seen.times_increase);
  CHECK(seen.last_time == 7.1);
  CHECK(seen.summary.steps > 100);
  CHECK(seen.summary.iterations >= seen.summary.steps);
  CHECK(seen.summary.evaluations > seen.summary.iterations);
}

TEST_CASE("IDA drifts off the constraint at any tolerance, and its multiplier is that of the equations of motion") {
  const auto integrator = ida_index1(System<double>{Rolling{}}, {1e-8, 1e-11});
  const Seen seen = watch(*integrator, rolling_start(), 0, 10);
  CHECK(seen.worst_constraint > 1e-12);
  CHECK(seen.worst_constraint < 1e-5);
  const View<double> end = integrator->view();
  std::vector<double> lambda(2);
  REQUIRE(make_probe(integrator->system())->multipliers(end.t, end.q, end.v, lambda));
  CHECK(end.lambda_stage[0] == Approx(lambda[0]).margin(1e-5));  // an algebraic variable under error control 1e-8
  CHECK(end.lambda_stage[1] == Approx(lambda[1]).margin(1e-5));
}

TEST_CASE("a tolerance below round-off is an outcome, not an exception") {
  const auto integrator = ida_index1(System<double>{Rolling{}}, {1e-18, 1e-22});
  const Seen seen = watch(*integrator, rolling_start(), 0, 1);
  CHECK(seen.summary.outcome == Outcome::tolerance_too_tight);
}

TEST_CASE("IDA starts afresh: a second run repeats the first to the last bit") {
  const auto integrator = ida_index1(System<double>{Rolling{}}, {1e-6, 1e-9});
  const double first = rolling_error(*integrator, 5), second = rolling_error(*integrator, 5);
  CHECK(first == second);
}
