// Projected methods: the constraint and the energy at every step, the order, states at rest and at extrema of the
// potential, failures, refusals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"
#include "toy_daes.hpp"

#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/derived/projected.hpp>

#include <array>
#include <functional>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// Driven without what drives it: the mass and the constraint depend on q, the energy is conserved.
struct Swinging {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const { return Driven().mass_matrix(q); }
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::cos;
    return S(0.5) * (q[0] * q[0] + q[1] * q[1]) - cos(q[2]);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0.2), q[1]}; }
};

/// The constraint loses its rank at q1 = 0.
struct Degenerate {
  static constexpr int n = 2, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>&) const { return S(0); }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {q[0], S(0)}; }
};

/// A method whose every step of h leads to the same state.
class Jump final : public Integrator<double> {
 public:
  Jump(const System<double>& system, VectorX<double> q, VectorX<double> v, bool one_step = true)
      : Integrator(system),
        to_q_(std::move(q)),
        to_v_(std::move(v)),
        one_step_(one_step) {}
  MethodTraits traits() const override { return {.order = 1, .multiplier_order = 1, .one_step = one_step_}; }
  void do_start(double t, Values q, Values v) override {
    t_ = t;
    q_.assign(q.begin(), q.end());
    v_.assign(v.begin(), v.end());
  }
  StepReport do_step(double h) override {
    do_start(t_ + h, values(to_q_), values(to_v_));
    return {.evaluations = 1};
  }
  void set_time(double t) override { t_ = t; }
  View<double> view() const override { return {t_, q_, v_, {}}; }
  void reverse() override {}

 private:
  VectorX<double> to_q_, to_v_;
  bool one_step_;
  double t_ = 0;
  std::vector<double> q_, v_;
};

std::unique_ptr<Integrator<double>> qv_runge_kutta(const System<double>& system, const Tableau& tableau) {
  return runge_kutta<double>(system, tableau, HessenbergForm::qv, {});
}

/// Largest distance of the energy from that of the start, relative.
double worst_energy(Integrator<double>& integrator, const Start<double>& start, double h, long steps) {
  const auto probe = make_probe(integrator.system());
  double first = 0, worst = 0;
  const Summary summary = integrate(integrator, start, TimeSpan<double>::fixed(0, h, steps), [&](const auto& seen) {
    const double E = probe->energy(seen.state.t, seen.state.q, seen.state.v);
    if (seen.step == 0) first = E;
    worst = std::max(worst, std::abs(E - first) / std::abs(first));
  });
  REQUIRE(summary.outcome == Outcome::success);
  return worst;
}

/// The energy before and after a step of a projected jump from one state to another.
struct Step {
  StepReport report;
  VectorX<double> before, after;
  double change;
};
Step projected_jump(const System<double>& system, const VectorX<double>& q0, const VectorX<double>& v0,
                    const VectorX<double>& q, const VectorX<double>& v) {
  const auto method = projected<double>(std::make_unique<Jump>(system, q, v), true);
  method->start(0, values(q0), values(v0));
  const auto probe = make_probe(system);
  const auto energy = [&] { return probe->energy(0, method->view().q, method->view().v); };
  Step step{.before = state_of(*method)};
  const double E0 = energy();
  step.report = method->step(0.1);
  step.after = state_of(*method);
  step.change = energy() - E0;
  return step;
}

}  // namespace

TEST_CASE("a projected method keeps the constraint that its base leaves, also one that depends on time") {
  for (const auto& [system, start] :
       {std::pair(System<double>(FivePendula{}), five_start()), {System<double>(Driven{}), driven_start()}}) {
    CHECK(run(*qv_runge_kutta(system, tableaus::gauss(2)), start, 10, 200).worst_constraint > 1e-8);
    const auto method = projected(qv_runge_kutta(system, tableaus::gauss(2)), false);
    CHECK(method->traits().keeps_constraint);
    CHECK_FALSE(method->traits().keeps_energy);
    CHECK_FALSE(method->traits().symmetric);
    CHECK(run(*method, start, 10, 200).worst_constraint <= 1e-14);
  }
}

TEST_CASE("the states of a DAE are projected onto its constraint, and the order stays or rises") {
  const System<double> dae{TwoRoots{}};
  const Start<double> ones{.q = Eigen::Vector2d(1, 1), .v = VectorX<double>(0), .lambda = VectorX<double>::Ones(1)};
  const VectorX<double> exact = Eigen::Vector2d(std::exp(1.0), std::exp(-2.0));
  CHECK(run(*runge_kutta(dae, tableaus::gauss(2)), ones, 1, 20).worst_constraint > 1e-8);
  const auto method = projected(runge_kutta(dae, tableaus::gauss(2)), false);
  CHECK(run(*method, ones, 1, 20).worst_constraint < 1e-15);
  CHECK(measured_order(*method, ones, 1, 20, 4, exact) > method->traits().order - 0.1);
}

TEST_CASE("projected onto the energy it keeps that too, for constant and varying mass") {
  for (const auto& [system, start] :
       {std::pair(System<double>(FivePendula{}), five_start()), {System<double>(Swinging{}), driven_start()}}) {
    for (const auto& make : {+[](const System<double>& s) { return qv_runge_kutta(s, tableaus::gauss(2)); },
                             +[](const System<double>& s) { return spark<double>(s, tableaus::symplectic_euler_1(1)); },
                             +[](const System<double>& s) { return mclachlan_perlmutter(s); }}) {
      CHECK(worst_energy(*make(system), start, 0.05, 200) > 1e-11);
      const auto method = projected(make(system), true);
      CHECK(method->traits().keeps_energy);
      CHECK(worst_energy(*method, start, 0.05, 200) <= 1e-13);
      CHECK(run(*method, start, 10, 200).worst_constraint <= 1e-14);
    }
  }
}

TEST_CASE(
    "projection keeps the order of the base, and raises that of standard Gauss methods to that on differential "
    "equations") {
  const System<double> five{FivePendula{}}, swinging{Swinging{}};
  const auto exact = [](const System<double>& system, const Start<double>& start) {
    return run(*spark(system, tableaus::gauss(6)), start, 1, 64).end;
  };
  const VectorX<double> five_end = exact(five, five_start()), swinging_end = exact(swinging, driven_start());
  for (const bool energy : {false, true}) {
    const auto order = [&](const System<double>& system, const auto& make, const Start<double>& start, long first,
                           const VectorX<double>& end) {
      const auto method = projected(make(system), energy);
      CHECK(method->traits().order == make(system)->traits().order);
      return measured_order(*method, start, 1, first, 4, end);
    };
    const auto gauss = [](const System<double>& s) { return qv_runge_kutta(s, tableaus::gauss(2)); };
    const auto euler = [](const System<double>& s) { return spark<double>(s, tableaus::symplectic_euler_1(1)); };
    const auto gauss_spark = [](const System<double>& s) { return spark<double>(s, tableaus::gauss(2)); };
    CHECK(order(five, euler, five_start(), 40, five_end) == Approx(1).margin(0.1));
    CHECK(order(swinging, euler, driven_start(), 40, swinging_end) == Approx(1).margin(0.1));
    CHECK(order(five, gauss_spark, five_start(), 10, five_end) == Approx(4).margin(0.15));
    CHECK(order(swinging, gauss_spark, driven_start(), 10, swinging_end) == Approx(4).margin(0.15));
    CHECK(order(five, gauss, five_start(), 10, five_end) == Approx(4).margin(0.15));
    CHECK(order(swinging, gauss, driven_start(), 10, swinging_end) == Approx(4).margin(0.15));
  }
  CHECK(measured_order(*qv_runge_kutta(five, tableaus::gauss(2)), five_start(), 1, 10, 4, five_end) ==
        Approx(2).margin(0.15));
}

TEST_CASE("a method that keeps what it is projected onto is left alone") {
  const System<double> five{FivePendula{}};
  constexpr long steps = 2000;  // so short that guesses save a third: 2 iterations a step, 3 after a start
  const auto plain = run(*spark(five, tableaus::gauss(2)), five_start(), 5, steps),
             put_back = run(*projected(spark(five, tableaus::gauss(2)), false), five_start(), 5, steps);
  CHECK((plain.end - put_back.end).norm() < 1e-13);
  CHECK(put_back.summary.iterations <= plain.summary.iterations * 11 / 10);  // the guesses are kept
  CHECK(put_back.summary.evaluations <= plain.summary.evaluations * 11 / 10 + steps);
}

TEST_CASE("at rest the energy is reached by moving down or up the potential, within the constraint") {
  const System<double> five{FivePendula{}};
  const VectorX<double> q = five_start().q, higher = q + VectorX<double>::Constant(5, 1e-4),
                        none = VectorX<double>::Zero(5);
  const Step step = projected_jump(five, q, none, higher, none);
  CHECK(step.report.outcome == Outcome::success);
  CHECK(std::abs(step.change) < 1e-15 * 10);
  CHECK(step.after.tail(5) == none);
  CHECK((step.after.head(5) - higher).norm() < 1e-2);
  CHECK((FivePendula().constraint_matrix<double>(higher) * (step.after.head(5) - higher)).norm() < 1e-14);
}

TEST_CASE("at an extremum of the potential the energy is reached by the velocity") {
  const System<double> five{FivePendula{}};
  const VectorX<double> none = VectorX<double>::Zero(5);
  VectorX<double> v(5);
  v << 0, 0, 0.3, 0.5, 0.0;  // k = 0 at q = 0
  const Step step = projected_jump(five, none, v, none, 1.001 * v);
  CHECK(step.report.outcome == Outcome::success);
  CHECK(step.after.head(5) == none);
  CHECK((step.after.tail(5) - v).norm() < 1e-15);
}

TEST_CASE(
    "a level that cannot be reached, or is lost at an equilibrium, fails the step and leaves the state where it was") {
  const System<double> five{FivePendula{}};
  const VectorX<double> q = five_start().q, none = VectorX<double>::Zero(5);
  const auto moving = checked(five_start(), five, 0.0);
  const Step lost = projected_jump(five, q, moving.v, none, none);
  CHECK(lost.report.outcome == Outcome::stage_solver_stagnated);
  CHECK(lost.report.residual > 0);
  CHECK(lost.before == lost.after);
  CHECK(lost.change == 0);
  const Step deep = projected_jump(five, none, none, q, moving.v);  // the start is the minimum of the energy
  CHECK(deep.report.outcome != Outcome::success);
  CHECK(deep.before == deep.after);
  const System<double> degenerate{Degenerate{}};
  const Step singular = projected_jump(degenerate, Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1), Eigen::Vector2d(0, 0),
                                       Eigen::Vector2d(0, 1));
  CHECK(singular.report.outcome == Outcome::singular_matrix);
  CHECK(singular.before == singular.after);
}

TEST_CASE("a step that the base cannot take leaves a projected state where it was") {
  const System<double> swinging{Swinging{}};
  const auto method = projected(spark(swinging, tableaus::gauss(3)), true);
  integrate(*method, driven_start(), TimeSpan<double>::fixed(0, 0.1, 3), [](const auto&) {});
  const VectorX<double> before = state_of(*method);
  const double lambda = method->view().lambda_stage[0];
  CHECK(method->step(1e6).outcome != Outcome::success);
  CHECK(state_of(*method) == before);
  CHECK(method->view().lambda_stage[0] == lambda);
  CHECK(method->step(0.1).outcome == Outcome::success);
}

TEST_CASE("the multipliers shown are those of the base, with their order") {
  const System<double> five{FivePendula{}};
  for (const bool energy : {false, true}) {
    const auto method = projected(mclachlan_perlmutter(five), energy);
    CHECK(method->view().lambda_stage.empty());
    CHECK(method->traits().multiplier_order == 1);
    const auto probe = make_probe(five);
    const auto error = [&](long steps) {
      run(*method, five_start(), 1, steps);
      const View<double> view = method->view();
      std::array<double, 2> lambda{};
      probe->multipliers(view.t, view.q, view.v, lambda);
      return std::hypot(view.lambda_stage[0] - lambda[0], view.lambda_stage[1] - lambda[1]);
    };
    CHECK(std::log2(error(100) / error(200)) == Approx(1).margin(0.1));
  }
}

TEST_CASE("moved by hand, a projected method keeps the energy of its new state") {
  const System<double> five{FivePendula{}};
  const auto method = projected(mclachlan_perlmutter(five), true);
  run(*method, five_start(), 1, 10);
  Start<double> faster = five_start();
  faster.v *= 2;
  const auto other = checked(faster, five, 3.0);
  method->move_to(3, values(other.q), values(other.v));
  const auto probe = make_probe(five);
  const double E = probe->energy(3, values(other.q), values(other.v));
  REQUIRE(method->step(0.1).outcome == Outcome::success);
  CHECK(method->view().t == 3.1);
  CHECK(probe->energy(3.1, method->view().q, method->view().v) == Approx(E).epsilon(1e-14));
}

TEST_CASE("what cannot be projected is refused with the reason") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  const auto start = checked(driven_start(), driven, 0.0);
  const auto onto_energy = projected(qv_runge_kutta(driven, tableaus::gauss(2)), true);
  CHECK_THAT(refusal([&] { onto_energy->start(0, values(start.q), values(start.v)); }),
             StartsWith("system: ") && Contains("an external force"));
  CHECK(refusal([&] { projected(qv_runge_kutta(driven, tableaus::gauss(2)), false); }) == "accepted");
  CHECK_THAT(refusal([&] { projected(spark(System<double>{Turn{}}, tableaus::gauss(2)), false); }),
             StartsWith("system: ") && Contains("a system with a constraint is required"));
  CHECK_THAT(refusal([&] { projected(runge_kutta(System<double>{TwoRoots{}}, tableaus::gauss(2)), true); }),
             StartsWith("onto: ") && Contains("a DAE has no energy"));
  CHECK_THAT(
      refusal([&] { projected<double>(std::make_unique<Jump>(five, five_start().q, five_start().v, false), false); }),
      StartsWith("base: ") && Contains("needs a one-step method"));
}
