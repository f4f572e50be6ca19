// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/spark_moves.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>

#include <vector>

namespace nonholo {

namespace {

bool same(const SparkCoefficients<double>& x, const SparkCoefficients<double>& y) {
  const auto equal = [](const auto& a, const auto& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
  };
  return equal(x.a, y.a) && equal(x.a_hat, y.a_hat) && equal(x.a_tilde, y.a_tilde) && equal(x.beta, y.beta) &&
         equal(x.w, y.w);
}

struct Known {
  SparkCoefficients<double> coefficients;
  KickDriftProgram<double> moves;
};

/// Half a kick whose multiplier the constraint between the nodes determines, the drift, half a kick onto the constraint
/// at the end.
KickDriftProgram<double> lobatto_pair(KickDriftMove<double> first) {
  return {first, {Move::drift, 1}, {Move::kick, 0.5}};
}

const std::vector<Known>& known() {
  static const std::vector<Known> all = [] {
    const auto of = [](const char* tableau, std::optional<int> stages) {
      return SparkCoefficients<double>(known_tableau(tableau, stages));
    };
    const auto at_middle = lobatto_pair({Move::kick, 0.5, 0.5});  // for constant mass the same in both variants
    return std::vector<Known>{
        {of("symplectic_euler_1", {}), {{Move::kick, 1, 1}, {Move::drift, 1}}},
        {of("symplectic_euler_2", {}), {{Move::drift, 1}, {Move::kick, 1}}},
        {of("lobatto_iiia_b", 2), lobatto_pair({Move::mean_kick, 0.5, 1})},
        {of("modified_lobatto_iiia_b", {}), at_middle},
        {of("symmetric_lobatto_iiia_b", {}), at_middle},
    };
  }();
  return all;
}

}  // namespace

std::optional<KickDriftProgram<double>> spark_moves(const SparkCoefficients<double>& coefficients) {
  if (coefficients.stages > 2) return std::nullopt;
  for (const Known& each : known())
    if (same(coefficients, each.coefficients)) return each.moves;
  return std::nullopt;
}

}  // namespace nonholo
