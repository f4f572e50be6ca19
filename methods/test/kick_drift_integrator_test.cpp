// Methods as kicks and drifts against the same methods on the face that solvers see: to round-off over many steps, on
// constraints that are affine in the multipliers and on such that are not.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/family/kick_drift_integrator.hpp>

#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

#include "engine_test.hpp"
#include "of_dynamics.hpp"
#include "redundant_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Make = std::function<std::unique_ptr<Integrator<double>>(const System<double>&, const SolverOptions<double>&)>;

bool is_fused(const Integrator<double>& integrator) {
  return dynamic_cast<const KickDriftIntegrator<double>*>(&integrator) != nullptr;
}

const SolverOptions<double> by_equations = {.jacobian = JacobianChoice::exact};

Make spark_maker(const char* tableau, std::optional<int> stages = {}) {
  return [=](const System<double>& system, const SolverOptions<double>& options) {
    return spark(system, known_tableau(tableau, stages), options);
  };
}

/// The same with no options: as users call it.
Make composed(const char* scheme, const Make& base, const Make& adjoint = {}) {
  return [=](const System<double>& system, const SolverOptions<double>& options) {
    const auto bound = [&](const Make& make) -> MakeBase<double> {
      if (!make) return {};
      return [=] { return make(system, options); };
    };
    return composition(system, composition_schemes().at(scheme), bound(base), bound(adjoint));
  };
}

std::unique_ptr<Integrator<double>> mp(const System<double>& system, const SolverOptions<double>& options) {
  return mclachlan_perlmutter(system, options);
}

/// Every method that is made of kicks and drifts.
std::vector<std::pair<std::string, Make>> fused_methods() {
  std::vector<std::pair<std::string, Make>> all = {
      {"mclachlan_perlmutter", mp},
      {"gni", [](const auto& system, const auto& options) { return gni(system, {}, options); }},
      {"gni from zero",
       [](const auto& system, const auto& options) { return gni(system, {.start = MultiplierStart::zero}, options); }},
      {"rattle", [](const auto& system,
                    const auto& options) { return nonholonomic_rattle(system, MultiplierStart::consistent, options); }},
      {"shake", [](const auto& system,
                   const auto& options) { return nonholonomic_shake(system, MultiplierStart::consistent, options); }},
      {"symplectic_euler_1", spark_maker("symplectic_euler_1")},
      {"symplectic_euler_2", spark_maker("symplectic_euler_2")},
      {"lobatto_iiia_b", spark_maker("lobatto_iiia_b", 2)},
      {"modified_lobatto_iiia_b", spark_maker("modified_lobatto_iiia_b")},
      {"symmetric_lobatto_iiia_b", spark_maker("symmetric_lobatto_iiia_b")}};
  all.emplace_back("suzuki_4 of it", composed("suzuki_4", mp));
  all.emplace_back("kahan_li_6 of a Lobatto pair", composed("kahan_li_6", spark_maker("lobatto_iiia_b", 2)));
  for (const char* scheme : {"strang", "blanes_casas_sanz_serna_2", "blanes_moan_6"})  // two with halves in turn
    all.emplace_back(scheme, composed(scheme, spark_maker("symplectic_euler_2"), spark_maker("symplectic_euler_1")));
  return all;
}

struct Difference {
  double state = 0, multiplier = 0, constraint = 0;
};

/// Steps of the two side by side; a step of another size and a reversal among them.
Difference largest_difference(const Make& make, const System<double>& system, const Start<double>& given) {
  const auto start = checked(given, system, 0.0);
  const auto fused = make(system, {}), reference = make(system, by_equations);
  REQUIRE(is_fused(*fused));
  REQUIRE_FALSE(is_fused(*reference));
  CHECK(fused->traits().order == reference->traits().order);
  CHECK(fused->traits().symmetric == reference->traits().symmetric);
  CHECK(fused->traits().one_step == reference->traits().one_step);
  CHECK(fused->traits().multiplier_order == reference->traits().multiplier_order);
  CHECK(fused->traits().keeps_constraint == reference->traits().keeps_constraint);
  const auto probe = make_probe(system);
  for (auto* one : {fused.get(), reference.get()}) one->start(0, values(start.q), values(start.v));
  Difference most;
  for (int k = 0; k < 200; ++k) {
    const double h = k < 150 ? 0.05 : 0.04;
    if (k == 100)
      for (auto* one : {fused.get(), reference.get()}) one->reverse();
    for (auto* one : {fused.get(), reference.get()}) REQUIRE(one->step(h).outcome == Outcome::success);
    const View<double> a = fused->view(), b = reference->view();
    CHECK(a.t == Approx(b.t).margin(1e-14));
    most.state = std::max(most.state, (state_of(*fused) - state_of(*reference)).cwiseAbs().maxCoeff());
    most.multiplier =
        std::max(most.multiplier, (vector_of(a.lambda_stage) - vector_of(b.lambda_stage)).cwiseAbs().maxCoeff());
    most.constraint = std::max(most.constraint, probe->constraint(a.t, a.q, a.v).scaled);
  }
  return most;
}

void check_all(const System<double>& system, const Start<double>& start) {
  for (const auto& [name, make] : fused_methods()) {
    const Difference found = largest_difference(make, system, start);
    INFO(name);
    CHECK(found.state < 2e-13);
    CHECK(found.multiplier < 2e-11);  // of one substep: round-off of the velocities over its length
    CHECK(found.constraint < 1e-15);
  }
}

/// Whether one evaluation solves a kick: the constraint is affine in the multipliers.
template <class P> bool affine(const P& problem, const Start<double>& start) {
  return system::reactions_keep_constraint_matrix<P, double>(problem, {problem, start.q});
}

/// A particle in a bowl that is not round, vz = (x + y) vw with reactions on z and w alone.
struct Slope {
  static constexpr int n = 4, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(2), S(1), S(0.5));
  }
  template <class S> S potential(const Vector<S, 4>& q) const {
    return q.dot(q) / S(2) + q[0] * q[0] * q[2] * q[2] / S(4) + q[1] * q[3] / S(8);
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    return {S(0), S(0), S(1), -q[0] - q[1]};
  }
  static Start<double> start() {
    return {.q = Eigen::Vector4d(0.3, -0.2, 0.5, 0.1),
            .v = Eigen::Vector4d(0.4, 0.7, 0.6, 0.9),
            .consistent = Consistent::project};
  }
};

Start<double> skate_start(double heading) {
  return {
      .q = Eigen::Vector3d(0.3, -0.2, heading), .v = Eigen::Vector3d(0.4, 0.7, 0.6), .consistent = Consistent::project};
}

}  // namespace

TEST_CASE("kicks and drifts are the methods that solvers run: affine in the multipliers, one constraint and two") {
  REQUIRE(affine(Slope{}, Slope::start()));
  REQUIRE(affine(Wheel{}, Wheel::start()));
  check_all(of_kicks_and_drifts(Slope{}), Slope::start());
  check_all(of_kicks_and_drifts(Wheel{}), Wheel::start());
}

TEST_CASE("kicks and drifts are the methods that solvers run: two constraints, not affine in the multipliers") {
  REQUIRE_FALSE(affine(FivePendula{}, five_start()));
  check_all(System<double>(FivePendula{}), five_start());
}

TEST_CASE("kicks and drifts are the methods that solvers run: one constraint, a heading that turns") {
  REQUIRE_FALSE(affine(TurningSkate{}, skate_start(0.5)));
  check_all(System<double>(TurningSkate{}), skate_start(0.5));
}

TEST_CASE("kicks and drifts are the methods that solvers run: sizes that the run knows, masses with few entries") {
  const Dragged dragged;
  REQUIRE(affine(dragged, dragged.start()));
  REQUIRE_FALSE(affine(DraggedBeam{}, dragged.start()));
  check_all(System<double>(dragged), dragged.start());
  check_all(System<double>(DraggedBeam{}), dragged.start());
}

TEST_CASE("kicks and drifts keep the constraint to round-off at a heading of thousands of turns") {
  const System<double> system(TurningSkate{});
  const auto start = checked(skate_start(5e4), system, 0.0);
  const auto probe = make_probe(system);
  for (const auto& [name, make] : fused_methods()) {
    const auto method = make(system, {});
    method->start(0, values(start.q), values(start.v));
    double worst = 0;
    for (int k = 0; k < 200; ++k) {
      REQUIRE(method->step(0.05).outcome == Outcome::success);
      worst = std::max(worst, probe->constraint(0, method->view().q, method->view().v).scaled);
    }
    INFO(name);
    CHECK(worst < 1e-15);
  }
}

TEST_CASE("options that say how to solve choose the equations instead of kicks and drifts") {
  const System<double> system(TurningSkate{});
  CHECK(is_fused(*mclachlan_perlmutter(system)));
  CHECK_FALSE(is_fused(*mclachlan_perlmutter(system, {.jacobian = JacobianChoice::frozen})));
  CHECK_FALSE(is_fused(*mclachlan_perlmutter(system, {.tolerance = 1e-6})));
  CHECK_FALSE(is_fused(*gni(system, {.lagrangian = differences::left<double>()})));
  CHECK_FALSE(is_fused(*mclachlan_perlmutter(System<double>(Driven{}))));  // its mass is not constant
}

TEST_CASE("a step of kicks and drifts that fails leaves the state as it was") {
  const System<double> system(TurningSkate{});
  const auto method = mclachlan_perlmutter(system);
  method->start(0, values(Eigen::Vector3d(0.3, -0.2, 0.5)), values(Eigen::Vector3d(0.4, 0.7, 0.6)));
  REQUIRE(method->step(0.1).outcome == Outcome::success);
  const VectorX<double> before = state_of(*method);
  const double t = method->view().t;
  CHECK(method->step(1e200).outcome != Outcome::success);
  CHECK(state_of(*method) == before);
  CHECK(method->view().t == t);
  CHECK(method->step(0.1).outcome == Outcome::success);
}

namespace {

/// What its constraint holds against gravity, which points where the reaction does at the start; A turns with q.
struct Held {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  Eigen::Vector3d down;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1.1), S(2.3), S(0.7));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return S(down[0]) * q[0] + S(down[1]) * q[1] + S(down[2]) * q[2];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {S(1) + S(0.3) * sin(q[0]), q[2] * S(0.5), cos(q[1])};
  }
};

}  // namespace

TEST_CASE("Kicks leave at rest what their constraint holds") {
  for (const double x : {0.003, 0.7, 1.9}) {
    Start<double> start{.q = Eigen::Vector3d(x, x - 1.1, 0.5 + x / 3), .v = Eigen::Vector3d::Zero()};
    const Held held{0.7 * Held().constraint_matrix(Vector<double, 3>(start.q)).transpose()};
    for (const auto& [name, make] : fused_methods()) {
      INFO(name << " at " << x);
      const auto method = make(of_kicks_and_drifts(held), {});
      REQUIRE(is_fused(*method));
      const Ran ran = run(*method, start, 5, 100);
      CHECK(ran.summary.outcome == Outcome::success);
      if (name != "gni from zero") CHECK(ran.end.tail(3).norm() < 1e-14);  // which does not hold it at first
    }
  }
}

TEST_CASE("A step of 0 stays where it is, the first one too") {
  for (const auto& [name, make] : fused_methods()) {
    INFO(name);
    const System<double> system = of_kicks_and_drifts(Slope{});
    const auto start = checked(Slope::start(), system, 0.0);
    const auto method = make(system, {});
    method->start(0, values(start.q), values(start.v));
    const VectorX<double> before = state_of(*method);
    CHECK(method->step(0).outcome == Outcome::success);
    CHECK((state_of(*method) - before).norm() < 1e-15);
  }
}
