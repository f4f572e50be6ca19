// Looking at states of systems whose size is known at run time only.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/probe.hpp>

#include <nonholo/framework/run/method.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const std::vector<double> position{0.5, 2, 3}, velocity{3, 0, 4};

/// vz = 0 and 1000 (vx - vy) = 0: rows of very different size.
struct Scaled : DependentRows {
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>&) const {
    Matrix<S, 2, 3> A;
    A << S(0), S(0), S(1),  //
        S(600), S(-800), S(0);
    return A;
  }
};

}  // namespace

TEST_CASE("The energy is kinetic plus potential") {
  // V = sin(1/2) 2 + 27, T = (1 * 9 + 4 * 16)/2; two sums are rounded.
  CHECK(make_probe(System(Flat{}))->energy(0, position, velocity) ==
        Approx(2 * std::sin(0.5) + 27 + 36.5).epsilon(4 * epsilon<double>));
}

TEST_CASE("The scaled residual measures each constraint by the size of its row and of v") {
  const auto residual = make_probe(System(Scaled{}))->constraint(0, position, velocity);
  CHECK(residual.absolute == 1800);  // 600 * 3
  // the first row: |4| / (1 * 5) against 1800 / (1000 * 5)
  CHECK(residual.scaled == Approx(0.8).epsilon(4 * epsilon<double>));
}

TEST_CASE("Residuals stand beside what they are measured by, row by row, also where they are 0") {
  const auto probe = make_probe(System(Scaled{}));
  probe->constraint(0, position, velocity);
  const RowResiduals<double> rows = probe->rows();
  CHECK(std::vector(rows.residual.begin(), rows.residual.end()) == std::vector<double>{4, 1800});
  CHECK(std::vector(rows.scale.begin(), rows.scale.end()) == std::vector<double>{5, 5000});
  probe->constraint(0, position, std::vector<double>{4, 3, 0});
  CHECK(probe->rows().residual[1] == 0);
  CHECK(probe->rows().scale[1] == 5000);
}

TEST_CASE("What could not be solved is singular, no number, or an iteration that went astray") {
  const System<double> system{DependentRows{}};
  const std::vector<double> dependent{0.5, 2, 0}, nowhere{0.5, std::nan(""), 1};
  CHECK(why_unsolved(system, 0, dependent, velocity) == Outcome::singular_matrix);
  CHECK(why_unsolved(system, 0, position, velocity) == Outcome::stage_solver_diverged);
  CHECK(why_unsolved(System(Flat{}), 0, nowhere, velocity) == Outcome::not_finite);
}

TEST_CASE("At rest the scaled residual of a homogeneous constraint is zero") {
  const auto residual = make_probe(System(Scaled{}))->constraint(0, position, std::vector<double>(3, 0));
  CHECK(residual.absolute == 0);
  CHECK(residual.scaled == 0);
}

TEST_CASE(
    "The violated constraint reported is the one that is off by most of its own size, whatever the units of its row") {
  const auto probe = make_probe(System(Scaled{}));
  const auto worst = probe->violated(0, position, velocity);
  REQUIRE(worst);
  CHECK(worst->constraint == 0);  // 4 of 1 |v| against 1800 of 1000 |v|
  CHECK(worst->residual == 4);
  // the second holds: 600 * 4 = 800 * 3
  CHECK(probe->violated(0, position, std::vector<double>{4, 3, 1e-3})->constraint == 0);
  CHECK_FALSE(probe->violated(0, position, std::vector<double>{4, 3, 0}));
}

TEST_CASE("A constraint holds up to 1e-12 of its row's size times that of v, in the mass metric") {
  const auto probe = make_probe(System(Flat{}));
  // |K|^2 = 1/4, |v|^2 = 9 + 2 * 16
  CHECK_FALSE(probe->violated(0, position, std::vector<double>{3, 4, 3.15e-12}));
  CHECK(probe->violated(0, position, std::vector<double>{3, 4, 3.25e-12}));
}

TEST_CASE("An offset that vanishes but for the rounding of t holds at rest") {
  const auto probe = make_probe(System(Lift{}));
  const double quarter = std::acos(-1) / 2;  // whose cosine is 6e-17
  CHECK_FALSE(probe->violated(quarter, position, std::vector<double>{0, 0, 0}));
  CHECK(probe->violated(quarter + 1e-12, position, std::vector<double>{0, 0, 0}));
}

TEST_CASE("A residual that is not a number violates") {
  CHECK(make_probe(System(Flat{}))->violated(0, position, std::vector<double>{3, 4, std::nan("")}));
}

TEMPLATE_TEST_CASE(
    "A probe sees the same multipliers, accelerations and projection as the typed face, in any size class", "", Curved,
    Driven, Wide) {
  Generic<TestType> g;
  const auto probe = make_probe(System(TestType{}));
  std::vector<double> lambda(TestType::m), a(TestType::n), projected(g.v.begin(), g.v.end());
  REQUIRE(probe->acceleration(g.t, values(g.q), values(g.v), a));
  REQUIRE(probe->multipliers(g.t, values(g.q), values(g.v), lambda));
  REQUIRE(probe->project(g.t, values(g.q), projected));
  const DynamicsOf<TestType, double> dynamics{TestType{}};
  SaddlePoint<double, Generic<TestType>::Size::n, Generic<TestType>::Size::m> saddle(dynamics);
  REQUIRE(saddle.solve(g.t, g.q, g.v));
  // one solve, compiled twice
  CHECK(distance(saddle.multipliers(), Eigen::Map<VectorX<double>>(lambda.data(), TestType::m)) < 1e-13);
  CHECK(distance(saddle.acceleration(), Eigen::Map<VectorX<double>>(a.data(), TestType::n)) < 1e-13);
  CHECK(probe->constraint(g.t, values(g.q), projected).absolute < 1e-13);
  const double energy = dynamics.energy(g.t, g.q, g.v);
  // one sum, compiled twice
  CHECK(probe->energy(g.t, values(g.q), values(g.v)) == Approx(energy).epsilon(16 * epsilon<double>));
}

TEST_CASE(
    "With dependent constraints there are neither multipliers, accelerations nor a projection, and v is left alone") {
  const auto probe = make_probe(System(DependentRows{}));
  std::vector<double> lambda(2), tried = velocity;
  CHECK_FALSE(probe->multipliers(0, std::vector<double>{1, 1, 0}, velocity, lambda));
  CHECK_FALSE(probe->project(0, std::vector<double>{1, 1, 0}, tried));
  CHECK_FALSE(probe->acceleration(0, std::vector<double>{1, 1, 0}, velocity, tried));
  CHECK(tried == velocity);
}

TEST_CASE("What drives a system is told, and that nothing does whatever its type could do") {
  const auto driven_by = [](const Drivable& problem) {
    return make_probe(System(problem))->driven_by(3, position, velocity);
  };
  CHECK(driven_by({}) == "");
  CHECK(driven_by({.damping = 0.5}) == "an external force, F[0] = -1.5");
  CHECK(driven_by({.lift = 0.25}) == "an offset of the constraint, b[0] = 0.25");
  CHECK(driven_by({.breath = 0.1}) == "a mass that depends on time");
  CHECK(driven_by({.tide = 0.1}) == "a force that depends on time");
  CHECK(driven_by({.swing = 0.1}) == "a constraint that depends on time");
  CHECK(make_probe(System(Drivable{.swing = 0.1}))->driven_by(0, position, velocity) == "");
  CHECK(make_probe(System(Curved{}))->driven_by(3, position, velocity) == "");
}

TEST_CASE("A state of another size than the system's is refused") {
  const auto probe = make_probe(System(Flat{}));
  const std::vector<double> two{1, 2};
  CHECK_THROWS_AS(probe->energy(0, two, velocity), InputError);
  CHECK_THROWS_AS(probe->constraint(0, position, two), InputError);
}
