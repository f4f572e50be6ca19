// The SPARK engine: orders with forces, time and q-dependent mass; the constraint; reversibility; frozen and exact
// Jacobians; the dynamic size class; failures.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/spark_unreduced.hpp>

#include "engine_test.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Slides along x and y, braked by what is proportional to v: a step of 2-stage Gauss multiplies v by R(-h).
struct Braked {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(4));
  }
  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>&) const { return {S(0), S(0), S(1)}; }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return {-v[0], -S(2) * v[1], S(0)};
  }
};

/// Air on a mass that is sparse, in a size that the run knows.
struct BrakedFive {
  static constexpr int n = 5, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 5> mass_matrix(const Vector<S, 5>&) const {
    return Eigen::DiagonalMatrix<S, 5>(Vector<S, 5>::Constant(S(2)));
  }
  template <class S> S potential(const Vector<S, 5>&) const { return S(0); }
  template <class S> Matrix<S, 1, 5> constraint_matrix(const Vector<S, 5>&) const {
    return {S(1), S(0), S(0.5), S(0), S(0)};
  }
  template <class S> Vector<S, 5> force(const S&, const Vector<S, 5>&, const Vector<S, 5>& v) const {
    return {-v[0] * v[1], -v[1] * v[1], v[0] - v[2], -v[3] * v[3] * v[3], S(0)};
  }
};

/// A skate on a hill without end: what long steps make of it is anything.
struct Slope {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[0] + q[1] * q[2]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }
};

/// A spring along x whose stiffness is e^y.
struct Wall : Slope {
  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::exp;
    return exp(q[1]) * q[0] * q[0] / S(2) + q[2] * q[2] / S(2);
  }
};

std::unique_ptr<Integrator<double>> method(const System<double>& system, const char* tableau, int stages,
                                           const SolverOptions<double>& options = {}) {
  return spark(system, tableau_catalogue().at(tableau)(stages), options);
}

}  // namespace

TEST_CASE("the equations with nothing eliminated have the solution of the others, where three tableaus differ") {
  const System<double> system{Driven{}};
  for (const int stages : {2, 3}) {
    const TableauSet set = tableau_catalogue().at("lobatto_iiia_b_d")(stages);
    const auto reduced = spark(system, set), unreduced = spark_unreduced<double>(system, set, {});
    const VectorX<double> expected = run(*reduced, driven_start(), 1, 10).end;
    CHECK((run(*unreduced, driven_start(), 1, 10).end - expected).norm() < 1e-12);
    const double lambda = reduced->view().lambda_stage[0];
    CHECK(std::abs(lambda) > 0.1);
    CHECK(unreduced->view().lambda_stage[0] == Approx(lambda).epsilon(1e-10));
  }
}

TEST_CASE("SPARK methods have their order on a driven, damped system with q-dependent mass") {
  const System<double> system{Driven{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  const auto order = [&](const char* tableau, int stages, long first) {
    return measured_order(*method(system, tableau, stages), driven_start(), 1, first, 4, exact);
  };
  // 0.15: what a slope over one and a half decades leaves to higher-order terms.
  CHECK(order("gauss", 1, 20) == Approx(2).margin(0.15));
  CHECK(order("gauss", 2, 10) == Approx(4).margin(0.15));
  CHECK(order("gauss", 3, 2) == Approx(6).margin(0.15));
  CHECK(order("radau_ia", 2, 20) == Approx(3).margin(0.15));
  CHECK(order("radau_ia", 3, 4) == Approx(5).margin(0.15));
  CHECK(order("lobatto_iiia_b", 2, 20) == Approx(2).margin(0.15));
  CHECK(order("lobatto_iiia_b", 3, 10) == Approx(4).margin(0.15));
  CHECK(order("lobatto_iiia_b", 4, 3) == Approx(6).margin(0.15));
}

TEST_CASE("SPARK keeps a time-dependent velocity constraint to round-off at every step") {
  const System<double> system{Driven{}};
  for (const auto& [tableau, stages] : {std::pair("gauss", 2), {"radau_ia", 3}, {"lobatto_iiia_b", 3}})
    CHECK(run(*method(system, tableau, stages), driven_start(), 5, 50).worst_constraint <= 1e-13);
}

TEST_CASE("the dynamic size class runs the same methods: order and constraint on five coordinates") {
  const System<double> system{FivePendula{}};
  const VectorX<double> exact = exact_end(system, five_start(), 1);
  CHECK(measured_order(*method(system, "gauss", 2), five_start(), 1, 10, 4, exact) == Approx(4).margin(0.15));
  CHECK(measured_order(*method(system, "lobatto_iiia_b", 2), five_start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  CHECK(run(*method(system, "gauss", 3), five_start(), 10, 100).worst_constraint <= 1e-13);
}

TEST_CASE("symmetric SPARK methods run back to where they came from") {
  const System<double> system{FivePendula{}};
  for (const auto& [tableau, stages] : {std::pair("gauss", 2), {"lobatto_iiia_b", 2}, {"lobatto_iiia_b", 3}}) {
    const auto integrator = method(system, tableau, stages);
    REQUIRE(integrator->traits().symmetric);
    run(*integrator, five_start(), 2, 20);
    integrator->reverse();
    for (int i = 0; i < 20; ++i) REQUIRE(integrator->step(0.1).outcome == Outcome::success);
    integrator->reverse();
    const auto start = checked(five_start(), system, 0.0);
    CHECK((state_of(*integrator).head(5) - start.q).norm() < 1e-14 * 40);  // round-off of 40 steps
    CHECK((state_of(*integrator).tail(5) - start.v).norm() < 1e-14 * 40);
  }
  CHECK_FALSE(method(system, "radau_ia", 2)->traits().symmetric);
}

TEST_CASE("the frozen and the exact Jacobian lead to the same solution") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  const auto difference = [](const System<double>& system, const Start<double>& start, const char* tableau,
                             int stages) {
    const auto frozen = run(*method(system, tableau, stages, {.jacobian = JacobianChoice::frozen}), start, 1, 20);
    const auto exact = run(*method(system, tableau, stages, {.jacobian = JacobianChoice::exact}), start, 1, 20);
    CHECK(exact.summary.iterations < frozen.summary.iterations);
    return (frozen.end - exact.end).norm();
  };
  // Round-off of 20 steps; a wrong exact Jacobian would need as many iterations as a frozen one.
  CHECK(difference(driven, driven_start(), "gauss", 3) < 1e-14);
  CHECK(difference(driven, driven_start(), "radau_ia", 2) < 1e-14);
  CHECK(difference(driven, driven_start(), "lobatto_iiia_b", 4) < 1e-14);
  CHECK(difference(five, five_start(), "lobatto_iiia_b", 3) < 1e-14);
}

TEST_CASE("What the frozen linearisation drops is O(h^2), with forces and momenta that depend on velocity and place") {
  const System<double> driven{Driven{}}, five{FivePendula{}}, braked{BrakedFive{}};
  for (const auto& [tableau, stages] : {std::pair("gauss", 2), {"lobatto_iiia_b", 2}, {"gauss", 5}})
    for (const auto& [system, start] :
         {std::pair(&driven, driven_start()), {&five, five_start()}, {&braked, five_start()}}) {
      INFO(tableau << " " << stages << ", " << system->coordinates() << " coordinates");
      const auto make = [&](const auto& options) { return method(*system, tableau, stages, options); };
      // 2 without p_q and f_v, or with those of another tableau
      CHECK(contraction(make, start, 0.02) / contraction(make, start, 0.01) > 3.5);
    }
}

TEST_CASE("Newton's method with the exact Jacobian converges in at most four iterations per step") {
  const System<double> system{Driven{}};
  const auto ran = run(*method(system, "gauss", 2, {.jacobian = JacobianChoice::exact}), driven_start(), 1, 10);
  CHECK(ran.summary.iterations <= 4 * ran.summary.steps);  // quadratic: 1e-2, 1e-4, 1e-8, 1e-16
}

TEST_CASE(
    "Stiff springs take some ten iterations a step, not thirty: the potential enters the Jacobian, which is kept") {
  const System<double> system{SpringChain{}};
  Start<double> start{.q = VectorX<double>::LinSpaced(7, 0.1, 0.6), .v = VectorX<double>::Zero(7)};
  for (const auto& [tableau, stages] : {std::pair("gauss", 1), {"gauss", 2}, {"gauss", 3}, {"radau_ia", 3}}) {
    const auto integrator = method(system, tableau, stages);
    const auto ran = run(*integrator, start, 1, 100);  // h times the highest frequency is 2
    REQUIRE(ran.summary.outcome == Outcome::success);
    CHECK(ran.summary.iterations <= 12 * ran.summary.steps);
    CHECK(ran.worst_constraint <= 1e-13);
    const auto newton = run(*method(system, tableau, stages, {.jacobian = JacobianChoice::exact}), start, 1, 100);
    CHECK((ran.end - newton.end).norm() < 1e-10);  // round-off of 100 steps at velocities of 1e2
  }
}

TEST_CASE("a step that cannot be solved leaves the state where it was and says why") {
  const System<double> system{Driven{}};
  const auto integrator = method(system, "gauss", 3);
  integrate(*integrator, driven_start(), TimeSpan<double>::fixed(0, 0.1, 3), [](const auto&) {});
  const VectorX<double> before = state_of(*integrator);
  const StepReport report = integrator->step(1e200);  // 1e6 is solved or not, as rounding has it: there are roots
  CHECK(report.outcome == Outcome::not_finite);
  CHECK(report.evaluations > 0);
  CHECK(state_of(*integrator) == before);
  CHECK(integrator->step(0.1).outcome == Outcome::success);
}

TEST_CASE("a run does not depend on runs before it, nor on steps that were longer by far") {
  const System<double> system{Slope{}};
  const Eigen::Vector3d q(0.3, 0.5, -0.2), v(1, 0.4, 0.5);
  const auto end = [](Integrator<double>& integrator) {
    for (int i = 0; i < 4; ++i) REQUIRE(integrator.step(0.2).outcome == Outcome::success);
    return vector_of(integrator.view().v);
  };
  for (const int stages : {1, 2, 3, 5}) {
    const auto fresh = method(system, "gauss", stages), used = method(system, "gauss", stages);
    fresh->start(0, values(q), values(v));
    const VectorX<double> expected = end(*fresh);
    for (double h = 10; h < 1e12; h *= 1.1) {
      CAPTURE(stages, h);
      const auto long_steps = [&] {
        used->start(0, values(q), values(v));
        for (int i = 0; i < 3; ++i) used->step(h);
      };
      long_steps();
      used->start(0, values(q), values(v));
      CHECK(end(*used) == expected);
      long_steps();
      used->move_to(0, values(q), values(v));
      CHECK((end(*used) - expected).norm() < 1e-13);
    }
  }
}

TEST_CASE("what was kept in a state that was stiffer by far does not serve in another") {
  const System<double> system{Wall{}};
  const SolverOptions<double> options{.extrapolate = false};  // guesses do not come from there
  const Eigen::Vector3d q(0.2, -0.3, 0.1), v(0.5, -0.4, -0.15);
  for (const int stages : {1, 2, 3, 5}) {
    const auto fresh = method(system, "gauss", stages, options), used = method(system, "gauss", stages, options);
    for (const double h : {0.02, 0.1, 0.5}) {
      fresh->start(0, values(q), values(v));
      REQUIRE(fresh->step(h).outcome == Outcome::success);
      const VectorX<double> expected = vector_of(fresh->view().v);
      for (double y = 24; y < 90; y += 3)
        for (double x = 1e-20; x < 1; x *= 100) {
          CAPTURE(stages, h, y, x);
          const Eigen::Vector3d wall(x, y, 0), along(1e-6, 0, y * 1e-6);
          used->start(0, values(wall), values(along));
          for (int i = 0; i < 3; ++i) used->step(h);
          used->move_to(0, values(q), values(v));
          CHECK(used->step(h).outcome == Outcome::success);
          CHECK(vector_of(used->view().v) == expected);
        }
    }
  }
}

TEST_CASE("a looser solver tolerance is honoured: fewer iterations, a larger constraint residual") {
  const System<double> system{Driven{}};
  const auto tight = run(*method(system, "gauss", 2), driven_start(), 2, 20);
  const auto loose = run(*method(system, "gauss", 2, {.tolerance = 1e-4}), driven_start(), 2, 20);
  CHECK(loose.summary.iterations < tight.summary.iterations);
  CHECK(loose.worst_constraint > 1e3 * tight.worst_constraint);
}

TEST_CASE("A step is solved to the round-off of velocities as they are, not as they were") {
  const System<double> system{Braked{}};
  const Start<double> start{.q = VectorX<double>::Zero(3), .v = Eigen::Vector3d(3, -1, 0)};
  const auto integrator = method(system, "gauss", 2);
  constexpr int steps = 200;
  constexpr double h = 0.2, R = (1 - h / 2 + h * h / 12) / (1 + h / 2 + h * h / 12);
  const VectorX<double> end = run(*integrator, start, steps * h, steps).end;  // 1e-17 of what they were
  CHECK(end[3] == Approx(3 * std::pow(R, steps)).epsilon(steps * epsilon<double>));
  CHECK(end[4] == Approx(-std::pow(R, steps)).epsilon(steps * epsilon<double>));
}
