// Systems whose sizes the run knows: a mass with few entries that is kept so, and many unknowns, whose exact Jacobian
// has no room before it is needed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/explicit/adams.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

#include "engine_test.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

std::unique_ptr<Integrator<double>> gauss(const System<double>& system, const SolverOptions<double>& options = {}) {
  return spark(system, tableau_catalogue().at("gauss")(2), options);
}

/// Methods that treat the mass in ways of their own: kicks and drifts, stages, an explicit step.
using MakeFrom = std::unique_ptr<Integrator<double>> (*)(const System<double>&);
constexpr std::pair<const char*, MakeFrom> methods[] = {
    {"mclachlan_perlmutter", [](const System<double>& system) { return mclachlan_perlmutter(system); }},
    {"gni", [](const System<double>& system) { return gni(system); }},
    {"rattle", [](const System<double>& system) { return nonholonomic_rattle(system); }},
    {"gauss", [](const System<double>& system) { return gauss(system); }},
    {"lobatto_iiia_b", [](const System<double>& system) { return spark(system, known_tableau("lobatto_iiia_b", 3)); }},
    {"adams", [](const System<double>& system) { return adams(system, 6); }},
    {"implicit_midpoint_dla", [](const System<double>& system) { return implicit_midpoint_dla(system); }}};

void check_same_solutions(const System<double>& one, const System<double>& other, const Start<double>& start) {
  for (const auto& [name, make] : methods) {
    INFO(name);
    const auto a = run(*make(one), start, 2, 40), b = run(*make(other), start, 2, 40);
    REQUIRE(a.summary.outcome == Outcome::success);
    CHECK((a.end - b.end).norm() < 1e-12);
    CHECK(a.worst_constraint <= 1e-14);
  }
}

}  // namespace

TEST_CASE("a mass with few entries that is kept so leads to the solutions that the dense one leads to") {
  const System<double> sparse{DraggedBeam{}}, dense{DraggedDenseBeam{}};
  REQUIRE(sparse.traits().sparse_mass);
  REQUIRE_FALSE(dense.traits().sparse_mass);
  REQUIRE(sparse.has_kick_drift());
  check_same_solutions(sparse, dense, Dragged{}.start());
}

TEST_CASE("in quad too a sparse mass is what the dense one is") {
  const auto end = [](const System<quad>& system) {
    const auto method = spark(system, known_tableau("gauss", 2));
    Start<quad> start{.q = Dragged{}.start().q.cast<quad>(),
                      .v = Dragged{}.start().v.cast<quad>(),
                      .consistent = Consistent::project};
    const auto from = checked(start, system, 0);
    method->start(0, values(from.q), values(from.v));
    for (int k = 0; k < 10; ++k) REQUIRE(method->step(quad("0.05")).outcome == Outcome::success);
    return vector_of(method->view().q);
  };
  CHECK((end(System<quad>(DraggedBeam{})) - end(System<quad>(DraggedDenseBeam{}))).norm() < 1e-30);
}

TEST_CASE("a sparse mass that is not positive definite is refused, with its pivots") {
  DraggedBeam beam;
  beam.coupling = 3;
  const System<double> system(beam);
  CHECK_THROWS_WITH(checked(Dragged{}.start(), system, 0.0),
                    Contains("not symmetric positive definite") && Contains("pivots"));
}

TEST_CASE("a diagonal mass that is kept so leads to the solution that a dense one leads to") {
  const System<double> diagonal{Dragged{}}, dense{DraggedDense{}};
  check_same_solutions(diagonal, dense, Dragged{}.start());
  REQUIRE(diagonal.traits().sparse_mass);
  REQUIRE_FALSE(dense.traits().sparse_mass);
  const auto start = Dragged{}.start();
  const auto one = run(*gauss(diagonal), start, 2, 40), other = run(*gauss(dense), start, 2, 40);
  CHECK((one.end - other.end).norm() < 1e-12);
  CHECK(one.summary.iterations == other.summary.iterations);
  CHECK(one.worst_constraint <= 1e-14);
}

TEST_CASE("stiff systems of many coordinates need no exact Jacobian") {
  const auto end = [](Eigen::Index pairs, JacobianChoice jacobian) {
    DraggedChain chain;
    chain.pairs = pairs;
    const System<double> system{chain};
    Start<double> start = chain.start();
    start.q /= 100;
    return run(*gauss(system, {.jacobian = jacobian}), start, 0.1, 2);
  };
  const auto found = end(170, JacobianChoice::automatic), exact = end(170, JacobianChoice::exact);
  REQUIRE(found.summary.outcome == Outcome::success);
  REQUIRE(exact.summary.outcome == Outcome::success);
  CHECK((found.end - exact.end).norm() < 1e-12 * exact.end.norm());
  CHECK(found.worst_constraint <= 1e-14);
  CHECK(end(170, JacobianChoice::frozen).summary.outcome != Outcome::success);
  const auto large = end(2000, JacobianChoice::automatic);  // 12 003 unknowns
  CHECK(large.summary.outcome == Outcome::success);
  CHECK(large.worst_constraint <= 1e-14);
}

TEST_CASE("the exact Jacobian of more than a thousand unknowns is made when it is asked for, with the same solution") {
  const Dragged many{.pairs = 170};
  const System<double> system{many};
  const auto frozen = run(*gauss(system), many.start(), 0.02, 1);
  const auto exact = run(*gauss(system, {.jacobian = JacobianChoice::exact}), many.start(), 0.02, 1);
  REQUIRE(exact.summary.outcome == Outcome::success);
  CHECK((frozen.end - exact.end).norm() < 1e-12);
}
