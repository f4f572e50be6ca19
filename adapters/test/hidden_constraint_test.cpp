// The hidden constraint without accelerations: it agrees with the saddle-point system, and its derivatives with
// differences.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/hidden_constraint.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "constrained_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Multiplier = Vector<double, 1>;

/// Columns: central differences of x -> f(x) with steps of 1e-5, whose error is 1e-10 and their rounding 1e-11.
template <class F, class V> MatrixX<double> differences(F f, const V& at) {
  const Eigen::Index rows = f(at).size();
  MatrixX<double> columns(rows, at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    V plus = at, minus = at;
    plus[i] += 1e-5, minus[i] -= 1e-5;
    columns.col(i) = (f(plus) - f(minus)) / 2e-5;
  }
  return columns;
}

}  // namespace

TEST_CASE("with the multipliers of the equations of motion the hidden constraint holds and accelerations agree") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    SaddlePoint<double, 3, 1> saddle(dynamics);
    REQUIRE(saddle.solve(0, sleigh_q, sleigh_v));
    HiddenConstraint<3, 1> hidden(dynamics);
    REQUIRE(hidden.evaluate(0, sleigh_q, sleigh_v, saddle.multipliers()));
    CHECK((hidden.acceleration() - saddle.acceleration()).norm() < 1e-14);
    CHECK(std::abs(hidden.residual()[0]) < 1e-14);
    REQUIRE(hidden.evaluate(0, sleigh_q, sleigh_v, saddle.multipliers() + Multiplier(1)));
    CHECK(std::abs(hidden.residual()[0]) > 0.1);
  });
}

TEST_CASE("derivatives of accelerations and hidden constraint are those that differences show") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    HiddenConstraint<3, 1> hidden(dynamics);
    const Multiplier lambda(1.3);
    const auto both = [&hidden](const Eigen::Vector3d& q, const Eigen::Vector3d& v, const Multiplier& l) {
      REQUIRE(hidden.evaluate(0, q, v, l));
      return (Eigen::Vector4d() << hidden.acceleration(), hidden.residual()).finished();
    };
    const auto by_q = differences([&](const Eigen::Vector3d& q) { return both(q, sleigh_v, lambda); }, sleigh_q);
    const auto by_v = differences([&](const Eigen::Vector3d& v) { return both(sleigh_q, v, lambda); }, sleigh_v);
    const auto by_lambda = differences([&](const Multiplier& l) { return both(sleigh_q, sleigh_v, l); }, lambda);
    both(sleigh_q, sleigh_v, lambda);
    hidden.differentiate(0, sleigh_q, sleigh_v, lambda);
    const auto agree = [](const auto& ours, const auto& theirs) { CHECK((ours - theirs).norm() < 1e-8); };
    agree(hidden.a_q(), by_q.topRows(3));
    agree(hidden.a_v(), by_v.topRows(3));
    agree(hidden.a_lambda(), by_lambda.topRows(3));
    agree(hidden.c_q(), by_q.bottomRows(1));
    agree(hidden.c_v(), by_v.bottomRows(1));
    agree(hidden.c_lambda(), by_lambda.bottomRows(1));
  });
}

TEST_CASE("a mass that is not positive definite, or a state that is no number, has no accelerations") {
  with_sleigh([](const Dynamics<double, 3, 1>& dynamics) {
    HiddenConstraint<3, 1> hidden(dynamics);
    CHECK_FALSE(hidden.evaluate(0, Eigen::Vector3d(0, 0, NAN), sleigh_v, Multiplier(0)));
    CHECK_FALSE(hidden.evaluate(0, sleigh_q, Eigen::Vector3d(1e200, 0, 0), Multiplier(0)));
    CHECK(hidden.evaluate(0, sleigh_q, sleigh_v, Multiplier(0)));
  });
}
