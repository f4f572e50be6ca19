// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/trajectory.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// A state of Flat (M = diag(1, 2, 4), V = sin(x) y + z^3, vz = 0) at time k/2 after k steps.
Observation<double> seen(long step, const std::vector<double>& q, const std::vector<double>& v) {
  return {step, {.t = static_cast<double>(step) / 2, .q = q, .v = v, .lambda_stage = {}}};
}

}  // namespace

TEST_CASE("A trajectory keeps states, the multipliers that they ask for, energies and residuals") {
  Trajectory trajectory{System(Flat{})};
  CHECK(trajectory.size() == 0);
  const std::vector<double> q{0, 3, 1}, v{2, 1, 0.125};
  trajectory(seen(0, q, v));
  trajectory(seen(1, {0, 3, 2}, {2, 1, -0.5}));
  REQUIRE(trajectory.size() == 2);
  CHECK(trajectory[1].step == 1);
  CHECK(trajectory[1].t == 0.5);
  CHECK(trajectory[0].q == Vector<double, 3>(0, 3, 1));
  CHECK(trajectory[0].v == Vector<double, 3>(2, 1, 0.125));
  // 4 vz' = -3 z^2 + lambda, vz' = 0
  CHECK(trajectory[0].lambda[0] == Approx(3));
  CHECK(trajectory[1].lambda[0] == Approx(12));
  // (4 + 2 + 4 vz^2)/2 + z^3
  CHECK(trajectory[0].energy == Approx(3 + 2 * 0.125 * 0.125 + 1));
  CHECK(trajectory[1].residual == 0.5);
  CHECK(trajectory.max_residual() == 0.5);
  CHECK(trajectory.max_energy_error() == Approx(7 + 2 * (0.25 - 0.125 * 0.125)));
}

TEST_CASE("A trajectory of every third step has the start, the third, the sixth") {
  Trajectory trajectory(System(Flat{}), 3);
  for (long k = 0; k < 8; ++k) trajectory(seen(k, {0, 0, 0}, {1, 0, 0}));
  std::vector<long> steps;
  for (const Recorded<double>& x : trajectory) steps.push_back(x.step);
  CHECK(steps == std::vector<long>{0, 3, 6});
}

TEST_CASE("Where the constraints depend on each other there is no multiplier to record") {
  Trajectory trajectory{System(DependentRows{})};
  trajectory(seen(0, {0, 0, 0}, {0, 1, 0}));
  CHECK(std::isnan(trajectory[0].lambda[0]));
}

TEST_CASE("Energies that are no numbers are seen in the largest error") {
  Trajectory trajectory{System(Flat{})};
  trajectory(seen(0, {0, 0, 0}, {1, 0, 0}));
  trajectory(seen(1, {0, 0, 0}, {NAN, 0, 0}));
  trajectory(seen(2, {0, 0, 0}, {2, 0, 0}));
  CHECK(std::isnan(trajectory.max_energy_error()));
}

TEST_CASE("a trajectory that records every step of no number is refused") {
  CHECK_THROWS_AS(Trajectory<double>(System<double>(Flat{}), 0), InputError);
}
