// Runge-Kutta methods in Hessenberg form: orders on the DAEs of Jay 2003 and 2006, the two forms of a mechanical system
// beside the Lagrangian one, constraint weights, standard methods, refusals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"
#include "toy_daes.hpp"

#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

const Start<double> ones{.q = Eigen::Vector2d(1, 1), .v = VectorX<double>(0), .lambda = VectorX<double>::Ones(1)};
const VectorX<double> exact_y = Eigen::Vector2d(std::exp(1.0), std::exp(-2.0));

std::unique_ptr<Integrator<double>> standard(const System<double>& system, const Tableau& tableau) {
  return runge_kutta(system, tableau);
}

/// Largest difference of (q, v) over the steps of two methods.
double apart(Integrator<double>& one, Integrator<double>& other, const Start<double>& start, double h, int steps) {
  const auto from = checked(start, one.system(), 0.0);
  one.guess_multipliers(values(from.lambda));
  other.guess_multipliers(values(from.lambda));
  one.start(0, values(from.q), values(from.v));
  other.start(0, values(from.q), values(from.v));
  double largest = 0;
  for (int i = 0; i < steps; ++i) {
    REQUIRE(one.step(h).outcome == Outcome::success);
    REQUIRE(other.step(h).outcome == Outcome::success);
    largest = std::max(largest, (state_of(one) - state_of(other)).cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

TEST_CASE("SRK-DAE2 methods have their order on a DAE and keep its constraint") {
  const System<double> dae{TwoRoots{}};
  const auto order = [&](const Tableau& tableau, long first) {
    return measured_order(*spark(dae, tableau), ones, 1, first, 4, exact_y);
  };
  CHECK(order(tableaus::gauss(1), 20) == Approx(2).margin(0.05));
  CHECK(order(tableaus::gauss(2), 10) == Approx(4).margin(0.05));
  CHECK(order(tableaus::radau_ia(2), 40) == Approx(3).margin(0.05));
  CHECK(order(tableaus::lobatto_iiid(3), 20) == Approx(4).margin(0.1));
  CHECK(run(*spark(dae, tableaus::gauss(3)), ones, 1, 20).worst_constraint < 1e-15);
}

TEST_CASE("standard methods have the order that the trees tell, and miss the constraint unless stiffly accurate") {
  const System<double> dae{TwoRoots{}};
  for (const auto& [tableau, first] : {std::pair(tableaus::gauss(2), 40),
                                       {tableaus::gauss(3), 20},
                                       {tableaus::radau_ia(3), 40},
                                       {tableaus::radau_iia(2), 40},
                                       {tableaus::lobatto_iiia(2), 40},
                                       {tableaus::lobatto_iiia(3), 20},
                                       {tableaus::lobatto_iiic(2), 80}}) {
    INFO(tableau.name() << " " << tableau.stages());
    const auto method = standard(dae, tableau);
    CHECK(measured_order(*method, ones, 1, first, 4, exact_y) == Approx(method->traits().order).margin(0.15));
    CHECK((run(*method, ones, 1, 20).worst_constraint < 1e-14) == tableau.stiffly_accurate().holds);
  }
}

TEST_CASE(
    "in (q, p) the split Lobatto IIIA-B method is Jay's Lagrangian one, in (q, v) it is not, when the mass depends on "
    "q") {
  const System<double> driven{Driven{}};
  for (const int s : {2, 3}) {
    const TableauSet set = tableaus::lobatto_iiia_b(s);
    const auto lagrangian = spark(driven, set), qp = spark<double>(driven, set, HessenbergForm::qp, {}),
               qv = spark<double>(driven, set, HessenbergForm::qv, {});
    CHECK(apart(*lagrangian, *qp, driven_start(), 0.05, 50) < 1e-13);
    CHECK(apart(*lagrangian, *qv, driven_start(), 0.05, 50) > 1e-9);
  }
}

TEST_CASE(
    "one tableau in all roles leads to the same method in (q, p) and in the Lagrangian formulation, with a constant "
    "mass in (q, v) as well") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  CHECK(apart(*spark(driven, tableaus::gauss(2)), *spark<double>(driven, tableaus::gauss(2), HessenbergForm::qp, {}),
              driven_start(), 0.05, 20) < 1e-13);
  for (const HessenbergForm form : {HessenbergForm::qp, HessenbergForm::qv})
    CHECK(apart(*spark(five, tableaus::radau_ia(3)), *spark<double>(five, tableaus::radau_ia(3), form, {}),
                five_start(), 0.05, 20) < 1e-13);
}

TEST_CASE("constraint rows of the same span lead to the same method") {
  const int s = 3;
  ExactConstraintRows rows;
  rows.omega = tableaus::lobatto_iiia(s).exact().A.bottomRows(s - 1);  // Hilden 2009, (2.19)
  rows.omega.row(0) += Exact(3) * rows.omega.row(1);                   // with another L
  rows.alpha.resize(0, s);
  rows.beta.resize(0, s);
  const TableauSet hilden("iiia-b", tableaus::lobatto_iiia_b(s).parts(),
                          std::make_shared<const ExactConstraintRows>(rows));
  const System<double> driven{Driven{}};
  CHECK(apart(*spark(driven, hilden), *spark(driven, tableaus::lobatto_iiia_b(s)), driven_start(), 0.05, 20) < 1e-13);
  CHECK(apart(*spark<double>(driven, hilden, HessenbergForm::qp, {}), *spark(driven, tableaus::lobatto_iiia_b(s)),
              driven_start(), 0.05, 20) < 1e-13);
}

TEST_CASE("the frozen and the exact Jacobian lead to the same step in Hessenberg form") {
  const System<double> driven{Driven{}};
  for (const HessenbergForm form : {HessenbergForm::qp, HessenbergForm::qv}) {
    const SolverOptions<double> frozen{.jacobian = JacobianChoice::frozen}, exact{.jacobian = JacobianChoice::exact};
    const auto one = spark<double>(driven, tableaus::gauss(2), form, frozen),
               other = spark<double>(driven, tableaus::gauss(2), form, exact);
    CHECK(apart(*one, *other, driven_start(), 0.05, 20) < 1e-13);
    const auto ran = run(*other, driven_start(), 1, 20);
    CHECK(ran.summary.iterations <= 4 * ran.summary.steps);  // quadratic convergence: the Jacobian is right
  }
}

TEST_CASE("Lobatto IIIA starts its first stage from the multiplier of the step before") {
  const System<double> dae{TwoRoots{}};
  const auto method = standard(dae, tableaus::lobatto_iiia(3));
  run(*method, ones, 1, 20);
  CHECK(method->view().lambda_stage[0] == Approx(std::exp(2.0)).epsilon(1e-3));
}

TEST_CASE("the thesis' own solver solves the stages of SPARK and standard methods, as loosely as it is told") {
  const System<double> dae{TwoRoots{}}, driven{Driven{}};
  const auto loose = [](double tolerance) {
    SolverOptions<double> options{.tolerance = tolerance};
    use_simplified_newton(options);
    return options;
  };
  const auto check = [&](const auto& make, const Start<double>& start) {
    const auto tight = make(SolverOptions<double>{}), rough = make(loose(1e-3)), fine = make(loose(1e-12));
    CHECK(apart(*tight, *fine, start, 0.05, 20) < 1e-11);
    const double off = apart(*tight, *rough, start, 0.05, 20);
    CHECK(off > 1e-9);
    CHECK(off < 1e-3);
  };
  check([&](const auto& options) { return spark<double>(dae, tableaus::gauss(2), options); }, ones);
  check(
      [&](const auto& options) {
        return runge_kutta<double>(dae, tableaus::radau_iia(2), HessenbergForm::usual, options);
      },
      ones);
  check([&](const auto& options) { return spark<double>(driven, tableaus::gauss(2), HessenbergForm::qv, options); },
        driven_start());
}

TEST_CASE("a step whose stages lie on different roots of the hidden constraint is not taken, and the state stays") {
  const System<double> dae{TwoRoots{}};
  const auto method = runge_kutta(dae, tableaus::radau_iia(3));
  int left = 0;
  for (const double h : {0.1, 0.12, 0.135, 0.14, 0.145, 0.16, 0.2}) {
    const auto from = checked(ones, dae, 0.0);
    method->guess_multipliers(values(from.lambda));
    method->start(0, values(from.q), {});
    const StepReport report = method->step(h);
    const VectorX<double> y = vector_of(method->view().q);
    INFO("h = " << h << ": " << name(report.outcome));
    if (report.outcome == Outcome::success) CHECK(y[0] == Approx(std::exp(h)).epsilon(1e-5));
    else CHECK(y == from.q);
    left += report.outcome == Outcome::other_root;
  }
  CHECK(left >= 3);
}

TEST_CASE("a large step that would end on another root of the hidden constraint is not taken") {
  const System<double> dae{TwoRoots{}};
  // on z = y1^2 / 2, y1 = e^(t/4)
  Start<double> half = ones;
  half.lambda[0] = 0.5;
  const auto method = spark(dae, tableaus::gauss(1));
  CHECK(run(*method, half, 1, 20).end[0] == Approx(std::exp(0.25)).epsilon(1e-3));
  for (const double h : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    const auto from = checked(half, dae, 0.0);
    method->guess_multipliers(values(from.lambda));
    method->start(0, values(from.q), {});
    const StepReport report = method->step(h);
    INFO("h = " << h << ": " << name(report.outcome));
    const VectorX<double> y = vector_of(method->view().q);
    if (report.outcome != Outcome::success) CHECK(y == from.q);
    else CHECK(y[0] == Approx(std::exp(h / 4)).epsilon(0.5));
  }
}

namespace {

/// What z does to y is large beside y, which a constraint holds at (0, (size) t): 0 = y_1, k (w^3 + w - 1 - t) = 0.
struct HeldSmall {
  static constexpr int ny = 2, nz = 1, parts = 1;
  double k = 1, size = 1;
  template <class S> Vector<S, 2> f(int, const S& t, const Vector<S, 2>&, const Vector<S, 1>& z) const {
    return {k * (z[0] * z[0] * z[0] + z[0] - S(1) - t), S(size)};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const { return Vector<S, 1>(y[0]); }
};

}  // namespace

TEST_CASE("stage equations are solved where y is small, or 0, beside what z does to it") {
  for (const double k : {1.0, 1e6, 1e12})
    for (const double size : {1.0, 1e-9, 0.0}) {
      const System<double> dae{HeldSmall{k, size}};
      const Start<double> zero{.q = VectorX<double>::Zero(2)};
      const auto method = spark(dae, tableaus::radau_iia(2));
      const Ran ran = run(*method, zero, 1, 10);
      INFO(k << " " << size << ": " << name(ran.summary.outcome));
      CHECK(ran.summary.outcome == Outcome::success);
      CHECK(ran.summary.iterations < 60);
      CHECK(method->view().lambda_stage[0] == Approx(1).epsilon(1e-14));  // 1 + 1 - 1 - 1
    }
}

namespace {

/// w^2 = 2 + a + d where a and d go to cos t and its square at once.
struct StiffRoot {
  static constexpr int ny = 4, nz = 1, parts = 1;
  template <class S> Vector<S, 4> f(int, const S& t, const Vector<S, 4>& y, const Vector<S, 1>& z) const {
    using std::cos;
    return {-1000 * (y[0] - cos(t)), -1000 * (y[1] - y[0] * y[0]), z[0] * z[0] - 2 - y[0] - y[1], z[0]};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 4>& y) const { return Vector<S, 1>(y[2]); }
};

}  // namespace

TEST_CASE("a guess that leads to another root is made once more, from what the start tells and from the start itself") {
  const System<double> dae{StiffRoot{}};
  Start<double> start{.q = Eigen::Vector4d(-1.5, 3, 0, 0), .consistent = Consistent::project};
  start.lambda = VectorX<double>::Ones(1);
  for (const int stages : {2, 3})
    for (const double h : {0.5, 0.1, 0.02}) {
      const auto method = spark(dae, tableaus::radau_iia(stages));
      const Ran ran = run(*method, start, 3, std::lround(3 / h));
      INFO(stages << " " << h << ": " << name(ran.summary.outcome));
      CHECK(ran.summary.outcome == Outcome::success);
      CHECK(method->view().lambda_stage[0] ==
            Approx(std::sqrt(2 + std::cos(3) + std::pow(std::cos(3), 2))).epsilon(2e-2));
    }
}

TEST_CASE("a set whose multipliers a DAE leaves free is refused, too") {
  const System<double> dae{TwoRoots{}};
  CHECK_THROWS_AS(spark<double>(dae, tableaus::lobatto_iiia(2), HessenbergForm::usual, {}), InputError);
  CHECK_THROWS_AS(spark<double>(dae, tableaus::lobatto_iiia(3), {}), InputError);
}

TEST_CASE("what cannot be run is refused with the reason") {
  const System<double> dae{TwoRoots{}}, driven{Driven{}};
  CHECK_THROWS_WITH(spark(driven, tableaus::lobatto_iiia(3)), Contains("cannot carry the reactions"));
  CHECK_THROWS_WITH(spark(dae, tableaus::lobatto_iiia_b(3)), Contains("one for each tableau of"));
  CHECK_THROWS_WITH(standard(dae, tableaus::lobatto_iiib(3)), Contains("lobatto_iiib"));
  CHECK_THROWS_WITH((runge_kutta(dae, tableaus::lobatto_iiia_b(3))), Contains("give a single tableau"));
  CHECK_THROWS_WITH((spark<double>(dae, tableaus::gauss(2), HessenbergForm::qp, {})),
                    Contains("applies to mechanical systems only, not to a DAE in Hessenberg form"));
  CHECK_THROWS_WITH((spark<double>(driven, tableaus::modified_lobatto_iiia_b(2), HessenbergForm::qp, {})),
                    Contains("formulation = \"lagrangian\""));
  CHECK_THROWS_WITH(mclachlan_perlmutter(dae), Contains("mechanical"));
}
