// The geometric nonholonomic integrator: its three forms, what its momenta keep, starts, orders, reversibility.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/geometric/gni.hpp>

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

#include "engine_test.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// y decouples, the constraint is affine: the contact oscillator with a quartic term, where every form is explicit.
struct Contact {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  double stiffness = 1;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(2), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return stiffness * (0.5 * (q[0] * q[0] + 2 * q[1] * q[1] + q[2] * q[2]) + 0.15 * q[0] * q[0] * q[2] * q[2]);
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0), q[1]}; }
};

/// Reference (P3) with epsilon = 0.3, and its start.
struct ContactOscillator : Contact {
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + 0.3 * q[0] * q[0] * q[2] * q[2]);
  }
};

Start<double> oscillator_start() { return {.q = Eigen::Vector3d(0.5, 1, 0.3), .v = Eigen::Vector3d(-0.4, 0.2, 0.4)}; }

Start<double> contact_start() {
  return {.q = Eigen::Vector3d(0.5, 1, 0.3), .v = Eigen::Vector3d(-0.4, 0.1, 0.4), .consistent = Consistent::project};
}

}  // namespace

TEST_CASE("gni, nonholonomic RATTLE and SHAKE agree to 3e-14 over 1000 steps") {
  const auto worst = [](const System<double>& system, const Start<double>& given, MultiplierStart procedure) {
    const auto start = checked(given, system, 0.0);
    const auto reflection = gni(system, {.start = procedure}), rattle = nonholonomic_rattle(system, procedure),
               shake = nonholonomic_shake(system, procedure);
    for (auto* form : {&reflection, &rattle, &shake}) (*form)->start(0, values(start.q), values(start.v));
    double most = 0;
    for (int k = 0; k < 1000; ++k) {
      for (auto* form : {&reflection, &rattle, &shake}) REQUIRE((*form)->step(0.1).outcome == Outcome::success);
      const VectorX<double> a = state_of(*reflection);
      most =
          std::max({most, (state_of(*rattle) - a).cwiseAbs().maxCoeff(), (state_of(*shake) - a).cwiseAbs().maxCoeff()});
    }
    return most;
  };
  CHECK(worst(System<double>{ContactOscillator{}}, oscillator_start(), MultiplierStart::consistent) < 3e-14);
  CHECK(worst(System<double>{ContactOscillator{}}, oscillator_start(), MultiplierStart::zero) < 3e-14);
  // round-off grows along this orbit
  CHECK(worst(System<double>{Contact{}}, contact_start(), MultiplierStart::consistent) < 1e-11);
}

TEST_CASE("without potential and with constant mass the kinetic energy of the half steps is exact") {
  const System<double> system{Contact{.stiffness = 0}};
  const auto start = checked(contact_start(), system, 0.0);
  const auto integrator = gni(system);
  integrator->start(0, values(start.q), values(start.v));
  const Eigen::Vector3d mass(1, 2, 1);
  Eigen::Vector3d before = start.q;
  double first = 0, worst = 0, nodes = 0;
  for (int k = 0; k < 1000; ++k) {
    REQUIRE(integrator->step(0.1).outcome == Outcome::success);
    const VectorX<double> state = state_of(*integrator);
    const Eigen::Vector3d w = (state.head(3) - before) / 0.1, v = state.tail(3);
    before = state.head(3);
    const double energy = w.dot(mass.cwiseProduct(w)) / 2;
    if (k == 0) first = energy;
    worst = std::max(worst, std::abs(energy - first));
    nodes = std::max(nodes, std::abs(v.dot(mass.cwiseProduct(v)) / 2 - first));
  }
  CHECK(worst < 1e-12);  // differences of positions over h = 0.1: round-off times ten
  CHECK(nodes > 1e-7);   // at the nodes it is not exact
}

TEST_CASE("the nonholonomic momentum of a horizontal symmetry is kept") {
  // Without potential translations along y are a symmetry, and their generator e_y satisfies the constraint. Every
  // method keeps this momentum; a rotation in D, which tells methods apart, is in verification/test/geometry_test.cpp.
  const System<double> system{Contact{.stiffness = 0}};
  const auto start = checked(contact_start(), system, 0.0);
  for (const bool reflection : {true, false}) {
    const auto integrator = reflection ? gni(system) : nonholonomic_rattle(system);
    integrator->start(0, values(start.q), values(start.v));
    double worst = 0, other = 0;
    for (int k = 0; k < 1000; ++k) {
      REQUIRE(integrator->step(0.1).outcome == Outcome::success);
      worst = std::max(worst, std::abs(state_of(*integrator)[4] - start.v[1]));
      // x is a symmetry too, but not a horizontal one
      other = std::max(other, std::abs(state_of(*integrator)[3] - start.v[0]));
    }
    CHECK(worst < 1e-13);
    CHECK(other > 1e-2);
  }
}

TEST_CASE("momenta are reflected: p- = (I - 2 Q^T) p+ with the projector of the mass metric, for q-dependent mass") {
  const Free problem;
  const System<double> system{problem};
  const auto start = checked(driven_start(), system, 0.0);
  const auto integrator = gni(system);
  const double h = 0.1;
  integrator->start(0, values(start.q), values(start.v));
  std::vector<Eigen::Vector3d> q{start.q};
  for (int k = 0; k < 10; ++k) {
    REQUIRE(integrator->step(h).outcome == Outcome::success);
    q.emplace_back(state_of(*integrator).head(3));
  }
  const auto half_lagrangian = [&](const auto& a, const auto& b) {
    using S = typename std::decay_t<decltype(a)>::Scalar;
    const Vector<S, 3> w = S(1 / h) * (b - a);
    const Vector<S, 3> p_a = problem.mass_matrix(a) * w, p_b = problem.mass_matrix(b) * w;
    return S(S(h / 2) *
             (S(0.5) * S(w.dot(p_a)) + S(0.5) * S(w.dot(p_b)) - problem.potential(a) - problem.potential(b)));
  };
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    using D = Dual<double, 3>;
    const Eigen::Vector3d plus = half_lagrangian(constant<D>(q[k - 1]), seeded<3>(q[k])).derivatives();
    const Eigen::Vector3d minus = -half_lagrangian(seeded<3>(q[k]), constant<D>(q[k + 1])).derivatives();
    const Eigen::RowVector3d A = problem.constraint_matrix(q[k]);
    const Eigen::Matrix3d M = problem.mass_matrix(q[k]), inverse = M.inverse();
    const Eigen::Matrix3d Q = A.transpose() * (1 / (A * inverse * A.transpose())(0)) * A * inverse;
    CHECK((minus - plus + 2 * Q * plus).norm() < 2e-14);
  }
}

TEST_CASE(
    "order 2 for constant and for q-dependent mass, with forces and time, and with any symmetric Lagrangian, of the "
    "multiplier too") {
  const System<double> contact{Contact{}}, free{Free{}}, driven{Driven{}};
  CHECK(measured_order(*gni(contact), contact_start(), 1, 20, 4, exact_end(contact, contact_start(), 1)) ==
        Approx(2).margin(0.1));
  CHECK(measured_order(*gni(free), driven_start(), 1, 20, 4, exact_end(free, driven_start(), 1)) ==
        Approx(2).margin(0.1));
  CHECK(measured_order(*gni(driven), driven_start(), 1, 20, 4, exact_end(driven, driven_start(), 1)) ==
        Approx(2).margin(0.1));
  const GeometricNonholonomic<double> midpoint{.lagrangian = differences::midpoint<double>()};
  CHECK(measured_order(*gni(free, midpoint), driven_start(), 1, 20, 4, exact_end(free, driven_start(), 1)) ==
        Approx(2).margin(0.1));
  CHECK(run(*gni(driven), driven_start(), 5, 50).worst_constraint < 1e-13);
}

TEST_CASE("with forces and the Lagrangian at one node, left or right, the order is 1") {
  const System<double> system{Contact{}};
  const VectorX<double> exact = exact_end(system, contact_start(), 1);
  for (const auto& rule : {differences::left<double>(), differences::right<double>()})
    CHECK(measured_order(*gni(system, {.lagrangian = rule}), contact_start(), 1, 40, 3, exact) ==
          Approx(1).margin(0.15));
}

TEST_CASE(
    "started without a multiplier psi oscillates about the right one with an error of size 1, started with the "
    "consistent one it does not") {
  const System<double> system{Contact{}};
  const auto error = [&](MultiplierStart procedure, long steps) {
    const auto integrator = gni(system, {.start = procedure});
    run(*integrator, contact_start(), 1, steps);
    const View<double> end = integrator->view();
    std::vector<double> lambda(1);
    REQUIRE(make_probe(system)->multipliers(end.t, end.q, end.v, lambda));
    return std::abs(end.lambda_stage[0] - lambda[0]);
  };
  CHECK(error(MultiplierStart::zero, 40) > 0.1);
  CHECK(error(MultiplierStart::zero, 320) > 0.1);
  CHECK(std::log2(error(MultiplierStart::consistent, 80) / error(MultiplierStart::consistent, 160)) ==
        Approx(2).margin(0.1));
}

TEST_CASE(
    "gni with its multiplier is symmetric and reversible, a fresh start from (q, -v) alone is not the same orbit") {
  for (const auto& [system, given] :
       {std::pair(System<double>{Contact{}}, contact_start()), std::pair(System<double>{Free{}}, driven_start())}) {
    const auto start = checked(given, system, 0.0);
    const auto integrator = gni(system);
    const auto go = [&](double h, int steps) {
      for (int i = 0; i < steps; ++i) REQUIRE(integrator->step(h).outcome == Outcome::success);
    };
    VectorX<double> from(2 * start.q.size());
    from << start.q, start.v;
    integrator->start(0, values(start.q), values(start.v));
    go(0.1, 30);
    go(-0.1, 30);
    CHECK((state_of(*integrator) - from).norm() < 1e-12);
    integrator->start(0, values(start.q), values(start.v));
    go(0.1, 30);
    const VectorX<double> there = state_of(*integrator);
    integrator->reverse();
    go(0.1, 30);
    integrator->reverse();
    CHECK((state_of(*integrator) - from).norm() < 1e-12);
    const VectorX<double> q = there.head(start.q.size()), v = -there.tail(start.q.size());
    integrator->start(0, values(q), values(v));
    go(0.1, 30);
    CHECK((state_of(*integrator).head(start.q.size()) - start.q).norm() > 1e-9);
    CHECK_FALSE(integrator->traits().one_step);
  }
}

TEST_CASE("What the frozen linearisation of gni drops is O(h^2), for any mass and force") {
  const System<double> driven{Driven{}}, free{Free{}};
  for (const System<double>* system : {&driven, &free}) {
    const auto make = [&](const auto& options) { return gni(*system, {}, options); };
    // 2 without p_q and f_v
    CHECK(contraction(make, driven_start(), 0.02) / contraction(make, driven_start(), 0.01) > 3.5);
  }
}

TEST_CASE("the forms for constant mass refuse other systems") {
  const System<double> free{Free{}}, driven{Driven{}};
  CHECK_THROWS_WITH(nonholonomic_rattle(free),
                    Catch::Matchers::Contains("constant mass") && Catch::Matchers::Contains("which gni"));
  CHECK_THROWS_WITH(nonholonomic_shake(driven), Catch::Matchers::Contains("constant mass"));
  CHECK_THROWS_AS(gni(free, {.lagrangian = {{0.5, 0}}}), InputError);
}

TEST_CASE("the forms for constant mass say which of mass, force, offset and time they refuse") {
  TextSystem plain{.lagrangian = "(vx^2 + vy^2)/2 - x^2"};
  plain.coordinates = {"x", "y"};
  plain.constraints = {"vy - x*vx"};
  const auto refused = [](const TextSystem& text, const std::string& reason) {
    const System<double> system = problem_entry(text).make<double>({});
    CHECK_THROWS_WITH(nonholonomic_rattle(system), Catch::Matchers::Contains("this system has " + reason));
    CHECK_THROWS_WITH(nonholonomic_shake(system), Catch::Matchers::Contains("this system has " + reason));
  };
  CHECK_NOTHROW(nonholonomic_rattle(problem_entry(plain).make<double>({})));
  TextSystem pushed = plain, driven = plain, heavy = plain, moving = plain;
  pushed.force = {"-vx", "0"};
  refused(pushed, "an external force, F[0] = ");
  driven.lagrangian += " - x*sin(t)";
  refused(driven, "a force that depends on time");
  heavy.lagrangian += " + x^2*vy^2";
  refused(heavy, "a mass that depends on q or t");
  moving.constraints = {"vy - x*vx - 1"};
  refused(moving, "an offset of the constraint, b[0] = -1");
}

TEST_CASE("a start at rest is no obstacle, for any mass") {
  Start<double> start = driven_start();
  start.v.setZero();
  CHECK(run(*gni(System<double>{Free{}}), start, 1, 20).summary.outcome == Outcome::success);
}

TEST_CASE("an iterate that runs away is not taken for the next node") {
  TextSystem text{.lagrangian = "vx^2/2 - exp(10*x)"};
  text.coordinates = {"x"};
  const System<double> system = problem_entry(text).make<double>({});
  const auto method = gni(system, {.lagrangian = {{1.0, 0.5}}});
  int solved = 0;
  for (const double v : {100.0, 80.0, 30.0, 20.0, 3.0}) {
    CAPTURE(v);
    const VectorX<double> q0 = VectorX<double>::Zero(1), v0 = VectorX<double>::Constant(1, v);
    method->start(0, values(q0), values(v0));
    constexpr double h = 0.1;
    if (method->step(h).outcome != Outcome::success) continue;
    // w - v + h/2 f = 0 at the middle, f = -10 exp(10 x)
    const double w = method->view().q[0] / h, left = w - v + h / 2 * 10 * std::exp(10 * (h / 2) * w);
    CHECK(std::abs(left) < 1e-9 * v);
    ++solved;
  }
  CHECK(solved > 0);
}

TEST_CASE("a start from rest takes no more iterations than another, whatever the rule") {
  TextSystem text{.lagrangian = "((1 + x^2)*vx^2 + (1 + y^2)*vy^2 + x*vx*vy)/2 - x^2 - y^2"};
  text.coordinates = {"x", "y"};
  const System<double> system = problem_entry(text).make<double>({});
  const Start<double> start{.q = Eigen::Vector2d(1, -0.75), .v = Eigen::Vector2d(0, 0)};
  for (const double theta : {0.0, 0.5, 1.0}) {
    CAPTURE(theta);
    const auto method = gni(system, {.lagrangian = {{1.0, theta}}});
    method->start(0, values(start.q), values(start.v));
    const StepReport first = method->step(0.01);
    CHECK(first.outcome == Outcome::success);
    CHECK(first.iterations <= 5);
  }
}

TEST_CASE("a node that is not finite is not taken") {
  const System<double> system{Contact{.stiffness = 0}};
  const auto method = gni<double>(system, {}, {.jacobian = JacobianChoice::exact});
  const Start<double> start = oscillator_start();
  method->start(0, values(start.q), values(start.v));
  CHECK(method->step(1e308).outcome == Outcome::not_finite);
  CHECK(method->view().q[0] == start.q[0]);
}
