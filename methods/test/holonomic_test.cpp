// Engines on systems with constraints on positions, alone and beside those on velocities: orders, both kinds at
// round-off at every step, who refuses them, RATTLE in its own field.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"
#include "numerics.hpp"

#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/derived/projected.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/explicit/adams.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// A skate on a surface that moves, z = 0.3 sin(x) cos(y - t): everything depends on everything.
struct SkateOnSwell {
  static constexpr int n = 4, m = 1, holonomic = 1;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>& q) const {
    using std::cos;
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(0, 3) = M(3, 0) = S(0.2) * cos(q[3]);
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[2] + 0.5 * q[0] * q[0]; }
  template <class S> Vector<S, 1> position_constraint(const S& t, const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    return Vector<S, 1>(q[2] - 0.3 * sin(q[0]) * cos(q[1] - t));
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    return {sin(q[3]), -cos(q[3]), S(0), S(0)};
  }
  static Start<double> start() {
    return {.q = Eigen::Vector4d(0.3, 0.4, 0, 0.5),
            .v = Eigen::Vector4d(0.9, 0.2, 0, 0.6),
            .consistent = Consistent::project};
  }
};

/// p = sin 2v has many roots v.
struct Wavy {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool fused_kernels = false;
  template <class S> S lagrangian(const S&, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    using std::cos;
    return -cos(S(2) * v[0]) / S(2) + v[1] * v[1] / S(2) - S(0.05) * q[0] * q[0];
  }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>(q[1] - S(0.1) * q[0]);
  }
};

/// On a circle, near the speed of light: p is twice what it is beside a mass of 1.
struct Fast {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool fused_kernels = false;
  template <class S> S lagrangian(const S&, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    using std::sqrt;
    return -sqrt(S(1) - v[0] * v[0] - v[1] * v[1]) - S(0.1) * q[1];
  }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>((q[0] * q[0] + q[1] * q[1] - S(1)) / S(2));
  }
};

/// A skate on a hill of constant shape and mass: conservative.
struct SkateOnHill {
  static constexpr int n = 4, m = 1, holonomic = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(1), S(1), S(0.4));
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[2] + 0.5 * q[3] * q[3]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 4>& q) const {
    using std::cos;
    return Vector<S, 1>(q[2] - 0.5 * q[0] * q[0] + 0.2 * cos(q[1]));
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    return {sin(q[3]), -cos(q[3]), S(0), S(0)};
  }
  static Start<double> start() { return SkateOnSwell::start(); }
};

struct Pendulum {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>(q[0] * q[0] + q[1] * q[1] - 1);
  }
  static Start<double> start() {
    return {.q = Eigen::Vector2d(0.6, -0.8), .v = Eigen::Vector2d(0.8, 0.6), .consistent = Consistent::project};
  }
};

/// The pendulum of a Lagrangian, of which nothing tells that no force acts.
struct PendulumOfLagrangian {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool constant_mass = true, natural = true;
  template <class S> S lagrangian(const S&, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]) - q[1];
  }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Pendulum().position_constraint(q);
  }
  static Start<double> start() { return Pendulum::start(); }
};

/// The largest of both residuals over the steps of a run, scaled.
double worst_residual(Integrator<double>& integrator, const Start<double>& start) {
  const auto probe = make_probe(integrator.system());
  double worst = 0;
  const Summary summary = integrate(integrator, start, TimeSpan<double>::fixed(0, 0.05, 80), [&](const auto& seen) {
    const auto residual = probe->constraint(seen.state.t, seen.state.q, seen.state.v);
    worst = std::max({worst, residual.scaled, residual.scaled_position});
  });
  REQUIRE(summary.outcome == Outcome::success);
  return worst;
}

}  // namespace

TEMPLATE_TEST_CASE("SPARK has its order where constraints are on positions, and keeps both kinds at round-off", "",
                   SkateOnSwell, SkateOnHill, Pendulum, PendulumOfLagrangian) {
  const System<double> system{TestType{}};
  const Start<double> start = TestType::start();
  const VectorX<double> exact = exact_end(system, start, 1);
  const std::tuple<Family, int, long> members[] = {{{"gauss", 1}, 2, 80},          {{"gauss", 2}, 4, 20},
                                                   {{"gauss", 3}, 6, 8},           {{"lobatto_iiia_b", 2}, 2, 80},
                                                   {{"lobatto_iiia_b", 3}, 4, 20}, {{"radau_ia", 2}, 3, 40}};
  for (const auto& [member, order, steps] : members) {
    INFO(member.first << " " << member.second);
    const auto integrator = spark_of(system, member);
    CHECK(measured_order(*integrator, start, 1, steps, 2, exact) == Approx(order).margin(0.25));
    CHECK(worst_residual(*integrator, start) <= 1e-14);
  }
}

TEMPLATE_TEST_CASE("Runge-Kutta methods in both forms keep positions too, explicit ones are put back", "", SkateOnSwell,
                   SkateOnHill) {
  const System<double> system{TestType{}};
  const Start<double> start = TestType::start();
  const VectorX<double> exact = exact_end(system, start, 1);
  const auto radau = tableau_catalogue().at("radau_iia")(3);
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto integrator = runge_kutta(system, radau, form);
    CHECK(measured_order(*integrator, start, 1, 10, 2, exact) == Approx(5).margin(0.3));
    CHECK(worst_residual(*integrator, start) <= 1e-14);
  }
  const auto explicit_one = explicit_runge_kutta(system, explicit_pairs().at("dormand_prince_8"));
  CHECK(distance(run(*explicit_one, start, 1, 100).end, exact) < 1e-12);
  CHECK(worst_residual(*explicit_one, start) <= 1e-14);
  const auto put_back = projected(explicit_runge_kutta(system, explicit_pairs().at("dormand_prince_5")), false);
  CHECK(worst_residual(*put_back, start) <= 1e-14);
}

TEMPLATE_TEST_CASE("RATTLE and SHAKE hold positions: order 2, symmetric, the energy error does not grow", "",
                   SkateOnHill, Pendulum) {
  const System<double> system{TestType{}};
  const Start<double> start = TestType::start();
  const VectorX<double> exact = exact_end(system, start, 1);
  const auto rattle = nonholonomic_rattle(system), shake = nonholonomic_shake(system);
  CHECK(measured_order(*rattle, start, 1, 40, 3, exact) == Approx(2).margin(0.1));
  CHECK(worst_residual(*rattle, start) <= 1e-14);
  CHECK(worst_residual(*shake, start) <= 1e-14);
  CHECK(distance(run(*rattle, start, 1, 40).end, run(*shake, start, 1, 40).end) < 1e-13);
  const auto there = run(*rattle, start, 1, 40).end;
  rattle->reverse();
  for (int i = 0; i < 40; ++i) REQUIRE(rattle->step(1. / 40).outcome == Outcome::success);
  const auto begun = checked(start, system, 0.0);
  CHECK(distance(VectorX<double>(state_of(*rattle).head(begun.q.size())), begun.q) < 1e-13);
  CHECK(distance(VectorX<double>(state_of(*rattle).tail(begun.v.size())), -begun.v) < 1e-13);
  const auto probe = make_probe(system);
  const double energy = probe->energy(0, values(begun.q), values(begun.v));
  double off[2] = {};
  for (const int half : {0, 1})
    integrate(*rattle, start, TimeSpan<double>::fixed(0, 0.05, 4000), [&](const auto& seen) {
      if ((seen.step >= 2000) == (half == 1))
        off[half] = std::max(off[half], std::abs(probe->energy(0, seen.state.q, seen.state.v) - energy));
    });
  CHECK(off[1] < 1.5 * off[0]);
  CHECK(off[0] < 5e-3);
}

TEST_CASE("RATTLE refuses a Lagrangian system: nothing tells that no force acts") {
  const System<double> pendulum{PendulumOfLagrangian{}};
  CHECK_THAT(refusal([&] { nonholonomic_rattle(pendulum); }), Contains("is required"));
}

TEST_CASE("methods that would let positions drift refuse such systems and say which ones do not") {
  const System<double> hill{SkateOnHill{}};
  for (const auto& made : std::vector<std::function<void()>>{
           [&] { mclachlan_perlmutter(hill); }, [&] { gni(hill, GeometricNonholonomic<double>{}); },
           [&] { discrete_gradient(hill, {}, {}); }, [&] { discrete_gradient(hill, {.space = Space::full}, {}); }})
    CHECK_THAT(refusal(made), Contains("constraints are all on velocities") && Contains("take spark"));
}

TEST_CASE("The loose solver of the thesis runs on positions as well, as far as it is loose") {
  SolverOptions<double> loose{.tolerance = 1e-10};
  use_simplified_newton(loose);
  const System<double> hill{SkateOnHill{}};
  const auto integrator = spark(hill, tableaus::gauss(2), loose);
  CHECK(worst_residual(*integrator, SkateOnHill::start()) < 1e-8);
}

TEST_CASE("velocities of momenta are those next to the state, where momenta have several, and where they are large") {
  const auto apart = [](const System<double>& system, const Start<double>& start) {
    const auto by_momenta = spark(system, tableaus::gauss(2)),
               explicitly = explicit_runge_kutta(system, explicit_pairs().at("dormand_prince_8"));
    for (const auto* method : {&by_momenta, &explicitly})
      REQUIRE(integrate(**method, start, TimeSpan<double>::fixed(0, 0.01, 50)).outcome == Outcome::success);
    return (state_of(*by_momenta) - state_of(*explicitly)).norm();
  };
  CHECK(apart(System<double>(Wavy{}), {.q = Eigen::Vector2d(0.3, 0.03), .v = Eigen::Vector2d(3.3, 0.33)}) < 1e-6);
  CHECK(apart(System<double>(Fast{}), {.q = Eigen::Vector2d(1, 0), .v = Eigen::Vector2d(0, 0.9)}) < 1e-6);
}
