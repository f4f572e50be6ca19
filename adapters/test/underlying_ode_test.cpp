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

const Eigen::Vector3d q0(0.3, -0.2, 0.7), v0(0.9, 0.4, -0.6);
using Y = Eigen::Matrix<double, 7, 1>;  // q, v, lambda

/// f(dynamics in the sleigh's size class)
template <class F> void with_sleigh(F f) {
  System<double>{DraggedSleigh{}}.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& d) {
    if constexpr (n == 3 && m == 1) f(*d);
    else FAIL("the sleigh has a size class of its own");
  });
}

}  // namespace

TEST_CASE("the eliminated equation has the accelerations of the saddle-point system") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    EliminatedOde<3, 1> ode(dynamics);
    SaddlePoint<double, 3, 1> saddle(dynamics);
    REQUIRE(saddle.solve(0, q0, v0));
    Eigen::Matrix<double, 6, 1> y, rate;
    y << q0, v0;
    REQUIRE(ode.size() == 6);
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    CHECK(rate.head<3>() == v0);
    CHECK(rate.tail<3>() == saddle.acceleration());
  });
}

TEST_CASE("the multiplier that goes with a state is integrated at the rate at which it changes along the motion") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    MultiplierIntegratedOde<3, 1> ode(dynamics);
    SaddlePoint<double, 3, 1> saddle(dynamics);
    Y y, rate;
    y << q0, v0, 0;
    REQUIRE(ode.size() == 7);
    REQUIRE(ode.complete(0, y.data()));
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    REQUIRE(saddle.solve(0, q0, v0));
    CHECK(y[6] == saddle.multipliers()[0]);
    CHECK((rate.segment<3>(3) - saddle.acceleration()).norm() < 1e-14);
    const double h = 1e-5;
    const auto multiplier = [&](double s) {
      REQUIRE(saddle.solve(0, q0 + s * rate.head<3>(), v0 + s * rate.segment<3>(3)));
      return saddle.multipliers()[0];
    };
    CHECK(rate[6] == Approx((multiplier(h) - multiplier(-h)) / (2 * h)).epsilon(1e-8));
  });
}

TEST_CASE("a multiplier of one's own moves the system, and d/dt k stays what it makes of it") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    MultiplierIntegratedOde<3, 1> ode(dynamics);
    HiddenConstraint<3, 1> hidden(dynamics);
    Y y, rate;
    y << q0, v0, 2;
    REQUIRE(ode.rate(0, y.data(), rate.data()));
    const double h = 1e-5;
    const auto k_dot = [&](double s) {
      const Y moved = y + s * rate;
      REQUIRE(hidden.evaluate(0, moved.head<3>(), moved.segment<3>(3), Vector<double, 1>(moved[6])));
      return hidden.residual()[0];
    };
    CHECK(std::abs(k_dot(0)) > 0.1);
    CHECK((k_dot(h) - k_dot(-h)) / (2 * h) == Approx(0).margin(1e-8));
  });
}
