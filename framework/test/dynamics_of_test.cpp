// The Dynamics face of a mechanical system: every derivative against central differences, both roads to the force, size
// classes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/dynamics_of.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <vector>

using namespace nonholo;
using namespace nonholo::test;

TEMPLATE_TEST_CASE("The momentum is the velocity gradient of the Lagrangian, and the mass its derivative", "", Curved,
                   Driven, Wide) {
  const Generic<TestType> g;
  const auto lagrangian = [&](const auto& v) {  // L = v . p - E would be circular: write it from M and V
    const auto M = system::mass_matrix(TestType{}, g.t, Vector<double, TestType::n>(g.q));
    const Vector<double, TestType::n> fixed = v;
    return VectorX<double>::Constant(1, fixed.dot(M * fixed) / 2);
  };
  const auto block = block_at(g, g.t, g.q, g.v);
  CHECK(distance(block.p.transpose(), jacobian(lagrangian, g.v)) < difference_error);
  CHECK(distance(block.p_v, jacobian([&](const auto& v) { return block_at(g, g.t, g.q, v).p; }, g.v)) <
        difference_error);
}

TEMPLATE_TEST_CASE("The force is the gradient of the Lagrangian plus the external force", "", Curved, Driven, Wide,
                   Long, Flat) {
  const Generic<TestType> g;
  const auto lagrangian = [&](const auto& at) {
    const Vector<double, TestType::n> qf = at, vf = g.v;
    return VectorX<double>::Constant(
        1, vf.dot(system::mass_matrix(TestType{}, g.t, qf) * vf) / 2 - system::potential(TestType{}, g.t, qf));
  };
  VectorX<double> expected = jacobian(lagrangian, g.q).transpose();
  const Vector<double, TestType::n> q = g.q, v = g.v;
  if constexpr (system::HasForce<TestType, double, TestType::n>) expected += TestType{}.force(g.t, q, v);
  CHECK(distance(block_at(g, g.t, g.q, g.v).f, expected) < difference_error);
}

TEMPLATE_TEST_CASE("A block agrees with the functions that compute its parts alone", "", Curved, Driven, Wide, Flat) {
  const Generic<TestType> g;
  using Face = typename Generic<TestType>::Face;
  const auto block = block_at(g, g.t, g.q, g.v);
  typename Face::Coordinates p(g.q.size()), f(g.q.size());
  typename Face::Multipliers k(g.lambda.size());
  typename Face::Jacobian K(g.lambda.size(), g.q.size());
  typename Face::Mass mass(g.q.size(), g.q.size());
  g.dynamics.momentum(g.t, g.q, g.v, p);
  g.dynamics.force(g.t, g.q, g.v, f);
  g.dynamics.constraint(g.t, g.q, g.v, k, K);
  g.dynamics.mass(g.t, g.q, g.v, mass);
  // The same formulas, but inlined elsewhere: products and sums may be fused or reordered there.
  constexpr double rounding = 16 * epsilon<double>;
  CHECK(distance(block.p, p) < rounding);
  CHECK(distance(block.f, f) < rounding);
  CHECK(distance(block.k, k) < rounding);
  CHECK(distance(block.K, K) < rounding);
  CHECK(distance(mass * g.v, p) < rounding);
}

TEMPLATE_TEST_CASE("Several points evaluated at once have the values of each point alone", "", Curved, Driven, Wide,
                   Flat) {
  const Generic<TestType> g;
  const std::vector t{g.t, g.t + 0.1};
  const std::vector<typename Generic<TestType>::Q> q{g.q, 2 * g.q}, v{g.v, g.a};
  std::vector all(2,
                  Block<double, Generic<TestType>::Size::n, Generic<TestType>::Size::m>(g.q.size(), g.lambda.size()));
  g.dynamics.evaluate(t, q, v, all);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto alone = block_at(g, t[i], q[i], v[i]);
    CHECK(all[i].p == alone.p);
    CHECK(all[i].f == alone.f);
    CHECK(all[i].k == alone.k);
    CHECK(all[i].K == alone.K);
  }
}

namespace {

/// The points (q + i v / 8, v + i a / 8) at t + i / 8 in the lanes i < count and the last of them in those behind, and
/// each alone. 64 units of round-off: sines and cosines of four are not the library's.
template <class P> void compare_lanes(const P& problem, int count) {
  const Generic<P> g;
  const DynamicsOf<P, double> dynamics(problem);
  constexpr int n = Generic<P>::Size::n, m = Generic<P>::Size::m;
  const auto at = [&](int i) { return std::min(i, count - 1) / 8.0; };
  Pack t;
  Vector<Pack, n> q(P::n), v(P::n);
  for (int i = 0; i < Pack::width; ++i) {
    t.set(i, g.t + at(i));
    set_lane(q, i, Vector<double, n>(g.q + at(i) * g.v));
    set_lane(v, i, Vector<double, n>(g.v + at(i) * g.a));
  }
  Block<Pack, n, m> lanes(P::n, P::m);
  dynamics.evaluate(t, q, v, count, lanes);
  for (int i = 0; i < Pack::width; ++i) {
    CAPTURE(count, i);
    Block<double, n, m> alone(P::n, P::m);
    dynamics.evaluate(t[i], lane_of(q, i), lane_of(v, i), alone);
    constexpr double rounding = 64 * epsilon<double>;
    CHECK(distance(lane_of(lanes.p, i), alone.p) < rounding);
    CHECK(distance(lane_of(lanes.f, i), alone.f) < rounding);
    CHECK(distance(lane_of(lanes.k, i), alone.k) < rounding);
    CHECK(distance(lane_of(lanes.K, i), alone.K) < rounding);
    if (!dynamics.traits().constant_mass) CHECK(distance(lane_of(lanes.p_v, i), alone.p_v) < rounding);
  }
}

/// Its potential has a kink between the points that are compared.
template <class P> struct Kinked : P {
  template <class S> S potential(const Vector<S, P::n>& q) const {
    const Generic<P> g;
    const double between = g.q[0] + g.v[0] / 16;
    return q[0] > S(between) ? q[0] * q[0] : S(3) * q[0] * q[2];
  }
};

/// Its functions take no packs.
struct Lonely : Curved {
  static constexpr bool packs = false;
};

}  // namespace

TEST_CASE("A point in a lane has the values of the point alone, with time, forces and branches") {
  for (int count = 1; count <= Pack::width; ++count) {
    compare_lanes(Curved{}, count);
    compare_lanes(Driven{}, count);
    compare_lanes(Wide{}, count);
    compare_lanes(Kinked<Curved>{}, count);
    compare_lanes(Kinked<Wide>{}, count);
    compare_lanes(Lonely{}, count);
  }
  CHECK(DynamicsOf<Kinked<Curved>, double>({}).in_packs());
  CHECK(DynamicsOf<Wide, double>({}).in_packs());
  CHECK_FALSE(DynamicsOf<Lonely, double>({}).in_packs());
  CHECK_FALSE(DynamicsOf<Long, double>({}).in_packs());
}

TEMPLATE_TEST_CASE("Linearised blocks are the partial derivatives in q and in v", "", Curved, Driven, Wide, Long,
                   Flat) {
  const Generic<TestType> g;
  const auto out = linearised(g);
  const auto in_q = [&](auto part) {
    return jacobian([&](const auto& q) { return part(block_at(g, g.t, q, g.v)); }, g.q);
  };
  const auto in_v = [&](auto part) {
    return jacobian([&](const auto& v) { return part(block_at(g, g.t, g.q, v)); }, g.v);
  };
  const auto p = [](const auto& b) { return b.p; };
  const auto f = [](const auto& b) { return b.f; };
  const auto k = [](const auto& b) { return b.k; };
  const auto reaction = [&](const auto& b) { return (b.K.transpose() * g.lambda).eval(); };
  CHECK(distance(out.p_q, in_q(p)) < difference_error);
  CHECK(distance(out.p_v, in_v(p)) < difference_error);
  CHECK(distance(out.f_q, in_q(f)) < difference_error);
  CHECK(distance(out.f_v, in_v(f)) < difference_error);
  CHECK(distance(out.k_q, in_q(k)) < difference_error);
  CHECK(distance(out.K, in_v(k)) < difference_error);
  CHECK(distance(out.reaction_q, in_q(reaction)) < difference_error);
  CHECK(distance(out.reaction_v, in_v(reaction)) < difference_error);
}

TEMPLATE_TEST_CASE("The constraint gradient alone is the k_q of the linearisation", "", Curved, Driven, Wide) {
  const Generic<TestType> g;
  typename Generic<TestType>::Face::Jacobian k_q(g.lambda.size(), g.q.size());
  g.dynamics.constraint_gradient(g.t, g.q, g.v, k_q);
  CHECK(distance(k_q, linearised(g).k_q) < 4 * epsilon<double>);  // the same products, perhaps summed in another order
}

TEMPLATE_TEST_CASE("The values that a step takes from its start agree with block and linearisation", "", Curved, Driven,
                   Wide, Flat) {
  const Generic<TestType> g;
  const auto start = start_of_step(g);
  const auto linear = linearised(g);
  constexpr double rounding = 16 * epsilon<double>;  // inlined elsewhere
  CHECK(distance(start.p, block_at(g, g.t, g.q, g.v).p) < rounding);
  CHECK(distance(start.k_q, linear.k_q) < rounding);
  CHECK(start.coupled == (linear.p_q.cwiseAbs().maxCoeff() > 0 || linear.f_v.cwiseAbs().maxCoeff() > 0));
  if (!start.coupled) return;
  CHECK(distance(start.p_q, linear.p_q) < rounding);
  CHECK(distance(start.f_v, linear.f_v) < rounding);
  typename Generic<TestType>::Face::Mass p_q = linear.p_q, F_v = linear.f_v;
  g.dynamics.momentum_gradient(g.t, g.q, g.v, p_q);
  g.dynamics.force_slope(g.t, g.q, g.v, F_v);
  CHECK(distance(p_q, linear.p_q) < rounding);
  CHECK(distance(F_v, linear.f_v - linear.p_q.transpose()) < rounding);
}

TEMPLATE_TEST_CASE("Rates are the total time derivatives of momentum and constraint along a curve", "", Curved, Driven,
                   Wide, Flat) {
  const Generic<TestType> g;
  const auto moved = [&](double e) { return block_at(g, g.t + e, g.q + e * g.v + e * e / 2 * g.a, g.v + e * g.a); };
  const auto rates = rates_at(g, g.q, g.v);
  CHECK(distance(rates.p_dot, difference([&](double e) { return VectorX<double>(moved(e).p); })) < difference_error);
  CHECK(distance(rates.k_dot, difference([&](double e) { return VectorX<double>(moved(e).k); })) < difference_error);
}

TEMPLATE_TEST_CASE("Linearised rates are the derivatives of the rates at fixed acceleration", "", Curved, Driven, Wide,
                   Long, Flat) {
  const Generic<TestType> g;
  RatesLinearisation<double, Generic<TestType>::Size::n, Generic<TestType>::Size::m> out(g.q.size(), g.lambda.size());
  g.dynamics.linearise_rates(g.t, g.q, g.v, g.a, out);
  CHECK(distance(out.p_dot_q, jacobian([&](const auto& q) { return rates_at(g, q, g.v).p_dot; }, g.q)) <
        difference_error);
  CHECK(distance(out.p_dot_v, jacobian([&](const auto& v) { return rates_at(g, g.q, v).p_dot; }, g.v)) <
        difference_error);
  CHECK(distance(out.k_dot_q, jacobian([&](const auto& q) { return rates_at(g, q, g.v).k_dot; }, g.q)) <
        difference_error);
  CHECK(distance(out.k_dot_v, jacobian([&](const auto& v) { return rates_at(g, g.q, v).k_dot; }, g.v)) <
        difference_error);
}

TEST_CASE("A potential gradient by hand and the automatic one give the same force") {
  const Generic<Flat> automatic;
  const Generic<FlatByHand> by_hand;
  const auto f = block_at(automatic, 0, automatic.q, automatic.v).f;
  CHECK(distance(f, block_at(by_hand, 0, automatic.q, automatic.v).f) < 4 * epsilon<double>);  // the same few products
  CHECK(distance(linearised(automatic).f_q, linearised(by_hand).f_q) < 4 * epsilon<double>);
}

TEMPLATE_TEST_CASE("The energy is v L_v - L", "", Curved, Driven, Wide, Flat) {
  const Generic<TestType> g;
  const Vector<double, TestType::n> q = g.q, v = g.v;
  const double kinetic = v.dot(system::mass_matrix(TestType{}, g.t, q) * v) / 2,
               potential = system::potential(TestType{}, g.t, q);
  // two roundings of a sum
  CHECK(g.dynamics.energy(g.t, g.q, g.v) == Approx(kinetic + potential).epsilon(8 * epsilon<double>));
}

TEST_CASE("With constant mass a block leaves p_v as it was") {
  const Generic<Flat> g;
  Block<double, 3, 1> block(3, 1);
  block.p_v.setConstant(7);
  g.dynamics.evaluate(g.t, g.q, g.v, block);
  CHECK(block.p_v == Matrix<double, 3, 3>::Constant(7));
}

TEST_CASE("Traits are read off the members a problem has") {
  const auto traits = [](auto problem) { return DynamicsOf<decltype(problem), double>(problem).traits(); };
  CHECK(traits(Curved{}).conservative);
  CHECK_FALSE(traits(Curved{}).constant_mass);
  CHECK(traits(Flat{}).constant_mass);
  CHECK_FALSE(traits(Driven{}).conservative);  // takes the time
  CHECK_FALSE(traits(Lift{}).conservative);    // only its constraint takes the time
  CHECK_FALSE(traits(Wide{}).conservative);    // damped
  CHECK(traits(Driven{}).linear_constraint);
}
