// The two ordinary differential equations: accelerations are those of the equations of motion, and the integrated
// multiplier changes as the eliminated one does.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/underlying_ode.hpp>
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "constrained_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using SleighState = Eigen::Matrix<double, 7, 1>;  // q, v, lambda

}  // namespace

TEST_CASE("the eliminated equation has the accelerations of the saddle-point system") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    EliminatedOde<3, 1> ode(dynamics);
    SaddlePoint<double, 3, 1> saddle(dynamics);
    REQUIRE(saddle.solve(0, sleigh_q, sleigh_v));
    Eigen::Matrix<double, 6, 1> y, rate;
    y << sleigh_q, sleigh_v;
    REQUIRE(ode.size() == 6);
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    CHECK(rate.head<3>() == sleigh_v);
    CHECK(rate.tail<3>() == saddle.acceleration());
  });
}

TEST_CASE("a constant mass, inverted once, makes the same accelerations as the saddle-point system") {
  const auto agree = []<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    REQUIRE(dynamics->traits().constant_mass);
    EliminatedOde<n, m> ode(*dynamics);
    SaddlePoint<double, n, m> saddle(*dynamics);
    const Eigen::Index size = dynamics->coordinates();
    const Vector<double, n> q = Vector<double, n>::LinSpaced(size, 0.3, 1.1),
                            v = Vector<double, n>::LinSpaced(size, 0.8, -0.4);
    VectorX<double> y(2 * size), rate(2 * size);
    y << q, v;
    REQUIRE(saddle.solve(0.5, q, v));
    REQUIRE(ode.rate(0.5, y.data(), rate.data()));
    CHECK((rate.tail(size) - saddle.acceleration()).norm() < 1e-14);
  };
  System<double>{Pendulum{}}.visit(agree);
  System<double>{TiltedTable{}}.visit(agree);
}

TEST_CASE("constraints that depend on each other, and values that are no numbers, are told by both equations") {
  System<double>{TiltedTable{}}.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    EliminatedOde<n, m> eliminated(*dynamics);
    MultiplierIntegratedOde<n, m> integrated(*dynamics);
    VectorX<double> y = VectorX<double>::Ones(8), rate(8);
    CHECK(eliminated.rate(0, y.data(), rate.data()));
    CHECK(integrated.rate(0, y.data(), rate.data()));
    y[0] = 0;  // both rows of A are (0, 0, 1)
    CHECK_FALSE(eliminated.rate(0, y.data(), rate.data()));
    CHECK_FALSE(integrated.rate(0, y.data(), rate.data()));
    y[0] = NAN;
    CHECK_FALSE(eliminated.rate(0, y.data(), rate.data()));
    CHECK_FALSE(integrated.rate(0, y.data(), rate.data()));
  });
}

TEST_CASE("the multiplier that goes with a state is integrated at the rate at which it changes along the motion") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    MultiplierIntegratedOde<3, 1> ode(dynamics);
    SaddlePoint<double, 3, 1> saddle(dynamics);
    SleighState y, rate;
    y << sleigh_q, sleigh_v, 0;
    REQUIRE(ode.size() == 7);
    REQUIRE(ode.complete(0, y.data()));
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    REQUIRE(saddle.solve(0, sleigh_q, sleigh_v));
    CHECK(y[6] == saddle.multipliers()[0]);
    CHECK((rate.segment<3>(3) - saddle.acceleration()).norm() < 1e-14);
    const double h = 1e-5;
    const auto multiplier = [&](double s) {
      REQUIRE(saddle.solve(0, sleigh_q + s * rate.head<3>(), sleigh_v + s * rate.segment<3>(3)));
      return saddle.multipliers()[0];
    };
    CHECK(rate[6] == Approx((multiplier(h) - multiplier(-h)) / (2 * h)).epsilon(1e-8));
  });
}

TEST_CASE("a multiplier of one's own moves the system, and d/dt k stays what it makes of it") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    MultiplierIntegratedOde<3, 1> ode(dynamics);
    HiddenConstraint<3, 1> hidden(dynamics);
    SleighState y, rate;
    y << sleigh_q, sleigh_v, 2;
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    const double h = 1e-5;
    const auto k_dot = [&](double s) {
      const SleighState moved = y + s * rate;
      REQUIRE(hidden.evaluate(0, moved.head<3>(), moved.segment<3>(3), Vector<double, 1>(moved[6])));
      return hidden.residual()[0];
    };
    CHECK(std::abs(k_dot(0)) > 0.1);
    CHECK((k_dot(h) - k_dot(-h)) / (2 * h) == Approx(0).margin(1e-8));
  });
}
