// Orders of Gauss 1-4, Radau IA 2-3 and Lobatto IIIA-B 2-4 where systems are not mechanical ones, in quadruple
// precision: constraints nonlinear in v or moving with time, a mass that grows, a reaction that rubs. (On constraints
// of both levels: holonomic_problems_test.cpp.)
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>

#include "catch.hpp"
#include "quad_orders.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// L, a constraint, a force and a reaction in x, y, z, and a velocity that is projected onto the constraint.
struct Toy {
  std::string lagrangian, constraint;
  std::vector<std::string> force = {}, reaction = {};
  Vector<double, 3> q = {0.3, 0.4, 0.5}, v;
  long finer = 1;
};

void check_orders(const Toy& toy) {
  TextSystem text{.coordinates = {"x", "y", "z"}, .lagrangian = toy.lagrangian, .constraints = {toy.constraint}};
  text.force = toy.force;
  text.reaction = toy.reaction;
  const System<quad> system = problem_entry(text).make<quad>({});
  const Start<quad> start{.q = toy.q.cast<quad>(), .v = toy.v.cast<quad>(), .consistent = Consistent::project};
  check_spark_orders(system, start, quad(1) / 2, toy.finer);
}

const std::string skate = "(vx^2 + vy^2 + 0.7*vz^2)/2 - (x^2 + y^2 + z^2)/2";

}  // namespace

TEST_CASE("SPARK has its orders on a constraint that is quadratic in the velocities") {
  check_orders({.lagrangian = "(vx^2 + 2*vy^2 + vz^2)/2 - x^2/2 - 0.4*sin(y)*z + 0.8*z",
                .constraint = "vz^2 - vx^2 - vy^2",
                .q = {0.3, -0.2, 0.5},
                .v = {0.75, 1, 1.25}});  // exact in binary
}

TEST_CASE("SPARK has its orders on an affine constraint that depends on time: a skate on a belt") {
  check_orders({.lagrangian = "(vx^2 + vy^2 + 0.7*vz^2)/2 - x^2/2 + cos(y - z)",
                .constraint = "sin(z)*(vx - 0.4*cos(3*t)) - cos(z)*vy",
                .v = {0.9, 0, 0.6}});
}

TEST_CASE("SPARK has its orders where the mass grows with time and with q, and a force damps") {
  check_orders({.lagrangian = "(1 + 0.5*t + 0.3*sin(y))*(vx^2 + vy^2)/2 + 0.4*vz^2 - x^2/2 + cos(z)*y",
                .constraint = "vz - y*vx - 0.5*vy",
                .force = {"-0.3*vx", "-0.3*vy", "-0.3*vz"},
                .v = {0.5, 0.4, 0.4}});
}

TEST_CASE("SPARK has its orders with a reaction that is not ideal: a skate that rubs with the square of its pressure") {
  check_orders({.lagrangian = skate,
                .constraint = "sin(z)*vx - cos(z)*vy",
                .reaction = {"lambda1*sin(z) - 0.4*lambda1^2*(cos(z)*vx + sin(z)*vy)*cos(z)",
                             "-lambda1*cos(z) - 0.4*lambda1^2*(cos(z)*vx + sin(z)*vy)*sin(z)", "0"},
                .v = {0.9, 0.5, 1.2}});
}
