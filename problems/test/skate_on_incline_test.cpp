// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/skate_on_incline.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Skate = SkateOnIncline<double>;
using Q3 = Vector<double, 3>;

/// The velocity along the blade at speed u, turning at rate w.
Q3 along_blade(double theta, double u, double w) { return {u * std::cos(theta), u * std::sin(theta), w}; }

}  // namespace

TEST_CASE("The skate starts on a vertical plane, with no energy but its turning and no multiplier") {
  const AtStart start("skate_on_incline", "jay_8_2");
  CHECK(start.energy == 0.5);  // sums of binary fractions: exact
  CHECK(start.lambda[0] == Approx(0).margin(solve_error));
  CHECK(std::sin(Skate{}.beta) == 1);
}

TEST_CASE("The skate's speed grows by g sin(beta) cos(theta), its multiplier turns it and holds it against the slope") {
  const Skate skate{.mass = 1.7, .I = 0.8, .g = 9.8, .beta = 0.4};
  const double theta = 2.2, u = -0.9, w = 1.3, G = 9.8 * std::sin(0.4);
  const Motion motion(skate, {0.2, -3, theta}, along_blade(theta, u, w));
  CHECK(motion.a[0] * std::cos(theta) + motion.a[1] * std::sin(theta) ==
        Approx(G * std::cos(theta)).epsilon(solve_error));
  CHECK(motion.lambda[0] == Approx(skate.mass * (u * w + G * std::sin(theta))).epsilon(solve_error));
  CHECK(motion.a[2] == Approx(0).margin(solve_error));
}

TEST_CASE("The skate's exact solution satisfies its equations from any start, turning slowly or not at all included") {
  const Skate skate{.mass = 1.7, .I = 0.8, .g = 0.9, .beta = 0.4};
  for (const double w : {1.3, -0.7, 0.45, 1e-3, 1e-9, 0.0})
    for (const double u : {0.0, 0.9}) {
      const Q3 q0{1, -2, 0.7}, v0 = along_blade(q0[2], u, w);
      CHECK(distance(skate.exact_solution(0, q0, v0).q, q0) == 0);
      for (const double t : {0.0, 1.3, -2.0}) {
        const auto x = skate.exact_solution(t, q0, v0);
        const auto shifted = [&](double e) { return skate.exact_solution(t + e, q0, v0); };
        CHECK(distance(difference([&](double e) { return shifted(e).q; }), x.v) < difference_error);
        CHECK(distance(difference([&](double e) { return shifted(e).v; }), Motion(skate, x.q, x.v).a) <
              difference_error);
      }
    }
}

TEST_CASE("From Jay's start the skate runs on the cycloid x = sin^2 t / 2, y = (t - sin 2t / 2) / 2") {
  const auto& entry = problem_catalogue().at("skate_on_incline");
  const auto skate = entry.make({}, "jay_8_2");
  const auto setup = entry.setup("jay_8_2");
  REQUIRE(skate.exact_solution());
  for (const double t : {0.3, 2.0, 100.0}) {
    const auto x = skate.exact_solution()(t, setup.q, setup.v);
    const double s = std::sin(t), y = (t - std::sin(2 * t) / 2) / 2;
    // The closed form multiplies numbers of size t^2 / t^2 by t^2: it loses a factor t to round-off.
    CHECK(distance(x.q, Q3(s * s / 2, y, t)) < 16 * epsilon<double> * (1 + t));
  }
}

TEST_CASE("The skate's exact solution in quad and in double agree on both sides of the switch to the series") {
  for (const double w : {0.49, 0.5, 0.51}) {
    const Vector<quad, 3> q0{0, 0, 0}, v0{0, 0, w};
    const auto wide = SkateOnIncline<quad>{}.exact_solution(2, q0, v0);
    CHECK(distance(wide.q.cast<double>(), Skate{}.exact_solution(2, Q3(0, 0, 0), Q3(0, 0, w)).q) < solve_error);
  }
}
