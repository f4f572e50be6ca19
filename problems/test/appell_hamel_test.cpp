// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/appell_hamel.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("Appell's and Hamel's weight falls with g / (1 + rho^2), along its heading") {
  const AppellHamel<double> problem{.mass = 2, .g = 3, .rho = 0.5};
  const Vector<double, 3> v{0.3, -0.4, -1};  // |(vx, vy)| = rho |vz|
  const Everything<double> at(System<double>(problem), Eigen::Vector3d(0.1, 0.2, 0.3), v);
  const double fall = 3 / 1.25;
  CHECK(at.a[2] == Approx(-fall).epsilon(solve_error));
  CHECK(at.a[0] == Approx(-fall * v[0] / v[2]).epsilon(solve_error));
  CHECK(at.a[1] == Approx(-fall * v[1] / v[2]).epsilon(solve_error));
  CHECK(at.lambda[0] == Approx(-2 * 3 / (2 * 1.25 * v[2])).epsilon(solve_error));
}

TEST_CASE("springs pull Appell's and Hamel's weight as Chetaev's rule lets them: its acceleration is the least off") {
  // Gauss: M-closest to the free acceleration among those with vx ax + vy ay = rho^2 vz az
  const AppellHamel<double> problem{.rho = 0.5, .k = 1.7};
  const Vector<double, 3> q{0.6, -0.2, 0.3}, v{0.3, -0.4, -1}, normal(v[0], v[1], -0.25 * v[2]);
  const Vector<double, 3> free(-1.7 * q[0], -1.7 * q[1], -1);
  const Everything<double> at(System<double>(problem), q, v);
  const Vector<double, 3> closest = free - normal * (normal.dot(free) / normal.squaredNorm());
  CHECK(distance(at.a, closest) < solve_error);
}
