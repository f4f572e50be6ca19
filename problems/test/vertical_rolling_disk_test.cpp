// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/vertical_rolling_disk.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Disk = VerticalRollingDisk<double>;
using Q4 = Vector<double, 4>;

}  // namespace

TEST_CASE("The disk's multipliers and energy at its start are the published ones") {
  const AtStart disk("vertical_rolling_disk", "hilden_2_1_2");
  CHECK(disk.energy == 2.53125);  // sums of binary fractions: exact
  CHECK(disk.lambda[0] == Approx(0).margin(solve_error));
  CHECK(disk.lambda[1] == Approx(0.5).margin(solve_error));
}

TEST_CASE(
    "The disk's exact solution satisfies the equations of motion from any rolling start, straight lines included") {
  const Disk disk{.mass = 1.7, .I = 0.8, .J = 0.6, .R = 0.4};
  const double turning = 0.9, rolling = -1.3;
  for (const double vphi : {turning, -turning, 1e-9, 0.0}) {
    const Q4 q0{1, -2, 0.7, 0.2},
        v0{disk.R * rolling * std::cos(q0[2]), disk.R * rolling * std::sin(q0[2]), vphi, rolling};
    CHECK(distance(disk.exact_solution(0, q0, v0).q, q0) == 0);
    for (const double t : {0.0, 1.3, -2.0}) {
      const auto x = disk.exact_solution(t, q0, v0);
      const auto shifted = [&](double e) { return disk.exact_solution(t + e, q0, v0); };
      const Motion<Disk> motion(disk, x.q, x.v);
      CHECK(distance(difference([&](double e) { return shifted(e).q; }), x.v) < difference_error);
      CHECK(distance(difference([&](double e) { return shifted(e).v; }), motion.a) < difference_error);
      CHECK(distance(disk.constraint_matrix(x.q) * x.v, Vector<double, 2>::Zero()) < solve_error);
      const Vector<double, 2> lambda =
          disk.mass * vphi * disk.R * rolling * Vector<double, 2>(-std::sin(x.q[2]), std::cos(x.q[2]));
      CHECK(distance(motion.lambda, lambda) < solve_error);
    }
  }
}

TEST_CASE("The disk turns and rolls at constant rates") {
  const Disk disk{.mass = 1.7, .I = 0.8, .J = 0.6, .R = 0.4};
  const Q4 q{1, -2, 0.7, 0.2}, v{0.4 * std::cos(0.7), 0.4 * std::sin(0.7), 5, 1};
  const Motion<Disk> motion(disk, q, v);
  CHECK(std::abs(motion.a[2]) < solve_error);
  CHECK(std::abs(motion.a[3]) < solve_error);
}
