// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/nonholonomic_particle.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Particle = NonholonomicParticle<double>;
using Free = FreeNonholonomicParticle<double>;
using Q3 = Vector<double, 3>;

}  // namespace

TEST_CASE("The particle's acceleration, multiplier and energy at Jay's start are the golden ones") {
  const auto& entry = problem_catalogue().at("nonholonomic_particle");
  const auto setup = entry.setup("jay_8_1");
  const Everything<double> x(entry.make({}, "jay_8_1"), vector_of(setup.q), vector_of(setup.v));
  CHECK(distance(x.a, Q3(-2, 0, 0)) < solve_error);
  CHECK(x.lambda[0] == Approx(0).margin(solve_error));
  CHECK(x.energy == 1.5);  // sums of binary fractions: exact
}

TEST_CASE("The particle's multiplier is (vx vy - 2 k x y) / (1 + y^2) at any consistent state") {
  for (const double k : {0.0, 1.0, -0.7}) {
    const double x = 0.7, y = -1.2, vx = 0.9, vy = 0.6;
    CHECK(Motion(Particle{.k = k}, {x, y, 3}, {vx, vy, y * vx}).lambda[0] ==
          Approx((vx * vy - 2 * k * x * y) / (1 + y * y)).epsilon(solve_error));
  }
}

TEST_CASE("The particle's y oscillates with frequency sqrt(2 k)") {
  CHECK(Motion(Particle{.k = 1.3}, {0.7, -1.2, 3}, {0.9, 0.6, -1.08}).a[1] ==
        Approx(2 * 1.3 * 1.2).epsilon(solve_error));
}

TEST_CASE("Only the free particle has an exact solution, and it goes where the slides' particle goes") {
  const auto& entry = problem_catalogue().at("nonholonomic_particle");
  CHECK_FALSE(entry.make({}).exact_solution());
  CHECK_FALSE(entry.make<quad>({}, "jay_8_1").exact_solution());
  const auto free = entry.make({}, "jimenez_scheurle");
  REQUIRE(free.exact_solution());
  REQUIRE(entry.make<quad>({}, "jimenez_scheurle").exact_solution());
  CHECK(free.invariants().size() == 1);
  CHECK(free.coordinate_names() == std::vector<std::string>{"x", "y", "z"});
  const auto setup = entry.setup("jimenez_scheurle");
  const auto end = free.exact_solution()(10, setup.q, setup.v);
  constexpr double nine_digits = 0.5e-9 + 1e-15;  // as printed in the reference, 3.11
  CHECK(end.v[2] == Approx(1.412612867).margin(nine_digits));
  CHECK(end.v[0] == Approx(0.067267279).margin(nine_digits));
  CHECK(AtStart("nonholonomic_particle", "jimenez_scheurle").lambda[0] == Approx(1).epsilon(solve_error));
}

TEST_CASE(
    "The free particle's exact solution satisfies its equations from either side of y = 0 and without motion in y") {
  for (const double y0 : {1.0, -1.0, 0.0, 30.0, -30.0})
    for (const double vy : {0.9, -0.9, 1e-9, 0.0}) {
      const Q3 q0{0.3, y0, -0.2}, v0{0.1, vy, 0.1 * y0};
      CHECK(distance(Free{}.exact_solution(0, q0, v0).q, q0) == 0);
      for (const double t : {0.0, 1.3, -2.0}) {
        const auto x = Free{}.exact_solution(t, q0, v0);
        const auto shifted = [&](double e) { return Free{}.exact_solution(t + e, q0, v0); };
        CHECK(distance(difference([&](double e) { return shifted(e).q; }), x.v) < difference_error);
        CHECK(distance(difference([&](double e) { return shifted(e).v; }),
                       Motion<Particle>(Particle{.k = 0}, x.q, x.v).a) < difference_error);
      }
    }
}

TEST_CASE("The free particle's exact solution keeps its digits where vy is tiny") {
  // x moves by vx t (1 - vy t y0 / (2 (1 + y0^2)) + ...): the second term is 5e-17 of the first.
  const auto x = Free{}.exact_solution(2, Q3(0, 1, 0), Q3(0.5, 1e-16, 0.5));
  CHECK(x.q[0] == Approx(1).epsilon(8 * epsilon<double>));
  CHECK(x.q[2] == Approx(1).epsilon(8 * epsilon<double>));
}
