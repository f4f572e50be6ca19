// A state of a DAE back on its constraint: there, as near as the normals lead, in any units of g.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/constraint_projection.hpp>

#include <nonholo/framework/faces/hessenberg_of.hpp>

#include "catch.hpp"
#include "toy_daes.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

const VectorX<double> zero = VectorX<double>::Zero(1);

}  // namespace

TEST_CASE("A point beside a circle is moved along its radius, at the time of the circle") {
  HessenbergOf<Cubic, double> dae{Cubic{}};
  ConstraintProjection<double> project(dae);
  VectorX<double> y = Eigen::Vector2d(3.3, 4.4);
  REQUIRE(project(dae, 3, zero, y));  // radius 2
  CHECK((y - Eigen::Vector2d(1.2, 1.6)).norm() < 1e-15);
  const VectorX<double> there = y;
  REQUIRE(project(dae, 3, zero, y));
  CHECK((y - there).norm() < 1e-15);
}

TEST_CASE("Where no state is on the constraint none is found") {
  HessenbergOf<Nowhere, double> dae{Nowhere{}};
  ConstraintProjection<double> project(dae);
  VectorX<double> y = VectorX<double>::Constant(1, 0.7);
  CHECK_FALSE(project(dae, 0, zero, y));
}
