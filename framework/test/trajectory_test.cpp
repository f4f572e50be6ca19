// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/trajectory.hpp>

#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"
#include "still.hpp"
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

TEST_CASE("A trajectory begins anew with another start") {
  Trajectory trajectory{System(Flat{})};
  trajectory(seen(0, {0, 3, 1}, {2, 1, 0}));
  trajectory(seen(1, {0, 3, 2}, {2, 1, 0}));
  trajectory(seen(0, {0, 3, 2}, {2, 1, 0}));
  CHECK(trajectory.size() == 1);
  CHECK(trajectory.max_energy_error() == 0);
}

TEST_CASE("Where the constraints depend on each other there is no multiplier to record") {
  Trajectory trajectory{System(DependentRows{})};
  trajectory(seen(0, {0, 0, 0}, {0, 1, 0}));
  CHECK(std::isnan(trajectory[0].lambda[0]));
}

TEST_CASE("Energies that are not numbers show in the largest energy error") {
  Trajectory trajectory{System(Flat{})};
  trajectory(seen(0, {0, 0, 0}, {1, 0, 0}));
  trajectory(seen(1, {0, 0, 0}, {NAN, 0, 0}));
  trajectory(seen(2, {0, 0, 0}, {2, 0, 0}));
  CHECK(std::isnan(trajectory.max_energy_error()));
}

TEST_CASE("a trajectory is refused if the number of steps between its records is not positive") {
  CHECK_THROWS_AS(Trajectory<double>(System<double>(Flat{}), 0), InputError);
}

TEST_CASE("The start of a DAE with several roots is recorded with the root that was given") {
  const TextDae text{.y = {"a", "b"}, .z = {"w"}, .f = {{"(w - 1)*(w - 5) + 0.1*b", "-b*w"}}, .g = {"a"}};
  const System<double> system = problem_entry(text).make<double>({});
  Trajectory<double> trajectory(system);
  const auto look = [&trajectory](const Observation<double>& seen) { return trajectory(seen), false; };
  for (const double guess : {4.97, 1.03}) {
    Start<double> start{.q = VectorX<double>(2), .v = {}, .lambda = VectorX<double>::Constant(1, guess)};
    start.q << 0, 1;
    start.lambda_is_guess = true;
    const auto at = checked(start, system, 0.0);
    Still still(system);
    integrate(still, at, {.t_end = 1, .h = 0.1}, look);
    CHECK(trajectory[trajectory.size() - 1].lambda[0] == Approx(guess > 3 ? 4.97484 : 1.02516));
  }
}
