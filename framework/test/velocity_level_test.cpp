// Systems with constraints on positions: on velocities they are what the same system is whose constraints were
// differentiated by hand; positions are put back, starts are checked, and the Hessenberg forms hold both.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/velocity_level.hpp>

#include <nonholo/framework/faces/dynamics_of_lagrangian.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/start.hpp>

#include "catch.hpp"
#include "numerics.hpp"
#include "toy_systems.hpp"

#include <cmath>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// A skate on a swell, z = t sin(x) y, with a mass that depends on q.
struct Surface {
  static constexpr int n = 4;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>& q) const {
    using std::cos;
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(0, 0) = S(2) + cos(q[3]);
    M(0, 1) = M(1, 0) = q[2] / S(4);
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[2] + q[0] * q[0]; }
};

struct Swell : Surface {
  static constexpr int m = 1, holonomic = 1;
  template <class S> Vector<S, 1> position_constraint(const S& t, const Vector<S, 4>& q) const {
    using std::sin;
    return Vector<S, 1>(q[2] - t * sin(q[0]) * q[1]);
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    return {sin(q[3]), -cos(q[3]), S(0), S(0)};
  }
};

/// The same with the first constraint differentiated by hand.
struct SwellByHand : Surface {
  static constexpr int m = 2;
  template <class S> Matrix<S, 2, 4> constraint_matrix(const S& t, const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << -t * cos(q[0]) * q[1], -t * sin(q[0]), S(1), S(0),  //
        sin(q[3]), -cos(q[3]), S(0), S(0);
    return A;
  }
  template <class S> Vector<S, 2> constraint_offset(const S&, const Vector<S, 4>& q) const {
    using std::sin;
    return {-sin(q[0]) * q[1], S(0)};
  }
};

/// The swell as a Lagrangian system.
struct SwellOfLagrangian {
  static constexpr int n = 4, m = 1, holonomic = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    const Swell swell;
    return quadratic_form(swell.mass_matrix(q), v) / S(2) - swell.potential(q);
  }
  template <class S> Vector<S, 1> position_constraint(const S& t, const Vector<S, 4>& q) const {
    return Swell().position_constraint(t, q);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 4>& q, const Vector<S, 4>& v) const {
    using std::cos, std::sin;
    return Vector<S, 1>(sin(q[3]) * v[0] - cos(q[3]) * v[1]);
  }
};

/// On an ellipse, with masses 1 and 4: no constraint on velocities alone, none that takes the time.
struct Bead {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(4));
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>(q[0] * q[0] + 4 * q[1] * q[1] - 1);
  }
};

/// On a line: the nearest place on it is that of a linear system.
struct OnLine : Bead {
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>(q[0] + q[1] - 1);
  }
};

constexpr double t = 0.7;

VectorX<double> state(Eigen::Index n, double phase) {
  return VectorX<double>::NullaryExpr(
      n, [phase](Eigen::Index i) { return std::sin(phase + 1.7 * static_cast<double>(i)); });
}

/// Everything of the face that constraints are in, at one state.
struct Seen {
  VectorX<double> k, k_dot, g;
  MatrixX<double> K, k_q, reaction_q, k_dot_q, k_dot_v, K_q;

  explicit Seen(const System<double>& system) {
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
      const Eigen::Index rows = dynamics->coordinates(), constraints = dynamics->constraints();
      const Vector<double, n> q = state(rows, 0.4), v = state(rows, 2.1), a = state(rows, -1);
      const Vector<double, m> lambda = state(constraints, 0.9);
      Vector<double, m> value(constraints);
      Matrix<double, m, n> gradient(constraints, rows);
      dynamics->position_constraint(t, q, value);
      g = value;
      dynamics->constraint(t, q, v, value, gradient);
      k = value, K = gradient;
      Linearisation<double, n, m> linear(rows, constraints);
      dynamics->linearise(t, q, v, lambda, linear);
      k_q = linear.k_q, reaction_q = linear.reaction_q;
      Rates<double, n, m> rates(rows, constraints);
      dynamics->rates(t, q, v, a, rates);
      k_dot = rates.k_dot;
      RatesLinearisation<double, n, m> rates_linear(rows, constraints);
      dynamics->linearise_rates(t, q, v, a, rates_linear);
      k_dot_q = rates_linear.k_dot_q, k_dot_v = rates_linear.k_dot_v;
      std::vector<Matrix<double, m, n>> slopes(static_cast<std::size_t>(rows), gradient);
      dynamics->reaction_gradient(t, q, v, gradient, slopes);
      K_q = slopes[1];
    });
  }
};

}  // namespace

TEST_CASE("A constraint on positions acts on velocities as its derivative by hand, in every function of the face") {
  const Seen by_hand{System<double>(SwellByHand{})};
  for (const System<double>& system : {System<double>(Swell{}), System<double>(SwellOfLagrangian{})}) {
    CHECK(system.constraints() == 2);
    CHECK(system.traits().holonomic == 1);
    CHECK_FALSE(system.traits().conservative);
    const Seen seen(system);
    CHECK(distance(seen.k, by_hand.k) < 1e-15);
    CHECK(distance(seen.K, by_hand.K) < 1e-15);
    CHECK(distance(seen.k_q, by_hand.k_q) < 1e-15);
    CHECK(distance(seen.reaction_q, by_hand.reaction_q) < 1e-15);
    CHECK(distance(seen.k_dot, by_hand.k_dot) < 1e-14);
    CHECK(distance(seen.k_dot_q, by_hand.k_dot_q) < 1e-14);
    CHECK(distance(seen.k_dot_v, by_hand.k_dot_v) < 1e-14);
    CHECK(distance(seen.K_q, by_hand.K_q) < 1e-15);
    const VectorX<double> q = state(4, 0.4);
    CHECK(seen.g[0] == Approx(q[2] - t * std::sin(q[0]) * q[1]).epsilon(1e-15));
    CHECK(seen.g[1] == 0);
  }
  CHECK(by_hand.g.isZero(0));
}

TEST_CASE("Constraints on positions alone that do not take the time leave a system conservative") {
  const System<double> system{Bead{}};
  CHECK(system.constraints() == 1);
  CHECK(system.traits().conservative);
  CHECK_FALSE(system.has_kick_drift());
}

TEST_CASE(
    "A position is projected onto g = 0 in the mass metric: on a line to the nearest one, on a curve to one near by") {
  const VectorX<double> rest = VectorX<double>::Zero(2);
  const auto at_rest = values(rest);
  const auto placed = [&](const System<double>& system, Eigen::Vector2d q) {
    REQUIRE(make_probe(system)->place(0, {q.data(), 2}, at_rest));
    return q;
  };
  // (1, 1) + s M^-1 (1, 1) on x + y = 1: s = -4/5
  CHECK(distance(placed(System<double>(OnLine{}), {1, 1}), Eigen::Vector2d(0.2, 0.8)) < 1e-15);
  const Eigen::Vector2d q = placed(System<double>(Bead{}), {0.9, 0.3});
  CHECK(std::abs(q[0] * q[0] + 4 * q[1] * q[1] - 1) < 4 * epsilon<double>);
  CHECK(distance(q, Eigen::Vector2d(0.9, 0.3)) < 0.1);
  Eigen::Vector2d lost(0, 0);  // where g_q = 0
  CHECK_FALSE(make_probe(System<double>(Bead{}))->place(0, {lost.data(), 2}, at_rest));
}

TEST_CASE("A start off a constraint on positions is refused with a position on it, projected, or assumed") {
  const System<double> system{Bead{}};
  Start<double> start{.q = Eigen::Vector2d(0.9, 0.3), .v = Eigen::Vector2d(0, 0)};
  try {
    checked(start, system, 0.0);
    FAIL("accepted");
  } catch (const InconsistentStart& error) {
    CHECK(error.key() == "q");
    CHECK(error.mendable());
    CHECK_THAT(error.message(), Contains("off the constraint on positions: g[0] = 0.17") && Contains("is q = ["));
  }
  start.consistent = Consistent::assume;
  const auto assumed = checked(start, system, 0.0);
  CHECK(assumed.q[0] == 0.9);
  REQUIRE(assumed.violation);
  CHECK(assumed.violation->residual == Approx(0.17));
  start.consistent = Consistent::project;
  start.v = Eigen::Vector2d(1, 1);
  const auto put = checked(start, system, 0.0);
  CHECK(std::abs(put.q[0] * put.q[0] + 4 * put.q[1] * put.q[1] - 1) < 4 * epsilon<double>);
  CHECK(std::abs(put.q[0] * put.v[0] + 4 * put.q[1] * put.v[1]) < 4 * epsilon<double>);
  start.q.setZero();
  try {
    checked(start, system, 0.0);
    FAIL("accepted");
  } catch (const InconsistentStart& error) {
    CHECK_FALSE(error.mendable());
    CHECK_THAT(error.message(), Contains("No position that satisfies the constraint was found near it"));
  }
}

TEST_CASE(
    "The Hessenberg form holds positions and velocities, and its derivatives agree with differences where mu is not "
    "0") {
  const System<double> system{Swell{}};
  const VectorX<double> q = state(4, 0.4), v = state(4, 2.1), z = state(3, 0.9);
  for (const HessenbergForm form : {HessenbergForm::qv, HessenbergForm::qp}) {
    const auto dae = system.hessenberg(form);
    REQUIRE(dae->algebraic() == 3);
    VectorX<double> y(8), found(3);
    dae->pack(t, q, v, y);
    REQUIRE(dae->consistent(t, y, found));
    CHECK(found[2] == 0);
    HessenbergLinearisation<double> linear(8, 3, 3);
    dae->linearise(t, y, z, linear);
    const auto part = [&](const VectorX<double>& at, const VectorX<double>& multipliers, int k) {
      MatrixX<double> f(8, 3);
      dae->rates(t, at, multipliers, f);
      return VectorX<double>(f.col(k));
    };
    for (int k = 0; k < 3; ++k) {
      INFO("part " << k);
      const auto i = static_cast<std::size_t>(k);
      CHECK(distance(linear.f_y[i], jacobian([&](const auto& x) { return part(x, z, k); }, y)) < difference_error);
      CHECK(distance(linear.f_z[i], jacobian([&](const auto& x) { return part(y, x, k); }, z)) < difference_error);
    }
    const auto g = [&](const VectorX<double>& x) {
      VectorX<double> value(3);
      dae->constraint(t, x, value);
      return value;
    };
    CHECK(distance(linear.g_y, jacobian(g, y)) < difference_error);
  }
}
