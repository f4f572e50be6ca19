// Precisions by name, and derivatives in all of them from the same source.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/precision.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("A precision is found by its name, another name is answered by the nearest") {
  for (const Precision each : {Precision::double_, Precision::quad_}) CHECK(precision_named(name(each)) == each);
  CHECK_THROWS_WITH(precision_named("quadd"), Catch::Matchers::Contains("did you mean 'quad'?"));
}

TEST_CASE("The precision that was removed is refused with the one to use instead") {
  CHECK_THROWS_WITH(precision_named("long_double"),
                    Catch::Matchers::Contains("long_double was removed: use quad, which has more digits"));
}

TEST_CASE("The type that goes with a precision is handed to the function called") {
  const auto digits = []<class Real>() { return std::numeric_limits<Real>::digits; };
  CHECK(with_precision(Precision::double_, digits) == 53);
  CHECK(with_precision(Precision::quad_, digits) == 113);
}

TEST_CASE("Derivatives in quad agree with those in double to double's round-off, second ones included") {
  const Generic<Curved> in_double;
  Linearisation<double, 3, 1> x(3, 1);
  RatesLinearisation<double, 3, 1> rates_x(3, 1);
  in_double.dynamics.linearise(in_double.t, in_double.q, in_double.v, in_double.lambda, x);
  in_double.dynamics.linearise_rates(in_double.t, in_double.q, in_double.v, in_double.a, rates_x);

  const System<quad> system{Curved{}};
  const VectorX<quad> q = in_double.q.cast<quad>(), v = in_double.v.cast<quad>(), a = in_double.a.cast<quad>(),
                      lambda = in_double.lambda.cast<quad>();
  Linearisation<quad, dynamic, dynamic> y(3, 1);
  RatesLinearisation<quad, dynamic, dynamic> rates_y(3, 1);
  system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<quad, n, m>>& dynamics) {
    dynamics->linearise(quad(in_double.t), q, v, lambda, y);
    dynamics->linearise_rates(quad(in_double.t), q, v, a, rates_y);
  });

  constexpr double round_off = 1e-14;
  const auto apart = [](const auto& in_53_bits, const auto& in_113_bits) {
    return (MatrixX<double>(in_53_bits) - MatrixX<quad>(in_113_bits).template cast<double>()).cwiseAbs().maxCoeff();
  };
  CHECK(apart(x.p_q, y.p_q) < round_off);
  CHECK(apart(x.p_v, y.p_v) < round_off);
  CHECK(apart(x.f_q, y.f_q) < round_off);
  CHECK(apart(x.f_v, y.f_v) < round_off);
  CHECK(apart(x.k_q, y.k_q) < round_off);
  CHECK(apart(x.K, y.K) < round_off);
  CHECK(apart(x.reaction_q, y.reaction_q) < round_off);
  CHECK(apart(rates_x.p_dot_q, rates_y.p_dot_q) < round_off);
  CHECK(apart(rates_x.k_dot_q, rates_y.k_dot_q) < round_off);
}
