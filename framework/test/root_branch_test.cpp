// Telling the roots of a hidden constraint apart.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/root_branch.hpp>

#include <nonholo/framework/faces/hessenberg_of.hpp>

#include "catch.hpp"
#include "toy_daes.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

const VectorX<double> ones = Eigen::Vector2d(1, 1);

VectorX<double> number(double x) { return VectorX<double>::Constant(1, x); }

}  // namespace

TEST_CASE("A root keeps its branch along the motion, its neighbour is on another") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  RootBranch<double> branch(dae);
  const VectorX<double> later = Eigen::Vector2d(std::exp(1), std::exp(-2));
  for (const double w : {1.0, 0.5}) {
    branch.start(dae, 0, ones, number(w));
    CHECK(branch.holds(dae, 0, ones, number(w)));
    CHECK(branch.holds(dae, 1, later, number(w * std::exp(2))));
    CHECK_FALSE(branch.holds(dae, 0, ones, number(1.5 - w)));
    CHECK_FALSE(branch.holds(dae, 1, later, number((1.5 - w) * std::exp(2))));
  }
}

TEST_CASE("A root leads along the motion, to its neighbour by no way") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  RootBranch<double> branch(dae);
  for (const double w : {1.0, 0.5}) {
    branch.start(dae, 0, ones, number(w));
    for (const double t : {0.0, 0.1, 0.3, 0.2, 0.5, 0.9, 1.2}) {
      const VectorX<double> y = Eigen::Vector2d(std::exp(t), std::exp(-2 * t));
      const auto goes_on = [&](const VectorX<double>& z) {
        return branch.holds(dae, t, y, z) && branch.continues(dae, t, y, z);
      };
      CHECK_FALSE(goes_on(number((1.5 - w) * std::exp(2 * t))));
      CHECK(goes_on(number(w * std::exp(2 * t) * 1.001)));
    }
  }
}

TEST_CASE("Where the start says nothing of its branch, every root is on it") {
  HessenbergOf<Parabola, double> dae{Parabola{}};
  RootBranch<double> branch(dae);
  branch.start(dae, 0, number(0), number(1));  // a double root
  CHECK(branch.holds(dae, 0, number(0), number(2)));
  CHECK(branch.holds(dae, 0, number(0), number(NAN)));
}

TEST_CASE("The other roots of a hidden constraint are found from one of them") {
  HessenbergOf<TwoRoots, double> dae{TwoRoots{}};
  const auto from_one = other_roots<double>(dae, 0, ones, number(1));
  REQUIRE(from_one.size() == 1);
  CHECK(from_one[0][0] == Approx(0.5).epsilon(1e-12));
  const auto from_half = other_roots<double>(dae, 0, ones, number(0.5));
  REQUIRE(from_half.size() == 1);
  CHECK(from_half[0][0] == Approx(1).epsilon(1e-12));
  HessenbergOf<Cubic, double> monotone{Cubic{}};  // z^3 + z = const has one
  VectorX<double> z = number(0.4);
  REQUIRE(monotone.consistent(0, ones, z));
  CHECK(other_roots<double>(monotone, 0, ones, z).empty());
}
