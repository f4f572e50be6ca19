// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/gearbox_pendulum.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("The gearbox starts with the energy of the reference") {
  CHECK(AtStart("gearbox_pendulum", "celledoni_4_4").energy == Approx(1.983127789105).margin(printed));
}

TEST_CASE("The gearbox's pendulum swings on its own: q3'' = sin q3 + 2 asymmetry cos 2 q3") {
  const double angle = 0.8;
  const Motion motion(GearboxPendulum<double>{.asymmetry = 0.7}, {0.5, -0.3, angle},
                      {-0.6 * std::sin(angle), 0.6, 1.2});
  CHECK(motion.a[2] == Approx(std::sin(angle) + 1.4 * std::cos(2 * angle)).epsilon(solve_error));
  CHECK(motion.lambda[0] * (1 + std::sin(angle) * std::sin(angle)) ==
        Approx(0.5 - 0.3 * std::sin(angle) - 1.2 * 0.6 * std::cos(angle)).epsilon(solve_error));
}
