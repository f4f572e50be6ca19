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

TEST_CASE("the eliminated equation has the accelerations of the saddle-point system, and zeros behind them") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    SaddlePoint<double, 3, 1> saddle(dynamics);
    REQUIRE(saddle.solve(0, sleigh_q, sleigh_v));
    const auto holds = [&]<int size>(EliminatedOde<size> ode) {
      VectorX<double> y = VectorX<double>::Zero(8), rate = VectorX<double>::Constant(8, NAN);
      y << sleigh_q, sleigh_v, 0, 0;
      REQUIRE(ode.size() == 8);
      REQUIRE(ode.rate(0, y.data(), rate.data()));
      CHECK(rate.head<3>() == sleigh_v);
      CHECK((rate.segment<3>(3) - saddle.acceleration()).norm() < 1e-14);
      CHECK(rate.tail<2>().isZero(0));
    };
    const System<double> sleigh(DraggedSleigh{});
    holds(EliminatedOde<8>(sleigh.underlying_ode(), 3));
    holds(EliminatedOde<dynamic>(sleigh.underlying_ode(), 3));
  });
}

TEST_CASE("a state shorter than its room has zeros in the rest of its rate") {
  const System<double> pendulum(Pendulum{});
  const Eigen::Index n = pendulum.coordinates();
  EliminatedOde<16> ode(pendulum.underlying_ode(), n);
  VectorX<double> y = VectorX<double>::Zero(16), rate = VectorX<double>::Constant(16, NAN);
  y.head(2 * n) = VectorX<double>::LinSpaced(2 * n, 0.3, 1.1);
  REQUIRE(ode.size() == 16);
  REQUIRE(ode.rate(0, y.data(), rate.data()));
  CHECK(rate.head(n) == y.segment(n, n));
  CHECK(rate.tail(16 - 2 * n).isZero(0));
}

TEST_CASE("constraints that depend on each other, and values that are no numbers, are told by both equations") {
  const System<double> table(TiltedTable{});
  table.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    EliminatedOde<dynamic> eliminated(table.underlying_ode(), dynamics->coordinates());
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
