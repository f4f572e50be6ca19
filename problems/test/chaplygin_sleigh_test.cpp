// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/chaplygin_sleigh.hpp>

#include "motion.hpp"

#include <Eigen/LU>

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Sleigh = ChaplyginSleigh<double>;
using Q3 = Vector<double, 3>;

/// The velocity along the knife edge at speed u, turning at rate w.
Q3 along_edge(double theta, double u, double w) { return {u * std::cos(theta), u * std::sin(theta), w}; }

}  // namespace

TEST_CASE("The sleigh's multipliers and energies at its starts are the published ones") {
  const AtStart slow("chaplygin_sleigh", "hilden_4_2_3"), inclined("chaplygin_sleigh", "hilden_4_5"),
      rotating("chaplygin_sleigh", "rotating");
  CHECK(slow.lambda[0] == Approx(0.009603115964).margin(printed));
  CHECK(inclined.lambda[0] == Approx(0.05).margin(printed));
  CHECK(rotating.lambda[0] == Approx(0.222766824456).margin(printed));
  CHECK(rotating.energy == Approx(0.524552020666).margin(printed));
}

TEST_CASE("The sleigh's multiplier is that of Hilden (4.4) for any parameters and consistent state") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8, .g = 9.8};
  for (const double theta : {-2.0, 0.3, 1.4}) {
    const Q3 v = along_edge(theta, 0.9, -1.3);
    const double expected = (sleigh.g * std::cos(theta) + v[2] * (v[0] * std::cos(theta) + v[1] * std::sin(theta))) /
                            (sleigh.a * sleigh.a / sleigh.I + 1 / sleigh.mass);
    CHECK(Motion(sleigh, {0.2, -3, theta}, v).lambda[0] == Approx(expected).epsilon(solve_error));
  }
}

TEST_CASE("Without gravity the sleigh follows its reduced equations (u along the edge, w turning)") {
  // rho1' = -k rho1 rho2, rho2' = k rho1^2 with rho1 = sqrt(I + m a^2) w, rho2 = sqrt(m) u reads w' = -c w u, u' = a
  // w^2.
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8, .g = 0};
  const double theta = 0.8, u = 0.9, w = -1.3,
               c = sleigh.mass * sleigh.a / (sleigh.I + sleigh.mass * sleigh.a * sleigh.a);
  const Q3 v = along_edge(theta, u, w), a = Motion(sleigh, {0, 0, theta}, v).a;
  CHECK(a[2] == Approx(-c * w * u).epsilon(solve_error));
  CHECK(a[0] * std::cos(theta) + a[1] * std::sin(theta) == Approx(sleigh.a * w * w).epsilon(solve_error));
}

TEST_CASE("The sleigh's mass matrix has determinant I m^2 at any heading") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8};
  for (const double theta : {-2.0, 0.0, 1.4})
    CHECK(sleigh.mass_matrix(Q3(1, 2, theta)).determinant() == Approx(0.8 * 1.7 * 1.7).epsilon(solve_error));
}

TEST_CASE("The sleigh's kinetic energy is that of its centre of mass and of its rotation") {
  const Sleigh sleigh{.mass = 1.7, .a = -0.6, .I = 0.8};
  const Q3 q{1, 2, 0.7}, v{0.3, -0.4, 1.1};
  const double vx = v[0] - sleigh.a * v[2] * std::sin(q[2]), vy = v[1] + sleigh.a * v[2] * std::cos(q[2]);
  const double expected = 1.7 * (vx * vx + vy * vy) / 2 + 0.8 * v[2] * v[2] / 2;
  CHECK(v.dot(sleigh.mass_matrix(q) * v) / 2 == Approx(expected).epsilon(solve_error));
}
