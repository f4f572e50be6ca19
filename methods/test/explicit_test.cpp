// The explicit methods: orders on a mass that depends on q, the constraint to round-off, chosen steps, and what they do
// where a system has no equation.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/methods/explicit/adams.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>

#include "engine_test.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

const ExplicitPair& pair(const char* name) { return explicit_pairs().at(name); }

double sum(const ExplicitPair::Row& row) {
  double all = 0;
  for (const std::string_view& each : row) all += coefficient<double>(each);
  return all;
}

/// Along the line that its blade points to, for ever.
struct Glider {
  static constexpr int n = 2, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> auto mass_matrix(const nonholo::Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(1));
  }
  template <class S> S potential(const nonholo::Vector<S, 2>&) const { return S(0); }
  template <class S> nonholo::Matrix<S, 1, 2> constraint_matrix(const nonholo::Vector<S, 2>&) const {
    return {S(0.6), S(-0.8)};
  }
};

/// The same where the ground swings it.
struct Swing : Glider {
  template <class S> S potential(const nonholo::Vector<S, 2>& q) const {
    using std::cos;
    return -cos(q[0]);
  }
};

/// The same over a hill that is steep and short.
struct Hill : Glider {
  template <class S> S potential(const nonholo::Vector<S, 2>& q) const {
    using std::exp;
    const S x = 20 * (q[0] - 2);
    return exp(-x * x) / 10;
  }
};

/// A push of t^degree along all coordinates but the last, which is held.
template <int size> struct Pushed {
  static constexpr int n = size, m = 1;
  static constexpr bool constant_mass = true;
  int degree;
  template <class S> Eigen::DiagonalMatrix<S, n> mass_matrix(const nonholo::Vector<S, n>&) const {
    return Eigen::DiagonalMatrix<S, n>(nonholo::Vector<S, n>::Constant(S(1)));
  }
  template <class S> S potential(const nonholo::Vector<S, n>&) const { return S(0); }
  template <class S> nonholo::Matrix<S, 1, n> constraint_matrix(const nonholo::Vector<S, n>&) const {
    return nonholo::Vector<S, n>::Unit(n - 1).transpose();
  }
  template <class S>
  nonholo::Vector<S, n> force(const S& t, const nonholo::Vector<S, n>&, const nonholo::Vector<S, n>&) const {
    S push(1);
    for (int i = 0; i < degree; ++i) push = push * t;
    nonholo::Vector<S, n> all = nonholo::Vector<S, n>::Constant(push);
    all[n - 1] = S(0);
    return all;
  }
};

struct Errors {
  double q, v;
};

/// At t = 2 from rest, in parts of what they are, by as many steps as the start takes and eight more.
template <int n> Errors errors_of_push(int order, int degree) {
  const System<double> system{Pushed<n>{degree}};
  const Start<double> rest{.q = VectorX<double>::Zero(n), .v = VectorX<double>::Zero(n)};
  const VectorX<double> end = run(*adams<double>(system, order), rest, 2, order + 6).end;
  const double v = std::pow(2.0, degree + 1) / (degree + 1), q = 2 * v / (degree + 2);
  return {std::abs(end[0] / q - 1), std::abs(end[n] / v - 1)};
}

struct Adaptive {
  double error;
  Summary summary;
};

Adaptive adaptive(const System<double>& system, const ExplicitPair& pair, double tolerance, double t_end) {
  const auto integrator = explicit_runge_kutta<double>(system, pair, Tolerances{tolerance, tolerance});
  const Summary summary =
      integrate(*integrator, driven_start(), TimeSpan<double>::adaptive(0, t_end), [](const auto&) {});
  return {(state_of(*integrator) - exact_end(system, driven_start(), t_end)).norm(), summary};
}

}  // namespace

TEST_CASE("Explicit pairs are consistent, their estimates of no weight") {
  for (const ExplicitPair& each : explicit_pairs()) {
    INFO(each.name);
    CHECK(std::abs(sum(each.b) - 1) < 1e-14);
    CHECK(std::abs(sum(each.error)) < 1e-14);
    CHECK(std::abs(sum(each.coarse_error)) < 1e-14);
    CHECK(each.a.size() + 1 == each.b.size());
  }
}

TEST_CASE("Explicit Runge-Kutta methods have their orders where everything depends on time, the constraint kept") {
  const System<double> system{Driven{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  for (const ExplicitPair& each : explicit_pairs()) {
    INFO(each.name);
    const auto integrator = explicit_runge_kutta<double>(system, each);
    CHECK(measured_order(*integrator, driven_start(), 1, each.order == 8 ? 3 : 8, 3, exact) ==
          Approx(each.order).margin(0.35));
    CHECK(run(*integrator, driven_start(), 1, 20).worst_constraint < 1e-15);
  }
}

TEST_CASE("The methods of Adams have their orders where everything depends on time, the constraint kept") {
  const System<double> system{Driven{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  for (const int order : {2, 3, 5, 8}) {
    INFO(order);
    const auto integrator = adams<double>(system, order);
    // order 8 reaches round-off before it has halved its step twice
    const int steps = order == 8 ? 24 : 64, grids = order == 8 ? 2 : 3;
    CHECK(measured_order(*integrator, driven_start(), 1, steps, grids, exact) == Approx(order).margin(0.35));
    CHECK(run(*integrator, driven_start(), 1, 40).worst_constraint < 1e-15);
  }
}

// The start integrates velocities, too, by the formulas of k - 1 points: those of degree k - 2, exactly.
TEST_CASE("Adams' methods of order k are exact for accelerations of degree k - 3, in v for k - 2, and not for k") {
  for (int order = least_adams_order; order <= most_adams_order; ++order) {
    INFO(order);
    CHECK(errors_of_push<3>(order, std::max(order - 3, 0)).q < 1e-12);
    CHECK(errors_of_push<3>(order, order - 2).v < 1e-12);
    CHECK(errors_of_push<5>(order, std::max(order - 3, 0)).q < 1e-12);
    CHECK(errors_of_push<5>(order, order - 2).v < 1e-12);
    CHECK(errors_of_push<3>(order, order).q > 1e-10);
    CHECK(errors_of_push<3>(order, order).v > 1e-10);
  }
}

TEST_CASE("Systems of more than four coordinates run on the same methods") {
  const System<double> system{FivePendula{}};
  const VectorX<double> exact = exact_end(system, five_start(), 1);
  CHECK((run(*explicit_runge_kutta<double>(system, pair("dormand_prince_8")), five_start(), 1, 40).end - exact).norm() <
        1e-12);
  CHECK((run(*adams<double>(system, 8), five_start(), 1, 200).end - exact).norm() < 1e-11);
}

TEST_CASE("With tolerances an explicit pair chooses its steps: ten times the accuracy at a tenth of the tolerance") {
  const System<double> system{Driven{}};
  for (const ExplicitPair& each : explicit_pairs()) {
    INFO(each.name);
    const Adaptive loose = adaptive(system, each, 1e-5, 2), tight = adaptive(system, each, 1e-10, 2);
    REQUIRE(loose.summary.outcome == Outcome::success);
    REQUIRE(tight.summary.outcome == Outcome::success);
    CHECK(loose.error < 1e-3);
    CHECK(tight.error < 1e-8);
    CHECK(tight.error < 1e-3 * loose.error);
    CHECK(tight.summary.steps > loose.summary.steps);
    CHECK(tight.summary.steps < 2000);
  }
}

// Steps that were right on the plain are too long for the hill.
TEST_CASE("A step that is not exact enough is rejected before its end is settled, where the estimate needs no end") {
  const System<double> system{Hill{}};
  const Start<double> start{.q = Eigen::Vector2d(0, 0), .v = Eigen::Vector2d(0.8, 0.6)};
  for (const ExplicitPair& each : explicit_pairs()) {
    INFO(each.name);
    const auto integrator = explicit_runge_kutta<double>(system, each, Tolerances{1e-8, 1e-8});
    const Summary summary = integrate(*integrator, start, TimeSpan<double>::adaptive(0, 4), [](const auto&) {});
    REQUIRE(summary.outcome == Outcome::success);
    CHECK(summary.rejected > 0);
    const auto stages = std::ssize(each.b), tried = std::ssize(each.error) > stages ? stages : stages - 1;
    CHECK(summary.evaluations == stages * summary.steps + tried * summary.rejected);
  }
}

// Entries that are zero at the start have no size but atol.
TEST_CASE("A first step is of use where atol is next to nothing") {
  const System<double> system{Hill{}};
  const Start<double> start{.q = Eigen::Vector2d(0, 0), .v = Eigen::Vector2d(0.8, 0.6)};
  for (const ExplicitPair& each : explicit_pairs())
    for (const double atol : {1e-15, 1e-40, 1e-300}) {
      INFO(each.name << ", atol " << atol);
      const auto integrator = explicit_runge_kutta<double>(system, each, Tolerances{1e-4, atol});
      const Summary summary = integrate(*integrator, start, TimeSpan<double>::adaptive(0, 1), [](const auto&) {});
      REQUIRE(summary.outcome == Outcome::success);
      CHECK(summary.steps <= 10);
      CHECK(summary.blind < 5);
    }
}

TEST_CASE("An error estimate at the round-off of the state is reported on a straight motion") {
  const System<double> straight{Glider{}}, bent{Driven{}};
  const Start<double> start{.q = Eigen::Vector2d(1, 2), .v = Eigen::Vector2d(0.8, 0.6) / 3};
  for (const ExplicitPair& each : explicit_pairs()) {
    INFO(each.name);
    const auto integrator = explicit_runge_kutta<double>(straight, each, Tolerances{1e-6, 1e-6});
    const Summary summary = integrate(*integrator, start, TimeSpan<double>::adaptive(0, 1e4), [](const auto&) {});
    REQUIRE(summary.outcome == Outcome::success);
    CHECK(summary.steps > 5);
    CHECK(summary.blind == summary.steps);
    CHECK(adaptive(bent, each, 1e-10, 2).summary.blind < 5);  // the first steps are short
  }
}

TEST_CASE("Explicit methods show the multiplier of the end, to their order") {
  const System<double> system{Driven{}};
  const auto probe = make_probe(system);
  for (const auto& integrator :
       {explicit_runge_kutta<double>(system, pair("dormand_prince_8")), adams<double>(system, 8)}) {
    run(*integrator, driven_start(), 1, 100);
    const View<double> view = integrator->view();
    std::vector<double> lambda(view.lambda_stage.size());
    REQUIRE(lambda.size() == 1);
    REQUIRE(probe->multipliers(view.t, view.q, view.v, lambda));
    CHECK(view.lambda_stage[0] == Approx(lambda[0]).epsilon(1e-12));
  }
}

TEST_CASE("A step back undoes an explicit step to its error, and a changed step starts Adams anew") {
  const System<double> system{Driven{}};
  const auto integrator = adams<double>(system, 6);
  run(*integrator, driven_start(), 1, 100);
  const VectorX<double> there = state_of(*integrator);
  for (int i = 0; i < 20; ++i) REQUIRE(integrator->step(-0.01).outcome == Outcome::success);
  for (int i = 0; i < 40; ++i) REQUIRE(integrator->step(0.005).outcome == Outcome::success);
  CHECK((state_of(*integrator) - there).norm() < 1e-9);
  CHECK((state_of(*integrator) - there).norm() > 0);
}

TEST_CASE("A start of Adams ends where its states are at rest, and says so where they never are") {
  const auto first_step = [](const System<double>& system, const Start<double>& start, double h) {
    const auto integrator = adams<double>(system, 12);
    integrator->start(0, values(start.q), values(start.v));
    return integrator->step(h);
  };
  const System<double> driven{Driven{}}, swing{Swing{}};
  for (const double h : {0.05, 0.01, 1e-4}) {
    INFO(h);
    const StepReport report = first_step(driven, driven_start(), h);
    REQUIRE(report.outcome == Outcome::success);
    const int sweeps = (report.evaluations - 2) / 10;
    CHECK(report.evaluations == 2 + 10 * sweeps);
    CHECK(sweeps < 24);
    CHECK(sweeps > 2);
  }
  const Start<double> bent{.q = Eigen::Vector2d(1, 2), .v = Eigen::Vector2d(0.8, 0.6) / 3};
  CHECK(first_step(swing, bent, 0.1).outcome == Outcome::success);
  CHECK(first_step(swing, bent, 4).outcome == Outcome::stage_solver_diverged);
  CHECK(first_step(driven, driven_start(), 2).outcome == Outcome::stage_solver_diverged);  // where nothing is finite
}

TEST_CASE("Explicit methods refuse orders that they have not and systems that have no such equation") {
  const System<double> system{Driven{}};
  CHECK(refusal([&] { adams<double>(system, 1); }) == "order: 1: must be between 2 and 14");
  CHECK(refusal([&] { adams<double>(system, 15); }) == "order: 15: must be between 2 and 14");
  const System<double> top{RigidBody{}};
  CHECK(refusal([&] { adams<double>(top, 4); }).starts_with("system: a mechanical system is required"));
  CHECK(refusal([&] { explicit_runge_kutta<double>(top, pair("dormand_prince_5")); }).starts_with("system: "));
}

namespace {

/// A wall so steep that a step into it overflows. No constraint, and a mass that depends on q.
struct Wall {
  static constexpr int n = 1, m = 0;
  static constexpr bool fused_kernels = false;
  template <class S> nonholo::Matrix<S, 1, 1> mass_matrix(const nonholo::Vector<S, 1>& q) const {
    return nonholo::Matrix<S, 1, 1>(S(1) + q[0] * q[0] / S(100));
  }
  template <class S> S potential(const nonholo::Vector<S, 1>& q) const {
    S power = q[0] * q[0];  // to the 40
    const S eighth = power * power * power * power;
    return eighth * eighth * eighth * eighth * eighth;
  }
};

}  // namespace

TEST_CASE("A trial step that overflows is repeated with a shorter step") {
  const System<double> system{Wall{}};
  Tolerances tolerances{1e-6, 1e-6};
  for (int k = 0; k < 100; ++k) {
    const double v = std::pow(10, 1 - 0.09 * k);
    const auto method = explicit_runge_kutta<double>(system, pair("dormand_prince_5"), tolerances);
    Start<double> start{.q = VectorX<double>::Zero(1), .v = VectorX<double>::Constant(1, v)};
    const Summary summary = integrate(*method, start, TimeSpan<double>::adaptive(0, 4 / v));
    INFO(v);
    CHECK(summary.outcome == Outcome::success);
    CHECK(std::abs(method->view().q[0]) < 1.2);
  }
}

namespace {

/// A car with two trailers that begins to move: the last trailer has hardly turned, by far less than the rounding of
/// what pulls it.
System<double> starting_car() {
  TextSystem car{.coordinates = {"x", "y", "th0", "phi", "th1", "th2"},
                 .define = {{"v1x", "vx + 0.6*sin(th1)*vth1"},
                            {"v1y", "vy - 0.6*cos(th1)*vth1"},
                            {"v2x", "v1x + 0.6*sin(th2)*vth2"},
                            {"v2y", "v1y - 0.6*cos(th2)*vth2"},
                            {"u", "cos(th0)*vx + sin(th0)*vy"}},
                 .lagrangian =
                     "10/2*(vx^2 + vy^2) + 1/2*vth0^2 + 0.05/2*(vth0 + vphi)^2"
                     "+ 3/2*(v1x^2 + v1y^2) + 0.2/2*vth1^2 + 3/2*(v2x^2 + v2y^2) + 0.2/2*vth2^2",
                 .constraints = {"sin(th0)*vx - cos(th0)*vy",
                                 "sin(th0 + phi)*(vx - 0.5*sin(th0)*vth0) - cos(th0 + phi)*(vy + 0.5*cos(th0)*vth0)",
                                 "sin(th1)*v1x - cos(th1)*v1y", "sin(th2)*v2x - cos(th2)*v2y"},
                 .force = {"(1-0.5*u)*cos(th0)", "(1-0.5*u)*sin(th0)", "0", "0.1-0.3*vphi-phi", "0", "0"}};
  return problem_entry(car).make<double>({});
}

Start<double> car_start() {
  Start<double> start{.q = VectorX<double>(6), .v = VectorX<double>(6)};
  start.q << 2.8115483513733037e-05, 2.2750249792060175e-13, 2.4107609251419854e-08, 0.00084706555584895956,
      3.791663663872731e-13, 4.4629378745669309e-18;
  start.v << 0.0018740276742456562, 4.5178326897061428e-11, 3.1748493464618571e-06, 0.054742404152336305,
      7.529602721466278e-11, 1.1842665001391882e-15;
  return start;
}

}  // namespace

TEST_CASE("Adams' methods start where a body has hardly begun to move, whatever the step") {
  const System<double> car = starting_car();
  const VectorX<double> exact = exact_end(car, car_start(), 1);
  for (const int order : {7, 8, 10, 11, 12, 13})
    for (const long steps : {60, 70, 80, 90, 110, 125, 160}) {
      CAPTURE(order, steps);
      const Ran ran = run(*adams<double>(car, order), car_start(), 1, steps);
      CHECK(ran.summary.outcome == Outcome::success);
      CHECK((ran.end - exact).norm() < 1e-9);
    }
}
