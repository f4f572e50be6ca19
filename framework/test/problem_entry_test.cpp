// Problems by name: the entry read from about(), parameters checked and passed on to the system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/problem_entry.hpp>

#include <nonholo/framework/system/probe.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <limits>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// Flat at height: V = weight + depth.
struct Raised : Flat {
  static constexpr bool fused_kernels = false;
  static constexpr PlanarBody body{.shape = "skate", .x = "x", .y = "y", .heading = "z", .size = 2};
  double weight = 3, depth = -1;
  template <class S> S potential(const Vector<S, 3>&) const { return S(weight + depth); }
  static About<Raised, double> about() {
    return {.title = "Raised",
            .source = "here",
            .coordinates = {"x", "y", "z"},
            .parameters = {{"weight", &Raised::weight, "J", Range::positive}, {"depth", &Raised::depth, "J"}},
            .setups = {{.name = "rest", .q = {0, 0, 0}, .v = {0, 0, 0}},
                       {.name = "moving", .q = {0, 0, 0}, .v = {1, 0, 0}}}};
  }
};

const ProblemEntry raised = problem_entry<Raised>("raised");

double energy_at_rest(const ParameterValues& values) {
  const std::vector<double> zero(3, 0);
  return make_probe(raised.make(values))->energy(0, zero, zero);
}

std::string refusal(const ParameterValues& values) {
  try {
    raised.make(values);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("An entry states sizes, defaults, units and setups as the problem does") {
  CHECK(raised.n == 3);
  CHECK(raised.m == 1);
  REQUIRE(raised.parameters.size() == 2);
  CHECK(raised.parameters[0].default_value == 3);
  CHECK(raised.parameters[1].name == "depth");
  CHECK(raised.parameters[1].unit == "J");
  CHECK(raised.setup("moving").v == std::vector<double>{1, 0, 0});
}

TEST_CASE("An entry knows the body of a problem that says how it looks, and of no other") {
  REQUIRE(raised.body.has_value());
  CHECK(raised.body->shape == "skate");
  CHECK(raised.body->size == 2);
  CHECK(!HasPlanarBody<Curved>);
}

TEST_CASE("Parameters given replace their defaults, the others stay") {
  CHECK(energy_at_rest({}) == 2);
  CHECK(energy_at_rest({{"weight", 5}}) == 4);
  CHECK(energy_at_rest({{"depth", -4}, {"weight", 5}}) == 1);
  CHECK(energy_at_rest({}) == 2);  // the entry itself is unchanged
}

TEST_CASE("A value out of range is refused with its name, its range and its unit") {
  CHECK_THAT(refusal({{"weight", 0}}), Contains("weight: 0") && Contains("> 0") && Contains("[J]"));
  CHECK_THAT(refusal({{"depth", std::numeric_limits<double>::infinity()}}),
             Contains("depth: inf") && Contains("finite"));
  CHECK_THAT(refusal({{"weight", std::numeric_limits<double>::quiet_NaN()}}), Contains("weight: nan"));
}

TEST_CASE("Unknown parameters and setups are answered by the nearest known ones") {
  CHECK_THAT(refusal({{"wieght", 1}}), Contains("unknown parameter 'wieght'") && Contains("did you mean 'weight'?"));
  CHECK_THROWS_WITH(raised.setup("movin"), Contains("unknown setup 'movin'") && Contains("'moving'"));
}
