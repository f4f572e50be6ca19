// The loose solver: it stops where its rule says, not where the equations are solved.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/family/simplified_newton.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;

namespace {

/// x - rate x - 1 = 0 solved with the Jacobian 1: the error falls by the factor `rate` in each iteration.
struct Linear final : StageEquations<double> {
  double rate = 0.1;
  int linearised = 0;
  Eigen::Index size() const override { return 1; }
  void residual(const VectorX<double>& x, VectorX<double>& F) override {
    F = (1 - rate) * x - VectorX<double>::Ones(1);
  }
  bool linearise() override { return ++linearised > 0; }
  void correct(const VectorX<double>& F, VectorX<double>& dx) override { dx = -F; }
  void jacobian(const VectorX<double>&, MatrixX<double>& J) override { J(0, 0) = 1; }
  void weights(const VectorX<double>&, VectorX<double>& weight) override { weight.setOnes(); }
};

struct Solved {
  SolverReport report;
  double error;  // x - 1/(1 - rate)
};

Solved solve(Linear& equations, double tolerance) {
  SolverOptions<double> options{.tolerance = tolerance};
  use_simplified_newton(options);
  VectorX<double> x = VectorX<double>::Zero(1);
  const SolverReport report = make_solver<double>(1, options)->solve(equations, x);
  return {report, x[0] - 1 / (1 - equations.rate)};
}

}  // namespace

TEST_CASE("The iteration stops as soon as eta |dX| <= 0.03 TOL, with two increments at least") {
  Linear equations;
  // Increments are 0.1^k, theta = 0.1, eta = 1/9: after iteration k + 1 the rule reads 0.1^k / 9 <= 0.03 TOL.
  CHECK(solve(equations, 1).report.iterations == 2);
  CHECK(solve(equations, 1e-3).report.iterations == 5);
  CHECK(solve(equations, 1e-6).report.iterations == 8);
  CHECK(solve(equations, 1e-6).error == Approx(-std::pow(0.1, 8) / 0.9).epsilon(1e-6));  // far above round-off
  CHECK(equations.linearised == 4);                                                      // once a solve
}

TEST_CASE(
    "A tolerance below round-off ends at the iteration limit, and an iteration that does not contract is reported as "
    "divergence") {
  Linear equations;
  const Solved capped = solve(equations, 1e-30);
  CHECK(capped.report.outcome == Outcome::success);
  equations.rate = 1.5;
  CHECK(solve(equations, 1e-6).report.outcome == Outcome::stage_solver_diverged);
}

TEST_CASE("The simplified Newton solver requires a solver_tolerance") {
  SolverOptions<double> options;
  use_simplified_newton(options);
  CHECK_THROWS_WITH(make_solver<double>(1, options), Catch::Matchers::Contains("solver_tolerance"));
}
