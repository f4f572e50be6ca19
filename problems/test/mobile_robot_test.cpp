// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/mobile_robot.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("The robot's multipliers and energy at Jay's start are the published ones") {
  const AtStart start("mobile_robot", "jay_8_3");
  CHECK(start.energy == 2);  // sums of binary fractions: exact
  CHECK(start.lambda[0] == Approx(-2.5).epsilon(solve_error));
  CHECK(start.lambda[1] == Approx(0).margin(solve_error));
}

TEST_CASE(
    "The robot's wheels obey (m l^2 + 3 I_w) psi'' = -10 cos psi whatever its orientation, which turns at a constant "
    "rate") {
  const MobileRobot<double> robot{.mass = 1.7, .I = 0.8, .I_w = 0.6, .l = 0.4};
  const double theta = 0.7, psi = -1.1, w = 0.9, rolling = -1.3;
  const Motion motion(robot, {1, -2, theta, psi},
                      {0.4 * rolling * std::cos(theta), 0.4 * rolling * std::sin(theta), w, rolling});
  CHECK((1.7 * 0.4 * 0.4 + 3 * 0.6) * motion.a[3] == Approx(-10 * std::cos(psi)).epsilon(solve_error));
  CHECK(motion.a[2] == Approx(0).margin(solve_error));
}
