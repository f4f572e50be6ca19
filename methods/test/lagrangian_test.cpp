// Engines on Lagrangian systems: orders and the constraint where it is nonlinear, depends on time, or is not ideal, and
// where p is no M v; what they refuse; the balance of energy and work.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"
#include "engine_lagrangians.hpp"

#include <nonholo/framework/run/trajectory.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// (q, v, lambda), lambda of the equations of motion.
VectorX<double> with_multipliers(const System<double>& system, double t, const VectorX<double>& state) {
  const Eigen::Index n = system.coordinates(), m = system.constraints();
  VectorX<double> all(2 * n + m);
  all.head(2 * n) = state;
  const auto at = [&](Eigen::Index i) { return std::span<const double>(all.data() + i, static_cast<std::size_t>(n)); };
  REQUIRE(make_probe(system)->multipliers(t, at(0), at(n), {all.data() + 2 * n, static_cast<std::size_t>(m)}));
  return all;
}

/// Slopes of the errors of q, v and lambda from so many steps to twice as many: the least and the largest.
struct Slopes {
  double least = 1e9, most = -1e9;
};

Slopes slopes(const System<double>& system, const Start<double>& start, const Family& member, long steps) {
  constexpr double t_end = 1;
  const Eigen::Index n = system.coordinates();
  const auto end = [&](const Family& by, long number) {
    return with_multipliers(system, t_end, run(*spark_of(system, by), start, t_end, number).end);
  };
  const VectorX<double> exact = end({"gauss", 6}, 64);
  const VectorX<double> one = end(member, steps) - exact, other = end(member, 2 * steps) - exact;
  Slopes found;
  for (const auto& [from, size] : {std::pair(Eigen::Index(0), n), {n, n}, {2 * n, system.constraints()}}) {
    const double slope = std::log2(one.segment(from, size).norm() / other.segment(from, size).norm());
    found = {std::min(found.least, slope), std::max(found.most, slope)};
  }
  return found;
}

/// No constraint, and no word of any.
struct FreePendulum {
  static constexpr int n = 1, m = 0;
  static constexpr bool constant_mass = true, natural = true, conservative = true;
  template <class S> S lagrangian(const S&, const nonholo::Vector<S, 1>& q, const nonholo::Vector<S, 1>& v) const {
    using std::cos;
    return v[0] * v[0] * 0.5 + cos(q[0]);
  }
};

}  // namespace

TEMPLATE_TEST_CASE("SPARK has its order in q, v and lambda on any Lagrangian system, and keeps k at round-off", "",
                   AppellHamelBowl, Snowball, Relativistic, Conveyor, RoughSkate, DraggedSkate) {
  const System<double> system{TestType{}};
  const Start<double> start = TestType::start();
  const std::tuple<Family, int, long> members[] = {{{"gauss", 1}, 2, 160},         {{"gauss", 2}, 4, 40},
                                                   {{"gauss", 3}, 6, 10},          {{"lobatto_iiia_b", 2}, 2, 160},
                                                   {{"lobatto_iiia_b", 3}, 4, 40}, {{"radau_ia", 2}, 3, 80}};
  for (const auto& [member, order, steps] : members) {
    INFO(member.first << " " << member.second);
    // In quad the velocities of the rough skate have slopes of 4.0, 5.7, 5.93 and 5.98 from 5 steps on: skates take
    // finer steps. The others are within 0.07 of 6 there, and at round-off from 20 steps on.
    const long finer = order == 6 && std::is_base_of_v<RoughSkate, TestType> ? 2 : 1;
    const Slopes found = slopes(system, start, member, finer * steps);
    CHECK(found.least > order - 0.15);
    CHECK(found.most < order + 0.5);  // a leading term that happens to be small
    const auto ran = run(*spark_of(system, member), start, 4, 80);
    REQUIRE(ran.summary.outcome == Outcome::success);
    CHECK(ran.worst_constraint <= 1e-13);
  }
}

TEMPLATE_TEST_CASE("the frozen and the exact Jacobian lead to the same solution on any Lagrangian system", "",
                   AppellHamelBowl, Snowball, Relativistic, Conveyor, RoughSkate, DraggedSkate) {
  const System<double> system{TestType{}};
  for (const Family& member : {Family("gauss", 3), Family("lobatto_iiia_b", 3)}) {
    const auto frozen = run(*spark_of(system, member, {.jacobian = JacobianChoice::frozen}), TestType::start(), 1, 20);
    const auto exact = run(*spark_of(system, member, {.jacobian = JacobianChoice::exact}), TestType::start(), 1, 20);
    CHECK(exact.summary.iterations <= 4 * exact.summary.steps);  // quadratic: 1e-2, 1e-4, 1e-8, 1e-16
    CHECK((frozen.end - exact.end).norm() < 5e-14);              // round-off of 20 steps
  }
}

TEMPLATE_TEST_CASE("any Lagrangian system in momenta is a DAE with the same solutions, and SPARK the same method", "",
                   AppellHamelBowl, Snowball, Relativistic, Conveyor, RoughSkate) {
  const System<double> system{TestType{}};
  const auto set = tableau_catalogue().at("lobatto_iiia_b")(3);
  const auto own = run(*spark(system, set), TestType::start(), 1, 20);
  const auto qp = run(*spark(system, set, HessenbergForm::qp), TestType::start(), 1, 20);
  CHECK((own.end - qp.end).norm() < 1e-12);
  const VectorX<double> exact = exact_end(system, TestType::start(), 1);
  const auto qv = [&](long steps) {
    return (run(*spark(system, set, HessenbergForm::qv), TestType::start(), 1, steps).end - exact).norm();
  };
  CHECK(std::log2(qv(20) / qv(40)) > 3.85);
}

TEMPLATE_TEST_CASE("explicit methods run any Lagrangian system on its underlying equation", "", AppellHamelBowl,
                   Snowball, Relativistic, Conveyor, RoughSkate) {
  const System<double> system{TestType{}};
  const auto integrator = explicit_runge_kutta(system, explicit_pairs().at("dormand_prince_8"));
  const auto ran = run(*integrator, TestType::start(), 1, 100);
  CHECK((ran.end - exact_end(system, TestType::start(), 1)).norm() < 1e-12);
}

TEST_CASE("a discrete Lagrangian is taken of any L, with constraints affine in v: order 2, and reversible") {
  for (const auto& [each, start] : {std::pair(System<double>(Relativistic{}), Relativistic::start()),
                                    {System<double>(Conveyor{}), Conveyor::start()}}) {
    for (const bool midpoint : {false, true}) {
      const auto integrator = midpoint ? implicit_midpoint_dla(each) : mclachlan_perlmutter(each);
      CHECK(measured_order(*integrator, start, 1, 20, 4, exact_end(each, start, 1)) == Approx(2).margin(0.15));
      CHECK(run(*integrator, start, 4, 80).worst_constraint <= 1e-13);
    }
  }
}

TEST_CASE("methods whose theory a Lagrangian system is beyond refuse it and say why") {
  const System<double> bowl{AppellHamelBowl{}}, fast{Relativistic{}}, rough{RoughSkate{}};
  CHECK_THAT(refusal([&] { mclachlan_perlmutter(bowl); }), Contains("constraints affine in v"));
  CHECK_THAT(refusal([&] { mclachlan_perlmutter(rough); }), Contains("a reaction of its own"));
  CHECK_THAT(refusal([&] { gni(fast, GeometricNonholonomic<double>{}); }), Contains("kinetic minus potential energy"));
  CHECK_THAT(refusal([&] { gni(bowl, GeometricNonholonomic<double>{}); }), Contains("constraints affine in v"));
  CHECK_THAT(refusal([&] { gni(rough, GeometricNonholonomic<double>{}); }), Contains("a reaction of its own"));
  CHECK_THAT(refusal([&] { nonholonomic_rattle(bowl, MultiplierStart::consistent, {}); }), Contains("is required"));
  CHECK_THAT(refusal([&] { discrete_gradient(fast, {}, {}); }), Contains("kinetic minus potential energy"));
  CHECK_THAT(refusal([&] { discrete_gradient(bowl, {}, {}); }), Contains("constraints affine in v"));
  CHECK_THAT(refusal([&] { discrete_gradient(rough, {.space = Space::full}, {}); }), Contains("reaction of its own"));
  CHECK_THAT(refusal([&] { projected(spark_of(bowl, {"gauss", 2}), true); }), Contains("constraints affine in v"));
  SolverOptions<double> loose{.tolerance = 1e-3};
  use_simplified_newton(loose);
  CHECK_THAT(refusal([&] { spark_of(rough, {"gauss", 2}, loose); }), Contains("a reaction of its own"));
}

TEST_CASE("a momentum that is not M v takes the general road of discrete Lagrangians, and methods of M v refuse it") {
  const System<double> charge{Charge{}};
  CHECK(charge.traits().conservative);
  const VectorX<double> exact = exact_end(charge, Charge::start(), 1);
  for (const bool midpoint : {false, true}) {
    const auto integrator = midpoint ? implicit_midpoint_dla(charge) : mclachlan_perlmutter(charge);
    CHECK(measured_order(*integrator, Charge::start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  }
  for (const auto& make : {nonholonomic_rattle<double>, nonholonomic_shake<double>}) {
    CHECK_THAT(refusal([&] { make(charge, MultiplierStart::consistent, {}); }), Contains("kinetic minus potential"));
    CHECK_THAT(refusal([&] { make(System<double>(ConeOfVelocities{}), MultiplierStart::consistent, {}); }),
               Contains("constraints affine in v"));
  }
}

TEST_CASE("what says of its Lagrangian that it is that of a conservative mechanical system is run as one") {
  const System<double> skate{PlainSkate{}}, rough{RoughSkate{}};
  CHECK(skate.traits().conservative);
  CHECK_FALSE(rough.traits().conservative);
  const Start<double> start = RoughSkate::start();
  const VectorX<double> exact = exact_end(skate, start, 1);
  for (const auto& make : {nonholonomic_rattle<double>, nonholonomic_shake<double>}) {
    const auto method = make(skate, MultiplierStart::consistent, {});
    CHECK(measured_order(*method, start, 1, 20, 4, exact) == Approx(2).margin(0.15));
    CHECK(run(*method, start, 4, 80).worst_constraint <= 1e-13);
  }
  const auto gradient = discrete_gradient(skate, {}, {});
  Trajectory<double> seen(skate);
  integrate(*gradient, start, TimeSpan<double>::fixed(0, 0.05, 100), seen);
  CHECK(seen.max_energy_error() < 1e-13);
  CHECK_THAT(refusal([&] { nonholonomic_rattle(rough, MultiplierStart::consistent, {}); }), Contains("is required"));
}

TEST_CASE("a start off a nonlinear constraint is projected onto it, or refused with what it is off") {
  const System<double> system{AppellHamelBowl{}};
  Start<double> start = AppellHamelBowl::start();
  start.v[2] = 1.4;
  CHECK_THAT(refusal([&] { checked(start, system, 0.0); }), Contains("off the constraint: k[0] = 0.96"));
  start.consistent = Consistent::project;
  const VectorX<double> v = checked(start, system, 0.0).v;
  CHECK(std::abs(v[2] * v[2] - v[0] * v[0] - v[1] * v[1]) < 1e-15);
  start.v.setZero();  // there k_v = 0: the cone has a tip
  CHECK_THAT(refusal([&] { checked(start, system, 0.0); }), Contains("dependent"));
}

TEST_CASE("A Lagrangian without constraints needs no function of them, and methods that want them affine take it") {
  const System<double> system{FreePendulum{}};
  const Start<double> start{.q = VectorX<double>::Constant(1, 2), .v = VectorX<double>::Constant(1, 0.5)};
  const auto exact = run(*spark_of(system, {"gauss", 6}), start, 4, 40);
  const double energy = 0.125 - std::cos(2.0);
  CHECK(exact.end[1] * exact.end[1] / 2 - std::cos(exact.end[0]) == Approx(energy).epsilon(1e-14));
  CHECK((run(*gni(system, GeometricNonholonomic<double>{}), start, 4, 4000).end - exact.end).norm() < 2e-6);
  CHECK((run(*spark(system, tableaus::gauss(3), HessenbergForm::qp), start, 4, 80).end - exact.end).norm() < 1e-9);
}

TEST_CASE("an autonomous Lagrangian keeps v.L_v - L where its constraint is homogeneous in v") {
  const auto energy_error = [](const System<double>& system, const Start<double>& start) {
    Trajectory<double> seen(system);
    integrate(*spark_of(system, {"gauss", 4}), start, TimeSpan<double>::fixed(0, 0.05, 100), seen);
    CHECK(std::abs(seen[100].work) < 1e-14);
    return seen.max_energy_error();
  };
  CHECK(energy_error(System<double>{Relativistic{}}, Relativistic::start()) < 1e-12);
  CHECK(energy_error(System<double>{AppellHamelBowl{}}, AppellHamelBowl::start()) < 1e-12);
}

TEMPLATE_TEST_CASE("energy and work are in balance to the order of the method, or to round-off", "", Snowball, Conveyor,
                   RoughSkate) {
  const System<double> system{TestType{}};
  double work = 0;
  const auto off = [&](const Family& member, long steps) {
    Trajectory<double> seen(system);
    integrate(*spark_of(system, member), TestType::start(),
              TimeSpan<double>::fixed(0, 2. / static_cast<double>(steps), steps), seen);
    work = seen[seen.size() - 1].work;
    return seen.max_energy_error();
  };
  const auto order = [&](const Family& member, long steps) {
    return std::log2(off(member, steps) / off(member, 2 * steps));
  };
  CHECK(order({"gauss", 1}, 80) == Approx(2).margin(0.15));
  CHECK(order({"gauss", 2}, 40) == Approx(4).margin(0.3));
  CHECK(order({"gauss", 3}, 16) == Approx(6).margin(0.5));
  CHECK(order({"lobatto_iiia_b", 2}, 80) == Approx(2).margin(0.15));
  CHECK(order({"lobatto_iiia_b", 3}, 40) == Approx(4).margin(0.3));
  CHECK(off({"gauss", 6}, 200) < 2e-14);
  CHECK(std::abs(work) > 1e-3);
}
