// The Dynamics face of a Lagrangian system: that of the mechanical one it spells out, and every derivative of a wilder
// one against central differences.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/dynamics_of_lagrangian.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_lagrangians.hpp"

#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

template <class G> auto slopes_of_rates(const G& g) {
  RatesLinearisation<double, G::Size::n, G::Size::m> out(g.q.size(), g.lambda.size());
  g.dynamics.linearise_rates(g.t, g.q, g.v, g.a, out);
  return out;
}

constexpr double reordered = 64 * epsilon<double>;  // the same sums in another order

/// r and r_lambda.
template <class G>
auto reaction_at(const G& g, const typename G::Q& q, const typename G::Q& v, const typename G::L& lambda) {
  std::pair<typename G::Q, Matrix<double, G::Size::n, G::Size::m>> r{q, Matrix<double, 3, 1>::Zero()};
  g.dynamics.reaction(g.t, q, v, lambda, r.first, r.second);
  return r;
}

}  // namespace

TEMPLATE_TEST_CASE("A mechanical system spelled out as a Lagrangian has the same face", "", Curved, Driven, Wide) {
  const Generic<TestType> short_for;
  const Generic<LagrangianOf<TestType>> spelled;
  const auto one = block_at(short_for, 0.3, short_for.q, short_for.v),
             other = block_at(spelled, 0.3, spelled.q, spelled.v);
  CHECK(distance(other.p, one.p) < reordered);
  CHECK(distance(other.f, one.f) < reordered);
  CHECK(distance(other.k, one.k) < reordered);
  CHECK(distance(other.K, one.K) < reordered);
  CHECK(distance(other.p_v, one.p_v) < reordered);
  const auto linear = linearised(short_for), own = linearised(spelled);
  CHECK(distance(own.p_q, linear.p_q) < reordered);
  CHECK(distance(own.p_v, linear.p_v) < reordered);
  CHECK(distance(own.f_q, linear.f_q) < reordered);
  CHECK(distance(own.f_v, linear.f_v) < reordered);
  CHECK(distance(own.k_q, linear.k_q) < reordered);
  CHECK(distance(own.K, linear.K) < reordered);
  CHECK(distance(own.reaction_q, linear.reaction_q) < reordered);
  CHECK(own.reaction_v.isZero(reordered));
  CHECK(distance(own.reaction_lambda, linear.reaction_lambda) < reordered);
  const auto rates = rates_at(short_for, short_for.q, short_for.v), own_rates = rates_at(spelled, spelled.q, spelled.v);
  CHECK(distance(own_rates.p_dot, rates.p_dot) < reordered);
  CHECK(distance(own_rates.k_dot, rates.k_dot) < reordered);
  const auto slopes = slopes_of_rates(short_for), own_slopes = slopes_of_rates(spelled);
  CHECK(distance(own_slopes.p_dot_q, slopes.p_dot_q) < reordered);
  CHECK(distance(own_slopes.p_dot_v, slopes.p_dot_v) < reordered);
  CHECK(distance(own_slopes.k_dot_q, slopes.k_dot_q) < reordered);
  CHECK(distance(own_slopes.k_dot_v, slopes.k_dot_v) < reordered);
  CHECK(spelled.dynamics.energy(0.3, spelled.q, spelled.v) ==
        Approx(short_for.dynamics.energy(0.3, short_for.q, short_for.v)).epsilon(reordered));
  CHECK(spelled.dynamics.lagrangian_rate(0.3, spelled.q, spelled.v) ==
        Approx(short_for.dynamics.lagrangian_rate(0.3, short_for.q, short_for.v)).margin(reordered));
}

TEMPLATE_TEST_CASE("For any Lagrangian p = L_v, f = L_q + F and the energy is v L_v - L", "", Wild, WildIdeal) {
  const Generic<TestType> g;
  using V = Vector<double, 3>;
  const auto L = [&](double t, const V& q, const V& v) { return TestType{}.lagrangian(t, q, v); };
  const auto of_v = [&](const auto& v) { return VectorX<double>::Constant(1, L(g.t, g.q, v)); };
  const auto of_q = [&](const auto& q) { return VectorX<double>::Constant(1, L(g.t, q, g.v)); };
  const auto block = block_at(g, g.t, g.q, g.v);
  VectorX<double> f = jacobian(of_q, g.q).transpose();
  if constexpr (system::HasForce<TestType, double, 3>) f += TestType{}.force(g.t, V(g.q), V(g.v));
  CHECK(distance(block.p.transpose(), jacobian(of_v, g.v)) < difference_error);
  CHECK(distance(block.f, f) < difference_error);
  CHECK(distance(block.p_v, jacobian([&](const auto& v) { return block_at(g, g.t, g.q, v).p; }, g.v)) <
        difference_error);
  CHECK(distance(block.K, jacobian([&](const auto& v) { return block_at(g, g.t, g.q, v).k; }, g.v)) < difference_error);
  CHECK(g.dynamics.energy(g.t, g.q, g.v) == Approx(g.v.dot(block.p) - L(g.t, g.q, g.v)).epsilon(reordered));
  const double L_t = difference([&](double e) { return L(g.t + e, g.q, g.v); });
  CHECK(g.dynamics.lagrangian_rate(g.t, g.q, g.v) == Approx(L_t).epsilon(difference_error));
}

TEMPLATE_TEST_CASE("Linearised blocks of any Lagrangian are the partial derivatives in q and in v", "", Wild,
                   WildIdeal) {
  const Generic<TestType> g;
  const auto out = linearised(g);
  const auto in_q = [&](auto part) {
    return jacobian([&](const auto& q) { return part(block_at(g, g.t, typename Generic<TestType>::Q(q), g.v)); }, g.q);
  };
  const auto in_v = [&](auto part) {
    return jacobian([&](const auto& v) { return part(block_at(g, g.t, g.q, typename Generic<TestType>::Q(v))); }, g.v);
  };
  const auto p = [](const auto& b) { return b.p; };
  const auto f = [](const auto& b) { return b.f; };
  const auto k = [](const auto& b) { return b.k; };
  CHECK(distance(out.p_q, in_q(p)) < difference_error);
  CHECK(distance(out.p_v, in_v(p)) < difference_error);
  CHECK(distance(out.f_q, in_q(f)) < difference_error);
  CHECK(distance(out.f_v, in_v(f)) < difference_error);
  CHECK(distance(out.k_q, in_q(k)) < difference_error);
  CHECK(distance(out.K, in_v(k)) < difference_error);
  if constexpr (std::is_same_v<TestType, WildIdeal>) {
    const auto reaction = [&](const auto& b) { return (b.K.transpose() * g.lambda).eval(); };
    CHECK(distance(out.reaction_q, in_q(reaction)) < difference_error);
    CHECK(distance(out.reaction_v, in_v(reaction)) < difference_error);
    CHECK(distance(out.reaction_lambda, out.K.transpose()) == 0);
  }
}

TEMPLATE_TEST_CASE("The values that a step takes from its start agree with block and linearisation for any Lagrangian",
                   "", Wild, WildIdeal) {
  const Generic<TestType> g;
  const auto start = start_of_step(g);
  const auto linear = linearised(g);
  CHECK(distance(start.p, block_at(g, g.t, g.q, g.v).p) < reordered);
  CHECK(distance(start.k_q, linear.k_q) < reordered);
  REQUIRE(start.coupled);
  CHECK(distance(start.p_q, linear.p_q) < reordered);
  CHECK(distance(start.f_v, linear.f_v) < reordered);
}

TEST_CASE("A reaction that is not ideal has its own derivatives") {
  const Generic<Wild> g;
  const auto out = linearised(g);
  const auto [r, r_lambda] = reaction_at(g, g.q, g.v, g.lambda);
  const Vector<double, 3> own =
      Wild{}.reaction(g.t, Vector<double, 3>(g.q), Vector<double, 3>(g.v), Vector<double, 1>(g.lambda));
  CHECK(distance(r, own) == 0);
  CHECK(distance(out.reaction_lambda, r_lambda) < reordered);
  CHECK(distance(r_lambda, jacobian([&](const auto& x) { return reaction_at(g, g.q, g.v, x).first; }, g.lambda)) <
        difference_error);
  CHECK(distance(out.reaction_q, jacobian([&](const auto& x) { return reaction_at(g, x, g.v, g.lambda).first; }, g.q)) <
        difference_error);
  CHECK(distance(out.reaction_v, jacobian([&](const auto& x) { return reaction_at(g, g.q, x, g.lambda).first; }, g.v)) <
        difference_error);
}

TEST_CASE("Rates of any Lagrangian are total time derivatives, and their linearisation theirs") {
  const Generic<Wild> g;
  const auto moved = [&](double e) {
    return block_at(g, g.t + e, typename Generic<Wild>::Q(g.q + e * g.v + e * e / 2 * g.a),
                    typename Generic<Wild>::Q(g.v + e * g.a));
  };
  const auto rates = rates_at(g, g.q, g.v);
  CHECK(distance(rates.p_dot, difference([&](double e) { return VectorX<double>(moved(e).p); })) < difference_error);
  CHECK(distance(rates.k_dot, difference([&](double e) { return VectorX<double>(moved(e).k); })) < difference_error);
  const auto out = slopes_of_rates(g);
  CHECK(distance(out.p_dot_q, jacobian([&](const auto& q) { return rates_at(g, q, g.v).p_dot; }, g.q)) <
        difference_error);
  CHECK(distance(out.p_dot_v, jacobian([&](const auto& v) { return rates_at(g, g.q, v).p_dot; }, g.v)) <
        difference_error);
  CHECK(distance(out.k_dot_q, jacobian([&](const auto& q) { return rates_at(g, q, g.v).k_dot; }, g.q)) <
        difference_error);
  CHECK(distance(out.k_dot_v, jacobian([&](const auto& v) { return rates_at(g, g.q, v).k_dot; }, g.v)) <
        difference_error);
}

TEST_CASE("The basis of a kernel is differentiated with the gradient of K in q") {
  const Generic<WildIdeal> g;
  Matrix<double, 1, 3> K;
  std::vector<Matrix<double, 1, 3>> K_q(3);
  g.dynamics.reaction_gradient(g.t, g.q, g.v, K, K_q);
  CHECK(distance(K, linearised(g).K) == 0);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto moved = [&](double e) {
      typename Generic<WildIdeal>::Q q = g.q;
      q[static_cast<Eigen::Index>(i)] += e;
      return VectorX<double>(block_at(g, g.t, q, g.v).K.transpose());
    };
    CHECK(distance(K_q[i].transpose(), difference(moved)) < difference_error);
  }
}

TEST_CASE("A trait that a Lagrangian system does not declare is not assumed") {
  const auto wild = DynamicsOf<Wild, double>(Wild{}).traits(), ideal = DynamicsOf<WildIdeal, double>({}).traits();
  CHECK_FALSE(wild.conservative);
  CHECK_FALSE(wild.ideal);
  CHECK(ideal.ideal);
  CHECK_FALSE(ideal.linear_constraint);
  CHECK_FALSE(ideal.natural);
  CHECK_FALSE(ideal.constant_mass);
  const auto spelled = DynamicsOf<LagrangianOf<Curved>, double>({}).traits();
  CHECK(spelled.linear_constraint);
  CHECK(spelled.natural);
}
