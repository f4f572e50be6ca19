// The consistent velocity nearest to one off a constraint nonlinear in v, against closed forms.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

template <class Real = double> System<Real> system_of(const std::string& kinetic, const std::string& constraint) {
  TextSystem text;
  text.coordinates = {"x", "y", "z"};
  text.lagrangian = kinetic;
  text.constraints = {constraint};
  return problem_entry(text).make<Real>({});
}

template <class Real = double> VectorX<Real> nearest(const System<Real>& system, const std::vector<Real>& wanted) {
  const std::vector<Real> q{Real(0.3), Real(-0.2), Real(0.5)};
  std::vector<Real> v = wanted;
  REQUIRE(make_probe(system)->project(0, q, v));
  return vector_of(v);
}

constexpr double round_off = 16 * epsilon<double>;

}  // namespace

TEST_CASE("The velocity nearest to a sphere lies along the radius, from inside and from far outside") {
  const System<double> system = system_of("2*(vx^2 + vy^2 + vz^2)", "vx^2 + vy^2 + vz^2 - 4");
  for (const double length : {0.2, 1.5, 2.001, 3.0, 40.0}) {
    const Eigen::Vector3d direction = Eigen::Vector3d(0.5, -1, 0.7).normalized();
    const Eigen::Vector3d wanted = length * direction;
    CHECK((nearest(system, {wanted[0], wanted[1], wanted[2]}) - 2 * direction).norm() < round_off);
  }
}

TEST_CASE("The velocity nearest to Appell's cone lies on its line in the plane through the axis") {
  const System<double> system = system_of("vx^2 + vy^2 + vz^2", "vz^2 - 4*(vx^2 + vy^2)");
  for (const double z : {1.0, 2.2, 3.0, 9.0}) {
    const double x = 0.6, y = 0.8;  // 1 away from the axis
    const double out = (1 + 2 * z) / 5;
    CHECK((nearest(system, {x, y, z}) - Eigen::Vector3d(out * x, out * y, 2 * out)).norm() < 4 * round_off);
  }
}

TEST_CASE("With unequal masses the nearest velocity is that in the mass metric") {
  // least (x - x0)^2 + 4 (y - y0)^2 with y = x^2: 8 x^3 + (1 - 8 y0) x - x0 = 0
  const System<double> system = system_of("vx^2/2 + 2*vy^2 + 3*vz^2", "vy - vx^2");
  for (const auto& [x0, y0] : {std::pair{1.0, 0.7}, std::pair{0.5, 1.5}, std::pair{-2.0, 0.1}, std::pair{3.0, -4.0}}) {
    const VectorX<double> v = nearest(system, {x0, y0, 0.4});
    const double x = v[0];
    CHECK(std::abs(8 * x * x * x + (1 - 8 * y0) * x - x0) < 100 * round_off);
    CHECK(v[1] == Approx(x * x).epsilon(round_off));
    CHECK(v[2] == 0.4);
  }
}

TEST_CASE("In quadruple precision the nearest velocity has its digits") {
  using std::sqrt;
  const System<quad> system = system_of<quad>("vx^2 + vy^2 + vz^2", "vx^2 + vy^2 + vz^2 - 1");
  const VectorX<quad> v = nearest<quad>(system, {quad(1), quad(2), quad(2)});
  CHECK(static_cast<double>(VectorX<quad>(v - Vector<quad, 3>(quad(1) / 3, quad(2) / 3, quad(2) / 3)).norm()) < 1e-32);
}

TEST_CASE(
    "A start off a nonlinear constraint is offered the nearest velocity, and takes it where it is to be projected") {
  const System<double> system = system_of("vx^2 + vy^2 + vz^2", "vx^2 + vy^2 + vz^2 - 1");
  Start<double> start{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 3, 4)};
  CHECK_THROWS_WITH(checked(start, system, 0),
                    Contains("nearest consistent velocity in the mass metric is v = [0, 0.6"));
  start.consistent = Consistent::project;
  CHECK((checked(start, system, 0).v - Eigen::Vector3d(0, 0.6, 0.8)).norm() < round_off);
}
