// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/suslov.hpp>

#include <nonholo/framework/base/quad.hpp>

#include "motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Body = Suslov<double>;
using W2 = Vector<double, 2>;

W2 rate(const Body& body, const W2& omega) { return body.structure(omega) * hamiltonian_gradient(body, omega); }

/// By the classical Runge-Kutta method.
W2 flow(const Body& body, W2 omega, double t, int steps) {
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const W2 k1 = rate(body, omega), k2 = rate(body, omega + h / 2 * k1), k3 = rate(body, omega + h / 2 * k2),
             k4 = rate(body, omega + h * k3);
    omega += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return omega;
}

constexpr double twelve_digits = 0.5e-12 + 2e-15;  // as printed in the reference, 3.11

}  // namespace

TEST_CASE("Suslov's body obeys I omega' = (I omega) x omega + lambda e3, omega3 = 0, for any I33") {
  const Body body{.I11 = 1.3, .I22 = 0.8, .I12 = -0.3, .I13 = 0.25, .I23 = -0.15};
  const Vector<double, 3> w{0.7, -1.1, 0};
  for (const double I33 : {0.9, 4.0}) {
    Eigen::Matrix3d I, solve_for;  // unknowns: omega1', omega2', lambda
    I << 1.3, -0.3, 0.25, -0.3, 0.8, -0.15, 0.25, -0.15, I33;
    solve_for << I.leftCols(2), -Eigen::Vector3d::UnitZ();
    const Eigen::Vector3d Iw = I * w, x = solve_for.partialPivLu().solve(Iw.cross(w));
    CHECK(distance(rate(body, w.head<2>()), W2(x.head<2>())) < solve_error);
    CHECK(body.hamiltonian(W2(w.head<2>())) == Approx(w.dot(I * w) / 2).epsilon(solve_error));
  }
}

TEST_CASE("Suslov's body is where the reference says at t = 10, by its closed form and by a Runge-Kutta method") {
  const auto& entry = problem_catalogue().at("suslov");
  const auto body = entry.make({});
  REQUIRE(body.exact_solution());
  for (const auto& [setup, end] : {std::pair("jimenez_scheurle", W2(-0.128717106571, 0.671352984052)),
                                   std::pair("larger_omega2", W2(-0.161979741810, 0.709397034777)),
                                   std::pair("smaller_omega1", W2(-0.121636903218, 0.638943092614))}) {
    INFO(setup);
    const auto start = entry.setup(setup);
    CHECK(distance(body.exact_solution()(*start.t_end, start.q, {}).q, end) < twelve_digits);
    // A step of 1/200: error of order 4, below 1e-13 here
    CHECK(distance(flow(Body{}, vector_of(start.q), 10, 2000), end) < twelve_digits + 1e-12);
  }
}

TEST_CASE("Suslov's exact solution satisfies its equations, at rest included") {
  const W2 omega0{0.7, -1.1};
  for (const Body& body : {Body{}, Body{.I11 = 1.3, .I22 = 0.8, .I12 = -0.3, .I13 = 0.25, .I23 = -0.15},
                           Body{.I13 = 0, .I23 = 0}, Body{.I13 = -11 * Body{}.I23 / 7}}) {
    CHECK(distance(body.exact_solution(0, omega0), omega0) < solve_error);
    for (const double t : {0.0, 1.3, -20.0}) {
      const W2 omega = body.exact_solution(t, omega0);
      CHECK(distance(difference([&](double e) { return body.exact_solution(t + e, omega0); }), rate(body, omega)) <
            difference_error);
      CHECK(body.hamiltonian(omega) == Approx(body.hamiltonian(omega0)).epsilon(solve_error));
    }
  }
  const Body balanced{.I13 = 0, .I23 = 0};
  CHECK(balanced.exact_solution(5, omega0) == omega0);
}

TEST_CASE("Suslov's body comes to rest where sigma = 0") {
  const Body body;
  const W2 omega = body.exact_solution(1e4, {0.4, 0.5});
  CHECK(body.I13 * omega[0] + body.I23 * omega[1] == Approx(0).margin(solve_error));
  CHECK(omega.allFinite());
}
