// When a velocity counts as converged: relative to its size, or to what the kinetic energy allows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/velocity_scale.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <limits>

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Pair = Vector<double, 2>;

Pair weights(const Pair& largest, double twice_kinetic, const Pair& mass) {
  Pair weight;
  velocity_weights(largest, twice_kinetic, Matrix<double, 2, 2>(mass.asDiagonal()), weight);
  return weight;
}

}  // namespace

TEST_CASE("A component that carries its share of the energy is measured by its own size") {
  CHECK(weights({4, 2}, 20, {1, 1}) == Pair(1 / 4.0, 1 / 2.0));
}

TEST_CASE("The sign of a velocity does not matter") {
  CHECK(weights({-4, 2}, 20, {1, 1}) == weights({4, 2}, 20, {1, 1}));
}

TEST_CASE("A component that vanishes is measured by 1/64 of the speed that the energy allows it") {
  CHECK(weights({4, 0}, 16, {1, 1})[1] == 64 / 4.0);
  CHECK(weights({4, 1e-20}, 16, {1, 4})[1] == 64 / 2.0);  // four times the mass, half the speed
}

TEST_CASE("A velocity whose terms cancel is measured by these terms, and its neighbour by the energy that they have") {
  Pair largest(0, 0);
  double twice_kinetic = 0;
  const Pair mass(4, 1);
  add_impulses(
      Pair(-8, 0), [&](Eigen::Index i) { return mass[i]; }, largest, twice_kinetic);
  CHECK(twice_kinetic == 8 * 8 / 4.0);
  CHECK(weights(largest, twice_kinetic, mass) == Pair(1 / 2.0, 64 / 4.0));
}

TEST_CASE("Terms that are less than the velocity change nothing") {
  Pair largest(-4, 2);
  double twice_kinetic = 20;
  add_impulses(
      Pair(0.5, -0.5), [](Eigen::Index) { return 1.0; }, largest, twice_kinetic);
  CHECK(weights(largest, twice_kinetic, {1, 1}) == weights({-4, 2}, 20, {1, 1}));
}

TEST_CASE("Weights scale inversely with the unit of velocity") {
  const Pair weight = weights({3, 1e-5}, 9, {1, 2});
  for (const double unit : {1e-100, 1e-3, 1e3, 1e100})
    // six roundings of 30
    CHECK(distance(unit * weights({3 * unit, 1e-5 * unit}, 9 * unit * unit, {1, 2}), weight) < 200 * epsilon<double>);
}

TEST_CASE("At rest weights are still finite and positive") {
  const Pair weight = weights({0, 0}, 0, {1, 2});
  CHECK(weight.allFinite());
  CHECK(weight.minCoeff() > 0);
}
