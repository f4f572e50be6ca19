// The forms of the equations of motion: they vanish on the same motion, and their Jacobians are what differences
// show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/equations_of_motion.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "constrained_systems.hpp"
#include "redundant_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr Eigen::Index size = 7;
using Y = Eigen::Matrix<double, size, 1>;
constexpr MotionForm forms[] = {MotionForm::index2, MotionForm::multipliers, MotionForm::accelerations};

/// f(equations of the sleigh in a form, a consistent y, its y')
template <class F> void with_equations(MotionForm form, F f) {
  with_sleigh([&](const Dynamics<double, 3, 1>& dynamics) {
    Eigen::Vector3d v = sleigh_v;
    SaddlePoint<double, 3, 1> saddle(dynamics);
    REQUIRE(saddle.project(0, sleigh_q, v));
    REQUIRE(saddle.solve(0, sleigh_q, v));
    Y y, y_dot;
    y << sleigh_q, v, saddle.multipliers();
    y_dot << v, saddle.acceleration(), 0;
    EquationsOfMotion<3, 1> equations({std::shared_ptr<void>(), &dynamics}, form);  // not owned
    f(equations, y, y_dot);
  });
}

Y residual(EquationsOfMotion<3, 1>& equations, const Y& y, const Y& y_dot) {
  Y F;
  REQUIRE(equations.residual(0, y.data(), y_dot.data(), F.data()));
  return F;
}

}  // namespace

TEST_CASE("every form of the equations of motion vanishes on a motion, and off it does not") {
  for (const MotionForm form : forms)
    with_equations(form, [](EquationsOfMotion<3, 1>& equations, const Y& y, const Y& y_dot) {
      CHECK(residual(equations, y, y_dot).lpNorm<Eigen::Infinity>() < 1e-14);
      for (Eigen::Index i = 3; i < size; ++i) CHECK(residual(equations, y + 0.1 * Y::Unit(i), y_dot).norm() > 1e-3);
    });
}

TEST_CASE("the Jacobian F_y + c F_y' of every form is what differences show") {
  for (const MotionForm form : forms)
    with_equations(form, [](EquationsOfMotion<3, 1>& equations, const Y& y, const Y& y_dot) {
      const double c = 7, step = 1e-5;  // rounding 1e-10, truncation c^2 1e-10
      Eigen::Matrix<double, size, size> J;
      REQUIRE(equations.jacobian(0, c, y.data(), y_dot.data(), J.data()));
      for (Eigen::Index i = 0; i < size; ++i) {
        const Y e = step * Y::Unit(i);
        const Y column =
            (residual(equations, y + e, y_dot + c * e) - residual(equations, y - e, y_dot - c * e)) / (2 * step);
        CHECK((J.col(i) - column).norm() < 1e-7);
      }
    });
}

TEST_CASE("equations whose value is not a number say so") {
  for (const MotionForm form : forms)
    with_equations(form, [](EquationsOfMotion<3, 1>& equations, Y y, const Y& y_dot) {
      Y F;
      y[2] = NAN;
      CHECK_FALSE(equations.residual(0, y.data(), y_dot.data(), F.data()));
    });
}

TEST_CASE("the stabilised form holds positions, and its Jacobian is what differences show") {
  using Y11 = Eigen::Matrix<double, 11, 1>;
  using J11 = Eigen::Matrix<double, 11, 11>;
  const System<double> system{SkateOnSphere{}};
  const auto* known = system.visit([](const auto& dynamics) -> const Dynamics<double, 4, 2>* {
    return dynamic_cast<const Dynamics<double, 4, 2>*>(dynamics.get());
  });
  REQUIRE(known);
  EquationsOfMotion<4, 2> equations({std::shared_ptr<void>(), known}, MotionForm::stabilised);  // not owned
  const auto residual = [&](const Y11& y, const Y11& y_dot) {
    Y11 F;
    REQUIRE(equations.residual(0, y.data(), y_dot.data(), F.data()));
    return F;
  };
  Y11 y, y_dot;
  y.head(8) << SkateOnSphere::start().q, SkateOnSphere::start().v;
  REQUIRE(equations.complete(0, y.data(), y_dot.data()));
  CHECK(residual(y, y_dot).lpNorm<Eigen::Infinity>() < 1e-14);
  for (const Eigen::Index i : {0, 1, 2, 3, 4, 8, 9, 10}) CHECK(residual(y + 0.1 * Y11::Unit(i), y_dot).norm() > 1e-3);
  const double c = 7, step = 1e-5;
  J11 J;
  REQUIRE(equations.jacobian(0, c, y.data(), y_dot.data(), J.data()));
  for (Eigen::Index i = 0; i < 11; ++i) {
    const Y11 e = step * Y11::Unit(i);
    CHECK((J.col(i) - (residual(y + e, y_dot + c * e) - residual(y - e, y_dot - c * e)) / (2 * step)).norm() < 1e-7);
  }
}
