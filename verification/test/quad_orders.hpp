// Orders of SPARK's families in quadruple precision: of q, v and lambda, with constraints at round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace nonholo::test {

using Member = std::pair<const char*, int>;

/// (q, v, lambda) at t_end, lambda of the equations of motion, and the largest scaled residuals on the way.
struct QuadEnd {
  VectorX<quad> q, v, lambda;
  quad residual = 0;
};

inline QuadEnd quad_end(const System<quad>& system, const Start<quad>& start, const Member& member, quad t_end,
                        long steps) {
  QuadEnd end;
  const auto probe = make_probe(system);
  const auto method = spark(system, tableau_catalogue().at(member.first)(member.second));
  const auto run = integrate(*method, start, TimeSpan<quad>::fixed(0, t_end / steps, steps), [&](const auto& seen) {
    const auto at = probe->constraint(seen.state.t, seen.state.q, seen.state.v);
    end.residual = std::max({end.residual, at.scaled, at.scaled_position});
  });
  REQUIRE(run.outcome == Outcome::success);
  end.q = run.end.q, end.v = run.end.v, end.lambda.setZero(system.constraints());
  REQUIRE(probe->multipliers(t_end, values(end.q), values(end.v),
                             {end.lambda.data(), static_cast<std::size_t>(end.lambda.size())}));
  return end;
}

/// From so many steps to twice as many, for each family.
/// @param finer times the steps that a disk takes
inline void check_spark_orders(const System<quad>& system, const Start<quad>& start, quad t_end, long finer = 1) {
  const QuadEnd exact = quad_end(system, start, {"gauss", 6}, t_end, 24 * finer);
  const std::tuple<Member, int, long> members[] = {
      {{"gauss", 1}, 2, 32},          {{"gauss", 2}, 4, 16},          {{"gauss", 3}, 6, 8},
      {{"gauss", 4}, 8, 6},           {{"radau_ia", 2}, 3, 32},       {{"radau_ia", 3}, 5, 12},
      {{"lobatto_iiia_b", 2}, 2, 32}, {{"lobatto_iiia_b", 3}, 4, 16}, {{"lobatto_iiia_b", 4}, 6, 8}};
  const auto order = [](const VectorX<quad>& one, const VectorX<quad>& other, const VectorX<quad>& solution) {
    return std::log2(static_cast<double>((one - solution).norm()) / static_cast<double>((other - solution).norm()));
  };
  for (const auto& [member, expected, steps] : members) {
    INFO(member.first << " " << member.second);
    const QuadEnd one = quad_end(system, start, member, t_end, finer * steps),
                  other = quad_end(system, start, member, t_end, 2 * finer * steps);
    CHECK(order(one.q, other.q, exact.q) == Approx(expected).margin(0.3));
    CHECK(order(one.v, other.v, exact.v) == Approx(expected).margin(0.3));
    CHECK(order(one.lambda, other.lambda, exact.lambda) == Approx(expected).margin(0.3));
    CHECK(std::log10(static_cast<double>(std::max(one.residual, other.residual))) < -30);
  }
}

}  // namespace nonholo::test
