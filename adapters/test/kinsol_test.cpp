// KINSOL behind the interface of stage equations: roots to round-off in any units, the Jacobians asked for, and
// outcomes that tell failures apart.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/kinsol.hpp>

#include <nonholo/framework/solver/seen_increments.hpp>

#include "catch.hpp"

#include <cmath>
#include <functional>
#include <limits>

using namespace nonholo;

namespace {

/// F(x) = 0 with its Jacobian. Counts Jacobians, and those asked for away from the latest residual.
struct Equations final : StageEquations<double> {
  std::function<VectorX<double>(const VectorX<double>&)> F;
  std::function<MatrixX<double>(const VectorX<double>&)> J;
  VectorX<double> weight, latest;
  int residuals = 0, jacobians = 0, misplaced = 0;

  Eigen::Index size() const override { return weight.size(); }
  void residual(const VectorX<double>& x, VectorX<double>& out) override { ++residuals, latest = x, out = F(x); }
  bool linearise() override { return false; }
  void correct(const VectorX<double>&, VectorX<double>&) override {}
  void jacobian(const VectorX<double>& x, MatrixX<double>& out) override {
    ++jacobians, misplaced += x != latest, out = J(x);
  }
  void weights(const VectorX<double>&, VectorX<double>& out) override { out = weight; }
};

VectorX<double> vector(double x) { return VectorX<double>::Constant(1, x); }
MatrixX<double> matrix(double x) { return MatrixX<double>::Constant(1, 1, x); }

Equations scalar(double (*f)(double), double (*derivative)(double)) {
  Equations equations;
  equations.F = [f](const VectorX<double>& x) { return vector(f(x[0])); };
  equations.J = [derivative](const VectorX<double>& x) { return matrix(derivative(x[0])); };
  equations.weight = vector(1);
  return equations;
}

/// A circle of radius 5 and a hyperbola meet in (4, 3); in units of u and v, and with rows in units of r and s.
Equations circle_and_hyperbola(double u, double v, double r, double s) {
  Equations equations;
  equations.F = [=](const VectorX<double>& z) {
    const double x = z[0] / u, y = z[1] / v;
    return VectorX<double>(Vector<double, 2>(r * (x * x + y * y - 25), s * (x * y - 12)));
  };
  equations.J = [=](const VectorX<double>& z) {
    const double x = z[0] / u, y = z[1] / v;
    return MatrixX<double>(Matrix<double, 2, 2>{{r * 2 * x / u, r * 2 * y / v}, {s * y / u, s * x / v}});
  };
  equations.weight = Vector<double, 2>(1 / (4 * u), 1 / (3 * v));
  return equations;
}

SolverReport solve(Equations& equations, VectorX<double>& x, const SolverOptions<double>& options = {}) {
  return kinsol_solver(equations.size(), options)->solve(equations, x);
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const auto every_choice = {JacobianChoice::automatic, JacobianChoice::frozen, JacobianChoice::exact};

}  // namespace

namespace {

/// Residuals wander about 0 by 1e-20, as those of a body at rest; positions show this part of an increment.
struct Wandering final : StageEquations<double>, SeenIncrements<double> {
  double shown;
  int residuals = 0;
  explicit Wandering(double part) : shown(part) {}
  Eigen::Index size() const override { return 1; }
  void residual(const VectorX<double>&, VectorX<double>& F) override {
    F[0] = (++residuals % 2 == 0 ? 1.5 : -1) * 1e-20;
  }
  bool linearise() override { return false; }
  void correct(const VectorX<double>&, VectorX<double>&) override {}
  void jacobian(const VectorX<double>&, MatrixX<double>& J) override { J(0, 0) = 1; }
  void weights(const VectorX<double>&, VectorX<double>& weight) override { weight[0] = 1e20; }
  double seen(const VectorX<double>&, const VectorX<double>& dx) override { return shown * std::abs(dx[0]); }
};

}  // namespace

TEST_CASE("KINSOL ends where increments are below the last digits of positions, and only there") {
  for (const bool unseen : {true, false}) {
    Wandering equations(unseen ? 1e20 * std::numeric_limits<double>::epsilon() : 1e10);
    VectorX<double> x = vector(0);
    const SolverReport report = kinsol_solver(1, {})->solve(equations, x);
    CHECK((report.outcome == Outcome::success) == unseen);
    if (unseen) CHECK(report.iterations <= 6);
  }
}

TEST_CASE("KINSOL finds the root of a nonlinear system to round-off with every choice of Jacobian") {
  for (const JacobianChoice choice : every_choice) {
    Equations equations = circle_and_hyperbola(1, 1, 1, 1);
    VectorX<double> x = Vector<double, 2>(4.1, 2.95);
    const SolverReport report = solve(equations, x, {.jacobian = choice});
    CHECK(report.outcome == Outcome::success);
    CHECK((x - Vector<double, 2>(4, 3)).lpNorm<Eigen::Infinity>() < 2e-14);  // two epsilon of 50 in F, times |J^-1| < 1
    CHECK(report.evaluations == equations.residuals);
    CHECK(report.increment < 1e-6);  // exact: the last but one squared is round-off; frozen: smaller
    CHECK(equations.misplaced == 0);
  }
}

TEST_CASE("units of unknowns and of equations change neither the root nor the iterations: powers of two") {
  Equations plain = circle_and_hyperbola(1, 1, 1, 1);
  VectorX<double> x = Vector<double, 2>(4.5, 2.5);
  const SolverReport expected = solve(plain, x);
  const double u = std::ldexp(1, -40), v = std::ldexp(1, 35), r = std::ldexp(1, 50), s = std::ldexp(1, -60);
  Equations scaled = circle_and_hyperbola(u, v, r, s);
  VectorX<double> z = Vector<double, 2>(4.5 * u, 2.5 * v);
  const SolverReport report = solve(scaled, z);
  CHECK(report.outcome == Outcome::success);
  CHECK(report.iterations == expected.iterations);
  CHECK(z[0] / u == Approx(x[0]).epsilon(1e-14));  // pivots may differ
  CHECK(z[1] / v == Approx(x[1]).epsilon(1e-14));
}

TEST_CASE("an unknown that is not watched is found with the others, however large or small it is") {
  for (const double unit : {1e-12, 1.0, 1e12}) {
    Equations equations = circle_and_hyperbola(1, unit, 1, 1);
    equations.weight[1] = 0;
    VectorX<double> x = Vector<double, 2>(4.1, 2.95 * unit);
    const SolverReport report = solve(equations, x);
    CHECK(report.outcome == Outcome::success);
    CHECK(std::abs(x[0] - 4) < 2e-14);
    CHECK(std::abs(x[1] / unit - 3) < 2e-14);
  }
}

TEST_CASE("a guess that is the root stays it, at the price of one residual") {
  Equations equations = circle_and_hyperbola(1, 1, 1, 1);
  VectorX<double> x = Vector<double, 2>(4, 3);
  const SolverReport report = solve(equations, x);
  CHECK(report.outcome == Outcome::success);
  CHECK(x == Vector<double, 2>(4, 3));
  CHECK(report.iterations == 0);
  CHECK(report.evaluations == 1);
}

TEST_CASE("frozen takes one Jacobian, exact one per iteration, and a residual follows every step") {
  for (const JacobianChoice choice : every_choice) {
    Equations equations = circle_and_hyperbola(1, 1, 1, 1);
    VectorX<double> x = Vector<double, 2>(4.1, 2.95);
    const SolverReport report = solve(equations, x, {.jacobian = choice});
    CHECK(equations.jacobians == (choice == JacobianChoice::exact ? report.iterations : 1));
    CHECK(report.evaluations == report.iterations + 1);
  }
}

TEST_CASE("where the frozen Jacobian fails, automatic goes on with exact ones from the guess") {
  const auto cosine = [] {
    return scalar([](double x) { return x - 3 * std::cos(x); }, [](double x) { return 1 + 3 * std::sin(x); });
  };
  Equations frozen = cosine(), automatic = cosine();
  // slope 1 at the guess, 3.8 at the root: the frozen iteration is repelled
  VectorX<double> x = vector(0), y = vector(0);
  const Outcome outcome = solve(frozen, x, {.jacobian = JacobianChoice::frozen}).outcome;
  CHECK((outcome == Outcome::stage_solver_diverged || outcome == Outcome::stage_solver_stagnated));
  const SolverReport report = solve(automatic, y);
  CHECK(report.outcome == Outcome::success);
  CHECK(std::abs(y[0] - 3 * std::cos(y[0])) < 4e-15);  // slope 4 times the spacing of y, rounded
  CHECK(automatic.misplaced == 0);
  CHECK(report.evaluations == automatic.residuals);
}

TEST_CASE("a residual whose own rounding keeps it above the goal is accepted when it no longer falls") {
  // 1e3 + x - 1e3 rounds x to multiples of 1e-13: the residual of a root of size 1 cannot fall below 500 epsilon but by
  // luck.
  Equations equations =
      scalar([](double x) { return (1e3 + std::sqrt(2.0) * x) - 1e3 - 1.0; }, [](double) { return std::sqrt(2.0); });
  VectorX<double> x = vector(0.3);
  const SolverReport report = solve(equations, x);
  CHECK(report.outcome == Outcome::success);
  CHECK(std::abs(x[0] - std::sqrt(0.5)) < 2e-13);
  CHECK(report.iterations < 10);
}

TEST_CASE("a tolerance stops earlier") {
  Equations tight = circle_and_hyperbola(1, 1, 1, 1), loose = circle_and_hyperbola(1, 1, 1, 1);
  VectorX<double> x = Vector<double, 2>(4.5, 2.5), y = x;
  const SolverReport full = solve(tight, x), early = solve(loose, y, {.tolerance = 1e-5});
  CHECK(early.outcome == Outcome::success);
  CHECK(early.iterations < full.iterations);
  CHECK((y - x).norm() < 1e-3);  // tolerance times the typical size, times the condition
  CHECK(y != x);
}

TEST_CASE("the limit on iterations is kept and reported as stagnation") {
  // a triple root: errors fall by 2/3
  Equations equations = scalar([](double x) { return x * x * x; }, [](double x) { return 3 * x * x; });
  VectorX<double> x = vector(1);
  const SolverReport report = solve(equations, x, {.jacobian = JacobianChoice::exact, .max_iterations = 5});
  CHECK(report.outcome == Outcome::stage_solver_stagnated);
  CHECK(report.iterations == 5);
  CHECK(x == vector(1));  // the guess, when there is no solution
}

TEST_CASE("equations without a root are reported as divergence") {
  Equations equations = scalar([](double x) { return x * x + 1; }, [](double x) { return 2 * x; });
  VectorX<double> x = vector(1.3);
  CHECK(solve(equations, x).outcome == Outcome::stage_solver_diverged);
}

TEST_CASE("a singular Jacobian is reported as such") {
  Equations equations = circle_and_hyperbola(1, 1, 1, 1);
  equations.J = [](const VectorX<double>&) { return MatrixX<double>(Matrix<double, 2, 2>{{1, 2}, {2, 4}}); };
  for (const JacobianChoice choice : every_choice) {
    VectorX<double> x = Vector<double, 2>(4.1, 2.95);
    CHECK(solve(equations, x, {.jacobian = choice}).outcome == Outcome::singular_matrix);
  }
  equations.J = [](const VectorX<double>&) { return MatrixX<double>(MatrixX<double>::Zero(2, 2)); };
  VectorX<double> x = Vector<double, 2>(4.1, 2.95);
  CHECK(solve(equations, x).outcome == Outcome::singular_matrix);
}

TEST_CASE("values that are not finite are reported as such, in F, in J, at the guess and later") {
  for (const JacobianChoice choice : every_choice) {
    Equations equations = circle_and_hyperbola(1, 1, 1, 1);
    equations.F = [](const VectorX<double>&) { return VectorX<double>(VectorX<double>::Constant(2, not_a_number)); };
    VectorX<double> x = Vector<double, 2>(4.1, 2.95);
    CHECK(solve(equations, x, {.jacobian = choice}).outcome == Outcome::not_finite);
    equations = circle_and_hyperbola(1, 1, 1, 1);
    equations.J = [](const VectorX<double>&) { return MatrixX<double>(MatrixX<double>::Constant(2, 2, not_a_number)); };
    CHECK(solve(equations, x, {.jacobian = choice}).outcome == Outcome::not_finite);
    Equations later = scalar([](double z) { return z == 1 ? 1.0 : not_a_number; }, [](double) { return 1.0; });
    VectorX<double> y = vector(1);
    CHECK(solve(later, y, {.jacobian = choice}).outcome == Outcome::not_finite);
  }
}

TEST_CASE("a step out of the domain of F is halved until it is inside") {
  Equations equations = scalar([](double x) { return std::log(x); }, [](double x) { return 1 / x; });
  VectorX<double> x = vector(5);  // the full Newton step goes to 5 - 5 log 5 = -3
  CHECK(solve(equations, x, {.jacobian = JacobianChoice::exact}).outcome == Outcome::success);
  CHECK(x[0] == Approx(1).epsilon(1e-15));
}

TEST_CASE("one solver solves again and again, and forgets") {
  const auto solver = kinsol_solver(2, {});
  VectorX<double> first = Vector<double, 2>(4.1, 2.95), again = first, broken = first;
  Equations equations = circle_and_hyperbola(1, 1, 1, 1), bad = equations;
  bad.F = [](const VectorX<double>&) { return VectorX<double>(VectorX<double>::Constant(2, not_a_number)); };
  CHECK(solver->solve(equations, first).outcome == Outcome::success);
  CHECK(solver->solve(bad, broken).outcome == Outcome::not_finite);
  const SolverReport report = solver->solve(equations, again);
  CHECK(report.outcome == Outcome::success);
  CHECK(again == first);
}
