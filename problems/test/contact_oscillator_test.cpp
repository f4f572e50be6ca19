// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/contact_oscillator.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Oscillator = ContactOscillator<double>;
using Q3 = Vector<double, 3>;

}  // namespace

TEST_CASE("The contact oscillator's acceleration, multiplier and energy at the golden start are the golden ones") {
  const auto& entry = problem_catalogue().at("contact_oscillator");
  const auto setup = entry.setup("perturbed");
  const Everything<double> x(entry.make({}, "perturbed"), vector_of(setup.q), vector_of(setup.v));
  CHECK(distance(x.a, Q3(-0.1355, -1, 0.0555)) < solve_error);
  CHECK(x.lambda[0] == Approx(0.378).epsilon(solve_error));
  CHECK(x.energy == Approx(0.853375).epsilon(solve_error));
}

TEST_CASE("The contact oscillator's multiplier is that of Hilden (4.11), with vy vz, at any consistent state") {
  for (const double epsilon : {0.0, 0.3, -1.1}) {
    const Oscillator oscillator{.epsilon = epsilon};
    const double x = 0.7, y = -1.2, z = 0.4, vy = 0.6, vz = 0.9;
    const double expected = (x + y * z - vy * vz + epsilon * (x * z * z + x * x * y * z)) / (1 + y * y);
    CHECK(Motion(oscillator, {x, y, z}, {-y * vz, vy, vz}).lambda[0] == Approx(expected).epsilon(solve_error));
  }
}

TEST_CASE("Hilden's orbits (4.9) start at rest on the section y = 1 with energy 3/2 and the stated z0") {
  const auto& entry = problem_catalogue().at("contact_oscillator");
  for (int k = 0; k < 10; ++k) {
    const std::string name = "hilden_4_9_orbit_" + std::to_string(k + 1);
    const auto setup = entry.setup(name);
    CHECK(setup.q[2] == Approx((-0.9 + 0.2 * k) * std::sqrt(2.0)).epsilon(solve_error));
    CHECK(setup.q[1] == 1);
    CHECK(setup.v == std::vector<double>{0, 0, 0});
    const AtStart start("contact_oscillator", name);
    CHECK(start.energy == Approx(1.5).epsilon(solve_error));
    CHECK(start.lambda[0] == Approx((setup.q[0] + setup.q[2]) / 2).epsilon(solve_error));  // lambda0 of (4.8)
  }
}

TEST_CASE("Hilden's chaotic orbit starts at z0 = -0.55 with the energy 3/2 of its perturbed system") {
  CHECK(problem_catalogue().at("contact_oscillator").setup("hilden_figure_4_15").q[2] == -0.55);
  CHECK(AtStart("contact_oscillator", "hilden_figure_4_15").energy == Approx(1.5).epsilon(solve_error));
}

TEST_CASE("Without perturbation (x, z, w) with w = sqrt(1 + y^2) vz turns under a skew matrix") {
  const double y = -1.2, vy = 0.6, vz = 0.9, root = std::sqrt(1 + y * y);
  const Q3 q{0.7, y, 0.4}, v{-y * vz, vy, vz}, a = Motion(Oscillator{}, q, v).a;
  const double w = root * vz, w_dot = root * a[2] + y * vy * vz / root;
  CHECK(v[0] == Approx(-y / root * w).epsilon(solve_error));
  CHECK(v[2] == Approx(1 / root * w).epsilon(solve_error));
  CHECK(w_dot == Approx(y / root * q[0] - 1 / root * q[2]).epsilon(solve_error));
}
