// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/knife_edge.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("the knife edge is carried by the belt, and the belt's pull is what speeds it up") {
  const KnifeEdge<double> edge{.mass = 2, .speed = 0.7, .growth = 0.3};
  const double phi = 0.6, u = 0.4;  // along the edge, on the belt
  const Vector<double, 3> v(0.7 + u * std::cos(phi), u * std::sin(phi), 1.1);
  const Motion motion(edge, {0, 0, phi}, v);
  // on the belt: u' = -growth cos phi along the edge, u vphi across
  const double rate = -0.3 * std::cos(phi);
  CHECK(motion.a[0] == Approx(0.3 + rate * std::cos(phi) - u * 1.1 * std::sin(phi)).epsilon(solve_error));
  CHECK(motion.a[1] == Approx(rate * std::sin(phi) + u * 1.1 * std::cos(phi)).epsilon(solve_error));
  CHECK(motion.lambda[0] == Approx(2 * (u * 1.1 - 0.3 * std::sin(phi))).epsilon(solve_error));
}
