// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/suslov_body.hpp>

#include "motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

using namespace nonholo;
using namespace nonholo::test;

namespace {

using WholeBody = SuslovBody<double>;
using Omega = Vector<double, 3>;
using Torque = Vector<double, 1>;

const WholeBody lopsided_body{.I11 = 1.3, .I22 = 0.8, .I33 = 1.1, .I12 = -0.3, .I13 = 0.25, .I23 = -0.15};

Eigen::Matrix3d inertia_of(const WholeBody& body) {
  Eigen::Matrix3d I;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) I(i, k) = body.inertia(i, k);
  return I;
}

}  // namespace

TEST_CASE("Suslov's body with all its velocities obeys I omega' = (I omega) x omega + lambda e3") {
  const Eigen::Matrix3d I = inertia_of(lopsided_body);
  const Omega omega{0.7, -1.1, 0.4};
  const Omega torque = Eigen::Vector3d(I * omega).cross(omega) + 0.6 * Eigen::Vector3d::UnitZ();
  CHECK(distance(lopsided_body.f(0, 0.0, omega, Torque(0.6)), Omega(I.partialPivLu().solve(torque))) < solve_error);
  CHECK(lopsided_body.energy(omega) == Approx(omega.dot(I * omega) / 2).epsilon(solve_error));
}

TEST_CASE("the torque on Suslov's body is the slides': e3 . I^-1 (omega x I omega) over e3 . I^-1 e3") {
  for (const WholeBody& body : {WholeBody{}, lopsided_body}) {
    const Eigen::Matrix3d I = inertia_of(body), inverse = I.inverse();
    const Omega omega0{0.4, 0.5, 0};
    const auto [omega, lambda] = body.exact_solution(1.7, omega0);
    const Eigen::Vector3d turning = omega.cross(Eigen::Vector3d(I * omega));
    CHECK(lambda[0] == Approx(inverse.row(2).dot(turning) / inverse(2, 2)).epsilon(solve_error));
    CHECK(omega[2] == 0);
    const auto rate = difference([&](double e) { return body.exact_solution(1.7 + e, omega0).first; });
    CHECK(distance(rate, body.f(0, 0.0, omega, lambda)) < difference_error);
  }
}

TEST_CASE("Suslov's body off the constraint has no exact solution, and an inertia that is none is refused") {
  CHECK(std::isnan(WholeBody{}.exact_solution(1, {0.4, 0.5, 0.1}).first[0]));
  CHECK_THROWS_AS((WholeBody{.I12 = 2}.as_system()), InputError);
  CHECK_THROWS_AS((WholeBody{.I13 = 1, .I23 = 1}.as_system()), InputError);
}
