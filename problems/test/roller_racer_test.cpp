// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/roller_racer.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("the front axle of a roller racer rolls where it points") {
  const RollerRacer<double> racer;
  Vector<double, 4> q{0.4, -0.3, 0.7, 1.1};
  const auto A = racer.constraint_matrix(q);
  const double across = q[2] + q[3];
  const Eigen::Vector2d normal(-std::sin(across), std::cos(across));
  const auto place = [&](const Vector<double, 4>& at) {
    return Eigen::Vector2d(at[0] + racer.d1 * std::cos(at[2]) + racer.d2 * std::cos(at[2] + at[3]),
                           at[1] + racer.d1 * std::sin(at[2]) + racer.d2 * std::sin(at[2] + at[3]));
  };
  const MatrixX<double> moves = jacobian([&](const auto& at) { return VectorX<double>(place(at)); }, q);
  CHECK(distance(A.row(1), (normal.transpose() * moves).eval()) < difference_error);
}

TEST_CASE("a coasting roller racer obeys the equations of its speeds along the constraint") {
  // With b = (u, vtheta) and vphi from the constraint the energy is b . G(phi) b / 2; by hand, of the reduced equations
  // of Chaplygin's kind: p_theta = I1 vtheta + I2 (vtheta + vphi) and p_phi = I2 (vtheta + vphi) change by the reaction
  // of the front axle alone, mu times its arms, and m u by mu times -sin phi.
  const RollerRacer<double> racer;
  const double phi = 0.9, turn = 0.3, swing = -0.6;
  const double u = ((racer.d1 * std::cos(phi) + racer.d2) * turn + racer.d2 * swing) / std::sin(phi);
  const Motion motion(racer, {0, 0, 0, phi}, {u, 0, turn, swing});
  const double mu = motion.lambda[1];
  CHECK(racer.mass * motion.a[0] == Approx(-std::sin(phi) * mu).epsilon(solve_error));
  CHECK(motion.a[1] == Approx(u * turn).epsilon(solve_error));
  CHECK(racer.I2 * (motion.a[2] + motion.a[3]) == Approx(racer.d2 * mu).epsilon(solve_error));
  CHECK(racer.I1 * motion.a[2] == Approx(racer.d1 * std::cos(phi) * mu).epsilon(solve_error));
}
