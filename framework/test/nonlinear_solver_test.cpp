// The iteration for stage equations: converges to round-off, changes to the exact Jacobian when it must, and says how
// it failed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/solver/nonlinear_solver.hpp>

#include <nonholo/framework/solver/kept_jacobian.hpp>
#include <nonholo/framework/solver/seen_increments.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// F(x) = 0 with any Jacobians; counts how often each is asked for.
struct Equations : StageEquations<double> {
  std::function<VectorX<double>(const VectorX<double>&)> F;
  std::function<MatrixX<double>(const VectorX<double>&)> exact;
  MatrixX<double> frozen;
  VectorX<double> weight;
  bool regular = true;
  int frozen_made = 0, exact_made = 0;

  Eigen::Index size() const override { return weight.size(); }
  void residual(const VectorX<double>& x, VectorX<double>& out) override { out = F(x); }
  bool linearise() override { return ++frozen_made, regular; }
  void correct(const VectorX<double>& residual, VectorX<double>& dx) override {
    dx = -frozen.partialPivLu().solve(residual);
  }
  void jacobian(const VectorX<double>& x, MatrixX<double>& J) override { ++exact_made, J = exact(x); }
  void weights(const VectorX<double>&, VectorX<double>& out) override { out = weight; }
};

struct KeepingEquations final : Equations, KeptJacobian {
  explicit KeepingEquations(const Equations& equations) : Equations(equations) {}
};

/// Of positions that show this part of an increment of 1.
struct PositionedEquations final : Equations, SeenIncrements<double> {
  double shown;
  PositionedEquations(const Equations& equations, double part) : Equations(equations), shown(part) {}
  double seen(const VectorX<double>&, const VectorX<double>& dx) override { return shown * std::abs(dx[0]); }
};

/// With weights of the iterate.
struct SizedEquations final : Equations {
  std::function<double(double)> sized;
  SizedEquations(const Equations& equations, std::function<double(double)> weight)
      : Equations(equations),
        sized(std::move(weight)) {}
  void weights(const VectorX<double>& x, VectorX<double>& out) override { out[0] = sized(x[0]); }
};

VectorX<double> vector(double x) { return VectorX<double>::Constant(1, x); }
MatrixX<double> matrix(double x) { return MatrixX<double>::Constant(1, 1, x); }

/// F(x) = x - c cos x with J_frozen = 1: contracts by c |sin x| and has one root, of size near c/sqrt(1 + c^2).
Equations cosine(double c) {
  Equations equations;
  equations.F = [c](const VectorX<double>& x) { return vector(x[0] - c * std::cos(x[0])); };
  equations.exact = [c](const VectorX<double>& x) { return matrix(1 + c * std::sin(x[0])); };
  equations.frozen = matrix(1);
  equations.weight = vector(1);
  return equations;
}

/// A x = b in two unknowns with the matrix itself as both Jacobians.
Equations linear(const Matrix<double, 2, 2>& A, const Vector<double, 2>& b) {
  Equations equations;
  equations.F = [A, b](const VectorX<double>& x) { return VectorX<double>(A * x - b); };
  equations.exact = [A](const VectorX<double>&) { return MatrixX<double>(A); };
  equations.frozen = A;
  equations.weight = VectorX<double>::Ones(2);
  return equations;
}

SolverReport solve(Equations& equations, VectorX<double>& x, const SolverOptions<double>& options = {}) {
  return make_solver<double>(equations.size(), options)->solve(equations, x);
}

}  // namespace

TEST_CASE("A linear system is solved by one correction and confirmed by a second") {
  Equations equations = linear(Matrix<double, 2, 2>{{2, 1}, {1, 3}}, {4, 7});
  VectorX<double> x = VectorX<double>::Zero(2);
  const SolverReport report = solve(equations, x);
  CHECK(report.outcome == Outcome::success);
  // the last rounding of numbers up to 2
  CHECK((x - Vector<double, 2>(1, 2)).lpNorm<Eigen::Infinity>() <= 2 * epsilon<double>);
  CHECK(report.iterations == 2);
  CHECK(report.evaluations == report.iterations);
  CHECK(equations.frozen_made == 1);
  CHECK(equations.exact_made == 0);
}

TEST_CASE("A guess that is the root is returned unchanged") {
  Equations equations = linear(Matrix<double, 2, 2>{{2, 1}, {1, 3}}, {4, 7});
  VectorX<double> x = Vector<double, 2>(1, 2);
  CHECK(solve(equations, x).iterations == 1);
  CHECK(x == Vector<double, 2>(1, 2));
}

TEST_CASE("A system without unknowns is solved") {
  Equations none;
  none.F = [](const VectorX<double>& x) { return x; };
  none.exact = [](const VectorX<double>&) { return MatrixX<double>(0, 0); };
  none.frozen.resize(0, 0);
  none.weight.resize(0);
  for (const JacobianChoice jacobian : {JacobianChoice::automatic, JacobianChoice::frozen, JacobianChoice::exact}) {
    VectorX<double> x(0);
    CHECK(RoundOffNewton<double>(0, {.jacobian = jacobian}).solve(none, x).outcome == Outcome::success);
  }
}

TEST_CASE("A frozen Jacobian that contracts well converges to round-off without the exact one") {
  KeepingEquations equations{cosine(0.2)};
  VectorX<double> x = vector(0.3);
  const SolverReport report = solve(equations, x);
  CHECK(report.outcome == Outcome::success);
  // the residual of a neighbouring double, F' < 1.3
  CHECK(std::abs(x[0] - 0.2 * std::cos(x[0])) <= 2 * epsilon<double>);
  CHECK(equations.frozen_made == 1);
  CHECK(equations.exact_made == 0);
}

TEST_CASE("Rounding between increments that are no more than rounding does not hide how the iteration contracts") {
  Equations equations;
  int evaluations = 0;
  equations.F = [&evaluations](const VectorX<double>& x) {
    constexpr double contraction = 0.005, noise = 7e-16;  // the former seen in the first two increments
    const double rounding = evaluations < 2 ? 0 : evaluations % 2 == 0 ? noise : -noise;
    ++evaluations;
    return vector((1 - contraction) * x[0] + rounding);
  };
  equations.frozen = matrix(1);
  equations.weight = vector(1);
  VectorX<double> x = vector(1e-12);
  CHECK(solve(equations, x, {.jacobian = JacobianChoice::frozen}).outcome == Outcome::success);
  CHECK(evaluations == 3);
}

TEST_CASE("Increments that no longer fall are rounding where they are below the last digits of positions") {
  int evaluations = 0;
  Equations wandering;  // about 0 by 1e-20, as velocities of a body at rest
  wandering.F = [&evaluations](const VectorX<double>&) { return vector(++evaluations % 2 == 0 ? 1e-20 : -1e-20); };
  wandering.frozen = matrix(1);
  wandering.weight = vector(1e20);
  for (const auto& [shown, solved] :
       {std::pair(epsilon<double> * 1e20, true), std::pair(1e5 * epsilon<double> * 1e20, false)}) {
    PositionedEquations equations(wandering, shown);
    VectorX<double> x = vector(0);
    const SolverReport report = solve(equations, x, {.jacobian = JacobianChoice::frozen});
    CHECK((report.outcome == Outcome::success) == solved);
    if (solved) CHECK(report.iterations == 2);
  }
}

TEST_CASE("Increments that contract are followed below the last digits of positions") {
  PositionedEquations equations(cosine(0.2), epsilon<double>);  // they show no increment that is less than 4
  VectorX<double> x = vector(0.3);
  CHECK(solve(equations, x).outcome == Outcome::success);
  CHECK(std::abs(x[0] - 0.2 * std::cos(x[0])) <= 2 * epsilon<double>);
}

TEST_CASE("A frozen Jacobian that contracts poorly or diverges hands over to the exact one") {
  for (const double c : {1.0, 3.0}) {  // contraction 0.67 and 2.8 at the roots
    Equations equations = cosine(c);
    VectorX<double> x = vector(1);
    const SolverReport report = solve(equations, x);
    CHECK(report.outcome == Outcome::success);
    CHECK(std::abs(x[0] - c * std::cos(x[0])) <= 8 * epsilon<double>);  // F' < 4 times half a spacing of x
    CHECK(equations.exact_made > 0);
    CHECK(report.iterations > equations.exact_made);  // both iterations are counted
    CHECK(report.evaluations == report.iterations);
    CHECK(report.iterations < 12);  // handed over after a few steps, not at the limit of 50: then six of Newton's
  }
}

TEST_CASE("Where the frozen Jacobian is slow an exact one takes its place, and is kept over the steps that follow") {
  KeepingEquations equations{cosine(0.7)};  // contracts by 0.38: some 35 iterations
  const auto solver = make_solver<double>(1, {});
  VectorX<double> x = vector(0.3);
  int iterations = 0;
  for (int step = 0; step < 40; ++step) {
    const double c = 0.7 + 0.001 * step;
    equations.F = [c](const VectorX<double>& y) { return vector(y[0] - c * std::cos(y[0])); };
    const SolverReport report = solver->solve(equations, x);
    REQUIRE(report.outcome == Outcome::success);
    CHECK(report.evaluations == report.iterations);
    CHECK(std::abs(x[0] - c * std::cos(x[0])) <= 4 * epsilon<double>);
    if (step > 0) iterations = std::max(iterations, report.iterations);
  }
  CHECK(equations.frozen_made == 1);
  CHECK(equations.exact_made <= 4);
  CHECK(iterations <= 10);
  for (int step = 0; step < 40; ++step) solver->solve(equations, x);
  CHECK(equations.frozen_made > 1);  // it is tried again some time
}

TEST_CASE("An exact Jacobian that has become wrong is made anew within the step") {
  KeepingEquations equations{cosine(0.7)};
  const auto solver = make_solver<double>(1, {});
  VectorX<double> x = vector(0.3);
  REQUIRE(solver->solve(equations, x).outcome == Outcome::success);
  const int made = equations.exact_made;
  equations.F = [](const VectorX<double>& y) { return vector(50 * (y[0] - 0.7 * std::cos(y[0]))); };
  equations.exact = [](const VectorX<double>& y) { return matrix(50 * (1 + 0.7 * std::sin(y[0]))); };
  x = vector(0.6);
  CHECK(solver->solve(equations, x).outcome == Outcome::success);
  CHECK(std::abs(x[0] - 0.7 * std::cos(x[0])) <= 4 * epsilon<double>);
  CHECK(equations.exact_made > made);
}

TEST_CASE("A Jacobian that is kept is forgotten when that is asked for, and with it that the frozen one was slow") {
  KeepingEquations equations{cosine(0.7)};
  const auto solver = make_solver<double>(1, {});
  const auto made = [&] {
    VectorX<double> x = vector(0.3);
    REQUIRE(solver->solve(equations, x).outcome == Outcome::success);
    return std::pair(equations.frozen_made, equations.exact_made);
  };
  const auto first = made();
  CHECK(first == std::pair(1, 1));
  CHECK(made() == first);
  solver->forget();
  CHECK(made() == std::pair(2, 2));
}

TEST_CASE("Equations that do not ask for another Jacobian keep a slow frozen one, and so do those told to") {
  Equations equations = cosine(0.7);
  KeepingEquations keeping{cosine(0.7)};
  VectorX<double> x = vector(0.3);
  CHECK(solve(equations, x).outcome == Outcome::success);
  x = vector(0.3);
  CHECK(solve(keeping, x, {.jacobian = JacobianChoice::frozen}).outcome == Outcome::success);
  CHECK(equations.exact_made + keeping.exact_made == 0);
}

TEST_CASE("Told to keep the frozen Jacobian, the iteration reports stagnation or divergence instead") {
  Equations slow = cosine(1), wild = cosine(3);
  VectorX<double> x = vector(1);
  CHECK(solve(slow, x, {.jacobian = JacobianChoice::frozen}).outcome == Outcome::stage_solver_stagnated);
  x = vector(1);
  CHECK(solve(wild, x, {.jacobian = JacobianChoice::frozen}).outcome == Outcome::stage_solver_diverged);
  CHECK(slow.exact_made + wild.exact_made == 0);
}

TEST_CASE("Told to use the exact Jacobian, the iteration is Newton's: quadratic") {
  Equations equations = cosine(3);
  VectorX<double> x = vector(1);
  const SolverReport report = solve(equations, x, {.jacobian = JacobianChoice::exact});
  CHECK(report.outcome == Outcome::success);
  CHECK(report.iterations <= 6);  // errors 2e-1, 6e-3, 6e-6, 5e-12, 0 from this guess
  CHECK(equations.frozen_made == 0);
}

TEST_CASE("A singular linearisation hands over, with the exact Jacobian singular too it is reported") {
  Equations equations = cosine(0.5);
  equations.regular = false;
  VectorX<double> x = vector(0.3);
  CHECK(solve(equations, x).outcome == Outcome::success);
  equations.exact = [](const VectorX<double>&) { return matrix(0); };
  x = vector(0.3);
  CHECK(solve(equations, x).outcome == Outcome::singular_matrix);
}

TEST_CASE("Values that are not finite are reported as such") {
  Equations equations = cosine(0.5);
  equations.F = [](const VectorX<double>&) { return vector(not_a_number); };
  VectorX<double> x = vector(0.3);
  CHECK(solve(equations, x).outcome == Outcome::not_finite);
  equations = cosine(0.5);
  equations.exact = [](const VectorX<double>&) { return matrix(not_a_number); };
  CHECK(solve(equations, x, {.jacobian = JacobianChoice::exact}).outcome != Outcome::success);
}

TEST_CASE("An unwatched unknown without a finite correction is not convergence") {
  for (const int unwatched : {0, 1}) {
    Matrix<double, 2, 2> A = Matrix<double, 2, 2>::Identity();
    A(unwatched, unwatched) = 0;
    Vector<double, 2> b = Vector<double, 2>::Zero();
    b[unwatched] = 1;
    Equations equations = linear(A, b);
    equations.weight[unwatched] = 0;
    VectorX<double> x = VectorX<double>::Zero(2);
    CHECK(solve(equations, x).outcome != Outcome::success);
  }
}

TEST_CASE("A tolerance stops earlier: the last increment is below it, the error after it smaller still") {
  Equations tight = cosine(0.5), loose = cosine(0.5);
  VectorX<double> x = vector(0.3), y = x;
  const SolverReport full = solve(tight, x), early = solve(loose, y, {.tolerance = 1e-6});
  CHECK(early.outcome == Outcome::success);
  CHECK(early.increment <= 1e-6);
  CHECK(early.iterations < full.iterations);
  CHECK(std::abs(y[0] - x[0]) < 1e-6);
  CHECK(y[0] != x[0]);
}

TEST_CASE("The iteration limit ends each of the two iterations") {
  Equations equations = cosine(0.5);
  VectorX<double> x = vector(0.3);
  const SolverReport report = solve(equations, x, {.jacobian = JacobianChoice::frozen, .max_iterations = 3});
  CHECK(report.outcome == Outcome::stage_solver_stagnated);
  CHECK(report.iterations == 3);
  CHECK(report.increment > epsilon<double>);
}

TEST_CASE("With weights every unknown converges to its own round-off, whatever the units") {
  // x_0 = cos(x_0)/2 in units of 1e-9, where the iteration contracts slowly, beside x_1 = 1 in units of 1e9, which is
  // found at once.
  const Vector<double, 2> unit{1e-9, 1e9};
  Equations equations;
  equations.F = [unit](const VectorX<double>& x) {
    return VectorX<double>(Vector<double, 2>(x[0] - unit[0] * std::cos(x[0] / unit[0]) / 2, x[1] - unit[1]));
  };
  equations.frozen = MatrixX<double>::Identity(2, 2);
  equations.weight = unit.cwiseInverse();
  VectorX<double> x = VectorX<double>::Zero(2);
  REQUIRE(solve(equations, x).outcome == Outcome::success);
  for (int i = 0; i < 2; ++i) CHECK(std::abs(equations.F(x)[i]) <= 2 * epsilon<double> * unit[i]);
}

TEST_CASE("A guess far larger than the solution does not loosen the convergence test") {
  for (const double guess : {1.0, 1e6, 1e12, 1e100}) {
    SizedEquations equations(cosine(0.5), [](double x) { return 1 / (std::abs(x) + 1e-3); });
    VectorX<double> x = vector(guess);
    const SolverReport report = solve(equations, x);
    CHECK(report.outcome == Outcome::success);
    CHECK(report.first > (guess > 1 ? 0.99 : 0.1));
    CHECK(std::abs(equations.F(x)[0]) <= 2 * epsilon<double>);
  }
}

TEST_CASE("Weights of an iterate that ran away make no success of it, nor do those of what overflowed") {
  Equations cube = cosine(0);
  cube.F = [](const VectorX<double>& x) { return vector(x[0] * x[0] * x[0] - 1); };
  cube.exact = [](const VectorX<double>& x) { return matrix(3 * x[0] * x[0]); };
  cube.frozen = matrix(1e-3);
  SizedEquations equations(cube, [](double x) { return std::exp(-8 * std::abs(x * x * x - 1)); });
  VectorX<double> x = vector(1.001);
  CHECK(solve(equations, x).outcome == Outcome::success);
  CHECK(x[0] == Approx(1).epsilon(1e-15));
  CHECK(equations.exact_made > 0);
  Equations unweighed = cosine(0.5);
  unweighed.weight = vector(0);
  x = vector(0.3);
  CHECK(solve(unweighed, x).outcome == Outcome::not_finite);
}

TEST_CASE("Increments that no longer fall are taken for rounding where moving the unknowns shows as much, not else") {
  const SolverOptions<double> frozen{.jacobian = JacobianChoice::frozen};
  Equations equations = cosine(0);
  // sums that cancel: 1e5 epsilon of noise
  equations.F = [](const VectorX<double>& x) {
    double noise = 0;
    for (const double k : {3e3, 5e3, 7e3})
      noise += 1e5 * (std::pow(std::sin(k * x[0]), 2) + std::pow(std::cos(k * x[0]), 2) - 1);
    return vector(x[0] - 1 + noise);
  };
  VectorX<double> x = vector(0);
  CHECK(solve(equations, x, frozen).outcome == Outcome::success);
  CHECK(x[0] == Approx(1).margin(1e-9));
  // a jump as large, and nothing noisy
  equations.F = [](const VectorX<double>& at) { return vector(at[0] - 1 + (at[0] < 1 ? -1e-11 : 1e-11)); };
  x = vector(0);
  CHECK(solve(equations, x, frozen).outcome != Outcome::success);
}

TEST_CASE("Newton's method does the same to the bit whatever the size of its rows and unknowns") {
  const auto run = [](double row, double unit) {
    Equations equations;
    equations.weight = Vector<double, 2>(1 / unit, 1);
    equations.F = [=](const VectorX<double>& x) {
      const double u = x[0] / unit;
      return VectorX<double>(Vector<double, 2>(row * (u * u + x[1] - 3), u - x[1] * x[1] + 0.5));
    };
    equations.exact = [=](const VectorX<double>& x) {
      return MatrixX<double>(Matrix<double, 2, 2>{{row * 2 * x[0] / (unit * unit), row}, {1 / unit, -2 * x[1]}});
    };
    VectorX<double> x = Vector<double, 2>(unit, 1);
    const SolverReport report = solve(equations, x, {.jacobian = JacobianChoice::exact});
    CHECK(report.outcome == Outcome::success);
    return std::tuple(report.iterations, x[0] / unit, x[1]);
  };
  constexpr double large = 1 << 20;
  for (const double row : {large, 1 / large})
    for (const double unit : {1.0, large, 1 / large}) CHECK(run(row, unit) == run(1, 1));
}

TEST_CASE("A solver of the user's own takes the place of this one") {
  struct Constant final : NonlinearSolver<double> {
    SolverReport solve(StageEquations<double>&, VectorX<double>& x) override {
      return x.setConstant(42), SolverReport{};
    }
  };
  Equations equations = cosine(0.5);
  VectorX<double> x = vector(0);
  solve(equations, x, {.make = [](Eigen::Index, const auto&) { return std::make_unique<Constant>(); }});
  CHECK(x[0] == 42);
}

namespace {

/// x_0^2 = 2, x_0 x_2 = 1, and x_1, which is x_0 once more.
struct Repeating final : StageEquations<double> {
  const std::array<Eigen::Index, 2> places{0, 2};
  Eigen::Index size() const override { return 3; }
  void residual(const VectorX<double>& x, VectorX<double>& F) override {
    F << x[0] * x[0] - 2, x[0] * x[0] - 2, x[0] * x[2] - 1;
  }
  bool linearise() override { return false; }
  void correct(const VectorX<double>&, VectorX<double>&) override { FAIL(); }
  std::span<const Eigen::Index> independent() const override { return places; }
  void jacobian(const VectorX<double>& x, MatrixX<double>& J) override {
    REQUIRE(J.rows() == 2);
    J << 2 * x[0], 0, x[2], x[0];
  }
  void follow(VectorX<double>& dx) override { dx[1] = dx[0]; }
  void weights(const VectorX<double>&, VectorX<double>& weight) override { weight << 1, 1, 1; }
};

}  // namespace

TEST_CASE("Newton's method solves for the unknowns that do not follow from others") {
  Repeating equations;
  VectorX<double> x = VectorX<double>::Ones(3);
  const auto report = make_solver<double>(3, {}, equations.independent().size())->solve(equations, x);
  CHECK(report.outcome == Outcome::success);
  CHECK(std::abs(x[0] - std::sqrt(2)) <= 2 * epsilon<double>);
  CHECK(x[1] == x[0]);
  CHECK(std::abs(x[2] - std::sqrt(0.5)) <= 2 * epsilon<double>);
}
