// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/reduced_sleigh.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/chaplygin_sleigh.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Reduced = ReducedSleigh<double>;
using R2 = Vector<double, 2>;

R2 rate(const Reduced& sleigh, const R2& rho) { return sleigh.structure(rho) * hamiltonian_gradient(sleigh, rho); }

/// The implicit midpoint rule, which is every discrete gradient method here: H is quadratic and Pi linear.
R2 midpoint_step(const Reduced& sleigh, const R2& rho, double h) {
  R2 next = rho;
  for (int i = 0; i < 40; ++i) next = rho + h * rate(sleigh, (rho + next) / 2);
  return next;
}

}  // namespace

TEST_CASE("The reduced sleigh is the sleigh without gravity in the momenta (sqrt(I + m a^2) vtheta, sqrt(m) u)") {
  const double mass = 1.7, a = -0.6, I = 0.8, theta = 0.8, u = 0.9, w = -1.3;
  const ChaplyginSleigh<double> sleigh{.mass = mass, .a = a, .I = I, .g = 0};
  const Vector<double, 3> direction{std::cos(theta), std::sin(theta), 0},
      v = u * direction + w * Vector<double, 3>::UnitZ();
  const Vector<double, 3> acceleration = Motion(sleigh, {0, 0, theta}, v).a;
  const double turning = std::sqrt(I + mass * a * a), gliding = std::sqrt(mass);
  const R2 rho{turning * w, gliding * u}, expected{turning * acceleration[2], gliding * acceleration.dot(direction)};
  CHECK(distance(rate(Reduced{.mass = mass, .a = a, .I = I}, rho), expected) < solve_error);
  CHECK(Reduced{}.hamiltonian(rho) ==
        Approx(v.dot(sleigh.mass_matrix(Vector<double, 3>(0, 0, theta)) * v) / 2).epsilon(solve_error));
}

TEST_CASE("The reduced sleigh's exact solution satisfies its equations from any start, equilibria included") {
  for (const double a : {1.0, -0.6, 0.0})
    for (const R2& rho0 :
         {R2(0.4, -0.3), R2(-0.4, 0.3), R2(-1e-3, -0.6), R2(1e-3, 0.6), R2(1e-200, -0.6), R2(0, -0.6), R2(0, 0)}) {
      const Reduced sleigh{.a = a};
      CHECK(distance(sleigh.exact_solution(0, rho0), rho0) < solve_error);
      for (const double t : {0.0, 1.3, 90.0, -20.0, 300.0}) {
        const R2 rho = sleigh.exact_solution(t, rho0);
        CHECK(distance(difference([&](double e) { return sleigh.exact_solution(t + e, rho0); }), rate(sleigh, rho)) <
              difference_error);
        CHECK(rho.norm() == Approx(rho0.norm()).epsilon(solve_error));
      }
      CHECK(sleigh.exact_solution(1e6, rho0).allFinite());
    }
}

TEST_CASE(
    "The reduced sleigh's exact solution in double has the digits of that in quad near the unstable equilibrium") {
  const Vector<quad, 2> rho0{-quad(1) / 1000, -quad(6) / 10};
  for (const int t : {50, 100, 200}) {
    const R2 wide = ReducedSleigh<quad>{}.exact_solution(t, rho0).cast<double>();
    CHECK(distance(Reduced{}.exact_solution(t, R2(-1e-3, -0.6)), wide) < solve_error);
  }
}

TEST_CASE(
    "With h = 0.5 the midpoint rule takes the reduced sleigh where the reference says (section 6, Figure 3 of "
    "Celledoni et al.)") {
  const auto& entry = problem_catalogue().at("reduced_sleigh");
  constexpr double nine_digits = 0.5e-9 + 1e-14;
  for (const auto& [setup, side] : {std::pair("celledoni_fig_3", -1.0), std::pair("celledoni_fig_3_left", 1.0)}) {
    R2 rho = vector_of(entry.setup(setup).q);
    const double energy = Reduced{}.hamiltonian(rho);
    for (int step = 1; step <= 2000; ++step) {
      rho = midpoint_step(Reduced{}, rho, 0.5);
      CHECK(Reduced{}.hamiltonian(rho) == Approx(energy).epsilon(solve_error));
      if (step == 200) CHECK(distance(rho, R2(side * 0.550063260, -0.239648512)) < nine_digits);
      if (step == 400) CHECK(distance(rho, R2(side * 0.002330589, 0.599996307)) < nine_digits);
    }
    CHECK(distance(rho, R2(0, 0.600000833)) < nine_digits);
  }
}
