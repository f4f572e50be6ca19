// Branches of constraints nonlinear in the velocities: a state on another branch is told from one that turned.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/framework/system/velocity_branch.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>
#include <string>

using namespace nonholo;

namespace {

System<double> particle(const std::string& constraint) {
  TextSystem text{.lagrangian = "(vx^2 + vy^2)/2"};
  text.coordinates = {"x", "y"};
  text.constraints = {constraint};
  return problem_entry(text).make<double>({});
}

/// Whether the second velocity is on the branch of the first.
bool together(const System<double>& system, const Eigen::Vector2d& one, const Eigen::Vector2d& other) {
  const Eigen::Vector2d q(0, 0);
  VelocityBranch<double> branch(system);
  branch.start(0, values(q), values(one));
  const bool holds = branch.holds(0.1, values(q), values(other));
  CHECK(branch.left() == !holds);
  if (branch.left()) {
    CHECK(branch.t() == 0);
    CHECK(branch.v() == one);
  }
  return holds;
}

}  // namespace

TEST_CASE("the two branches of a hyperbola are two, each is one") {
  const auto c = GENERATE(1e-4, 1.0);
  CAPTURE(c);
  // vx = +-sqrt(c + a vy^2); for a = 4 the rows turn by 127 degrees along a branch, for a = 1/4 by 53
  for (const auto& [text, a] :
       {std::pair("vx^2 - 4*vy^2 - ", 4.0), {"vx^2 - vy^2 - ", 1.0}, {"vx^2 - vy^2/4 - ", 0.25}}) {
    CAPTURE(text);
    const System<double> system = particle(text + std::to_string(c));
    const auto at = [&](double side, double vy) { return Eigen::Vector2d(side * std::sqrt(c + a * vy * vy), vy); };
    for (const double vy : {0.01, 0.3, 5.0}) {
      CAPTURE(vy);
      CHECK(together(system, at(1, vy), at(1, -vy)));
      CHECK(together(system, at(1, vy), at(1, -vy / 3)));
      CHECK(together(system, at(-1, vy), at(-1, -vy)));
      CHECK_FALSE(together(system, at(1, vy), at(-1, -vy)));
      CHECK_FALSE(together(system, at(-1, vy), at(1, -vy / 3)));
    }
    CHECK_FALSE(together(system, at(1, 0), at(-1, 0)));
  }
}

TEST_CASE("a circle of velocities is one branch, however far a step goes") {
  const System<double> system = particle("vx^2 + vy^2 - 1");
  const auto at = [](double angle) { return Eigen::Vector2d(std::cos(angle), std::sin(angle)); };
  for (const double angle : {0.1, 1.5, 1.6, 2.0, 3.0, 3.14, 3.2, 4.0, 6.0}) {
    CAPTURE(angle);
    CHECK(together(system, at(0), at(angle)));
  }
}

TEST_CASE("constraints affine in the velocities have one branch") {
  CHECK(together(particle("vx - cos(4*t)*vy"), {1, 1}, {-1, -1}));
}

TEST_CASE("velocities that are not finite count as on one branch") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(together(particle("vx^2 - vy^2 - 1"), {1, 0}, {nan, 0}));
}
