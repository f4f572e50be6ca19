// What the geometry of nonholonomic motion is and is not: the flow is not symplectic (Hilden 2009, section 1.3.4), the
// action is stationary in a restricted sense (Jay 2009, section 3.1), the bracket on D* does not satisfy the Jacobi
// identity (Celledoni et al. 2016, Remark 2.1), and what the geometric nonholonomic integrator keeps (Ferraro et al.
// 2009, section 3).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/contact_oscillator.hpp>
#include <nonholo/verification/method_choice.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>

using namespace nonholo;

namespace {

/// The potential of the contact oscillator, epsilon = 0.3, without its constraint.
struct FreeOscillator {
  static constexpr int n = 3, m = 0;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return S(0.5) * (q.squaredNorm() + S(0.3) * q[0] * q[0] * q[2] * q[2]);
  }
  template <class S> Matrix<S, 0, 3> constraint_matrix(const Vector<S, 3>&) const { return {}; }
};

/// A potential that rotations about the z-axis leave alone; their velocities (-y, x, 0) satisfy the constraint.
struct Turning {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>& q) const {
    const S square = q[0] * q[0] + q[1] * q[1];
    return S(0.5) * q.squaredNorm() + S(0.25) * square * square;
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    return {-q[0] * q[0], -q[0] * q[1], S(1)};
  }
};

using State = VectorX<double>;  // q, then v

/// The state at t = 1: Gauss, 4 stages, in 40 steps, of order 8.
State flow(const System<double>& system, const State& from) {
  const auto gauss = spark(system, tableau_catalogue().at("gauss")(4));
  const Eigen::Index n = system.coordinates();
  const State q = from.head(n), v = from.tail(n);
  gauss->start(0, values(q), values(v));
  for (int k = 0; k < 40; ++k) REQUIRE(gauss->step(1.0 / 40).outcome == Outcome::success);
  State to(2 * n);
  to << vector_of(gauss->view().q), vector_of(gauss->view().v);
  return to;
}

/// d(state)/d(coordinates), by central differences: errors of 1e-8.
MatrixX<double> derivative(const std::function<State(const State&)>& state, const State& at) {
  constexpr double step = 1e-4;
  MatrixX<double> columns(state(at).size(), at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    State more = at, less = at;
    more[i] += step;
    less[i] -= step;
    columns.col(i) = (state(more) - state(less)) / (2 * step);
  }
  return columns;
}

/// dq ^ dp of the columns, for M = 1.
MatrixX<double> two_form(const MatrixX<double>& columns) {
  const Eigen::Index n = columns.rows() / 2;
  const MatrixX<double> q = columns.topRows(n), v = columns.bottomRows(n);
  return q.transpose() * v - v.transpose() * q;
}

/// How much the flow to t = 1 changes dq ^ dp on the states that `state` gives.
double change_of_two_form(const System<double>& system, const std::function<State(const State&)>& state,
                          const State& at) {
  const auto later = [&](const State& x) { return flow(system, state(x)); };
  return (two_form(derivative(later, at)) - two_form(derivative(state, at))).cwiseAbs().maxCoeff();
}

/// Pi of zeta' = Pi grad H, column by column.
MatrixX<double> bracket(SkewGradient<double>& form, const State& zeta) {
  MatrixX<double> Pi(form.size(), form.size());
  for (Eigen::Index j = 0; j < form.size(); ++j) {
    State column(form.size());
    form.flow(zeta, State::Unit(form.size(), j), column);
    Pi.col(j) = column;
  }
  return Pi;
}

/// {x_i, {x_j, x_k}} and the two others of the cycle, with central differences of Pi.
double jacobi(SkewGradient<double>& form, const State& zeta, Eigen::Index i, Eigen::Index j, Eigen::Index k) {
  const auto entry = [&form](Eigen::Index row, Eigen::Index column) {
    return [&form, row, column](const State& x) -> State { return State::Constant(1, bracket(form, x)(row, column)); };
  };
  const MatrixX<double> Pi = bracket(form, zeta);
  const auto term = [&](Eigen::Index a, Eigen::Index b, Eigen::Index c) {
    return Pi.row(a).dot(derivative(entry(b, c), zeta).row(0));
  };
  return term(i, j, k) + term(j, k, i) + term(k, i, j);
}

/// The largest change of x vy - y vx in 1000 steps of 0.1.
double change_of_moment(const MethodChoice& method) {
  const System<double> system{Turning{}};
  const auto integrator = method.make(system);
  const auto moment = [&integrator] {
    const View<double> at = integrator->view();
    return at.q[0] * at.v[1] - at.q[1] * at.v[0];
  };
  const Eigen::Vector3d q(1, 0, 0.2), v(0.3, 0.8, 0.3);
  integrator->start(0, values(q), values(v));
  const double first = moment();
  double worst = 0;
  for (int k = 0; k < 1000; ++k) {
    REQUIRE(integrator->step(0.1).outcome == Outcome::success);
    worst = std::max(worst, std::abs(moment() - first));
  }
  return worst;
}

}  // namespace

TEST_CASE("the flow of a nonholonomic system is not symplectic, that of the same system without constraint is") {
  State free(6);
  free << 0.5, 1, 0.3, -0.4, 0.2, 0.4;
  CHECK(change_of_two_form(
            System<double>{FreeOscillator{}}, [](const State& x) { return x; }, free) < 1e-7);

  // (q, vy, vz) of the same state, with vx = -y vz; 0.2921272 is the number of an independent program
  const ProblemEntry& contact = problem_catalogue().at("contact_oscillator");
  State on_D(5);
  on_D << 0.5, 1, 0.3, 0.2, 0.4;
  const auto state = [](const State& x) -> State {
    State all(6);
    all << x.head(3), -x[1] * x[4], x[3], x[4];
    return all;
  };
  CHECK(change_of_two_form(contact.make({}, "perturbed"), state, on_D) == Approx(0.2921272).epsilon(1e-6));
}

TEST_CASE("the action is stationary for variations that the constraint allows, and for no others") {
  // dA(dq) = int L_q dq + L_v dq' dt = -int lambda A dq dt (Jay 2009, (3.2)), dq = sin^2(pi t) times a direction;
  // Simpson's rule on 400 intervals errs by about 1e-9
  const ProblemEntry& contact = problem_catalogue().at("contact_oscillator");
  const System<double> system = contact.make({}, "perturbed");
  const auto start = start_of(contact.setup("perturbed"));
  const auto gauss = spark(system, tableau_catalogue().at("gauss")(4));
  const auto probe = make_probe(system);
  gauss->start(0, values(start.q), values(start.v));
  double allowed = 0, forbidden = 0, reaction = 0;
  constexpr int intervals = 400;
  for (int k = 0; k <= intervals; ++k) {
    const double t = double(k) / intervals, weight = (k == 0 || k == intervals ? 1.0
                                                      : k % 2 == 1             ? 4.0
                                                                               : 2.0) /
                                                     3 / intervals;
    const double phi = std::pow(std::sin(std::numbers::pi * t), 2),
                 slope = std::numbers::pi * std::sin(2 * std::numbers::pi * t);
    const State q = vector_of(gauss->view().q), v = vector_of(gauss->view().v);
    const Eigen::Vector3d L_q(-q[0] - 0.3 * q[0] * q[2] * q[2], -q[1], -q[2] - 0.3 * q[0] * q[0] * q[2]);
    const auto change = [&](const Eigen::Vector3d& along, const Eigen::Vector3d& turning) {
      return weight * (L_q.dot(along) * phi + v.dot(along * slope + turning * phi));
    };
    allowed += change({-q[1], 0, 1}, {-v[1], 0, 0});  // A dq = 0
    forbidden += change({1, 0, 0}, {0, 0, 0});        // A dq = phi
    double lambda = 0;
    REQUIRE(probe->multipliers(t, values(q), values(v), {&lambda, 1}));
    reaction += weight * lambda * phi;
    if (k < intervals) REQUIRE(gauss->step(1.0 / intervals).outcome == Outcome::success);
  }
  CHECK(std::abs(allowed) < 1e-8);
  CHECK(std::abs(reaction) > 0.1);
  CHECK(forbidden == Approx(-reaction).epsilon(1e-7));
}

TEST_CASE("the bracket of the contact oscillator does not satisfy the Jacobi identity") {
  // With X = (e_y, e_z - y e_x): {x, {rho_1, rho_2}} + cyclic = -1/(1 + y^2), by hand; it vanishes where no rho is.
  const auto dynamics =
      std::make_shared<const DynamicsOf<ContactOscillator<double>, double>>(ContactOscillator<double>{});
  const auto form = adapted_coordinates<double>(dynamics, Basis::own, BasisDerivative::exact);
  State zeta(5);
  zeta << 0.5, 0.7, 0.3, 0.2, 0.4;
  CHECK(jacobi(*form, zeta, 0, 3, 4) == Approx(-1 / (1 + 0.7 * 0.7)).epsilon(1e-7));
  CHECK(std::abs(jacobi(*form, zeta, 0, 1, 2)) < 1e-12);
}

TEST_CASE("gni keeps the momentum of a rotation in D, a method that averages forces does not") {
  // 1000 roundings of a momentum of 0.8 are a random walk of 4e-15; twenty times that
  CHECK(change_of_moment(method_choice("gni")) < 7e-14);
  CHECK(change_of_moment(method_choice("gni", {{"start", std::string("zero_multiplier")}})) < 7e-14);
  // the number of an independent program
  CHECK(change_of_moment(method_choice("implicit_midpoint_dla")) == Approx(0.001348827883075776).epsilon(1e-9));
}

TEST_CASE("gni keeps the half-step kinetic energy of the rolling disk, not that of its nodes") {
  const ProblemEntry& disk = problem_catalogue().at("vertical_rolling_disk");
  const auto start = start_of(disk.setup("hilden_2_1_2"));
  const auto integrator = method_choice("gni").make(disk.make({}, "hilden_2_1_2"));
  integrator->start(0, values(start.q), values(start.v));
  State before = start.q;
  double first = 0, halves = 0, nodes = 0;
  for (int k = 0; k < 1000; ++k) {
    REQUIRE(integrator->step(0.1).outcome == Outcome::success);
    const State now = vector_of(integrator->view().q), v = vector_of(integrator->view().v), w = (now - before) / 0.1;
    before = now;
    if (k == 0) first = w.squaredNorm() / 2;
    halves = std::max(halves, std::abs(w.squaredNorm() / 2 - first));
    nodes = std::max(nodes, std::abs(v.squaredNorm() / 2 - 2.53125));
  }
  // phi = 200 at the end has an ulp of 2.8e-14: over h = 0.1, times the momentum 2, 5.7e-13
  CHECK(halves < 6e-13);
  CHECK(nodes == Approx(4.1948975519900955e-06).epsilon(1e-6));  // of an independent program
}
