// The discrete Lagrange-d'Alembert engine: its equations, orders, reversibility and constraint for every member, and
// for maps of one's own.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"

#include <nonholo/framework/base/autodiff.hpp>

#include <functional>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// An oscillator whose constraint is not affine in what it moves: sin(q1) q1' - q2' + q1 q3' = 0; nothing is linear in
/// the multiplier.
struct Bent {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const {
    return Vector<S, 3>(S(1), S(2), S(0.5)).asDiagonal();
  }
  template <class S> S potential(const Vector<S, 3>& q) const {
    return q[0] * q[0] + 0.5 * q[1] * q[1] * q[2] * q[2] + q[2] * q[2];
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::sin;
    return {S(sin(q[0])), S(-1), q[0]};
  }
};

/// L_d of a rule of linear maps, written out for any scalar and nothing else of the library: what the residuals below
/// are derived from.
template <class P> struct ByHand {
  P p;
  DifferenceRule<double> rule;
  template <class S> S operator()(const Vector<S, P::n>& a, const Vector<S, P::n>& b, double h) const {
    S sum(0);
    for (const auto& s : rule) {
      const Vector<S, P::n> q = S(1 - s.theta) * a + S(s.theta) * b, v = S(1 / h) * (b - a),
                            momentum = p.mass_matrix(q) * v;
      sum += S(h * s.weight) * (S(0.5) * S(v.dot(momentum)) - S(p.potential(q)));
    }
    return sum;
  }

  /// D_1 and D_2 of L_d.
  std::pair<Vector<double, P::n>, Vector<double, P::n>> derivatives(const Vector<double, P::n>& a,
                                                                    const Vector<double, P::n>& b, double h) const {
    using D = Dual<double, 2 * P::n>;
    const D value = (*this)(seeded<2 * P::n>(a), seeded<2 * P::n>(b, P::n), h);
    return {value.derivatives().template head<P::n>(), value.derivatives().template tail<P::n>()};
  }
};

/// The largest residual of D_2 L_d(q_(k-1), q_k) + D_1 L_d(q_k, q_(k+1)) + h K^T l_k over ten steps; nodes are read
/// from the states at theta.
template <class P> double worst_residual(Integrator<double>& integrator, const ByHand<P>& L_d, double theta,
                                         const Start<double>& given, double h = 0.1) {
  using Q = Vector<double, P::n>;
  const auto start = checked(given, integrator.system(), 0.0);
  integrator.start(0, values(start.q), values(start.v));
  const auto nodes = [&] {
    const View<double> at = integrator.view();
    const Q q = Eigen::Map<const Q>(at.q.data()), v = Eigen::Map<const Q>(at.v.data());
    return std::pair<Q, Q>(q - theta * h * v, q + (1 - theta) * h * v);
  };
  double worst = 0;
  for (int k = 0; k < 10; ++k) {
    const auto behind = nodes();
    REQUIRE(integrator.step(h).outcome == Outcome::success);
    const auto ahead = nodes();
    const auto lambda = integrator.view().lambda_stage;
    const Eigen::Map<const Vector<double, P::m>> l(lambda.data());
    if (k == 0 && theta == 1) continue;  // path nodes begin with a start procedure
    CHECK((behind.second - ahead.first).norm() < 1e-14);
    const Q residual = L_d.derivatives(behind.first, behind.second, h).second +
                       L_d.derivatives(ahead.first, ahead.second, h).first +
                       h * (L_d.p.constraint_matrix(behind.second).transpose() * l);
    worst = std::max(worst, residual.norm());
  }
  return worst;
}

Start<double> bent_start() {
  return {.q = Eigen::Vector3d(0.4, -0.3, 0.6), .v = Eigen::Vector3d(0.5, 0.2, 0.8), .consistent = Consistent::project};
}

/// How large an equation the solver is asked to solve.
Eigen::Index solved_size(const System<double>& system,
                         const std::function<std::unique_ptr<Integrator<double>>(const System<double>&,
                                                                                 const SolverOptions<double>&)>& make) {
  Eigen::Index size = 0;
  SolverOptions<double> options;
  options.make = [&size](Eigen::Index equations, const SolverOptions<double>& given) {
    size = equations;
    return std::make_unique<RoundOffNewton<double>>(equations, given);
  };
  make(system, options);
  return size;
}

}  // namespace

TEST_CASE("the symmetrised McLachlan-Perlmutter method has order 2 for q-dependent mass, Hilden's (4.3) order 1") {
  const System<double> system{Free{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  CHECK(measured_order(*mclachlan_perlmutter(system), driven_start(), 1, 20, 5, exact) == Approx(2).margin(0.15));
  CHECK(measured_order(*mclachlan_perlmutter_hilden(system), driven_start(), 1, 20, 5, exact) ==
        Approx(1).margin(0.15));
  CHECK(mclachlan_perlmutter(system)->traits().order == 2);
  CHECK(mclachlan_perlmutter_hilden(system)->traits().order == 1);
}

TEST_CASE("both members are the same method of order 2 for constant mass") {
  const System<double> system{FivePendula{}};
  const VectorX<double> exact = exact_end(system, five_start(), 1);
  const auto symmetric = mclachlan_perlmutter(system), hilden = mclachlan_perlmutter_hilden(system);
  CHECK(measured_order(*symmetric, five_start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  // round-off of 20 steps
  CHECK((run(*symmetric, five_start(), 2, 20).end - run(*hilden, five_start(), 2, 20).end).norm() < 1e-14);
  CHECK(hilden->traits().order == 2);
}

TEST_CASE("forces and a time-dependent constraint are integrated to order 2") {
  const System<double> system{Driven{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  CHECK(measured_order(*mclachlan_perlmutter(system), driven_start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  CHECK(run(*mclachlan_perlmutter(system), driven_start(), 5, 50).worst_constraint <= 1e-13);
}

TEST_CASE("a step satisfies the McLachlan-Perlmutter equations (3.4) as they are printed, constant mass") {
  const System<double> system{FivePendula{}};
  const auto integrator = mclachlan_perlmutter(system);
  const auto start = checked(five_start(), system, 0.0);
  const double h = 0.1;
  run(*integrator, five_start(), h, 1);
  const View<double> end = integrator->view();
  const FivePendula p;
  const Vector<double, 5> v1 = Eigen::Map<const Vector<double, 5>>(end.v.data()), qh = start.q + h / 2 * start.v;
  const Vector<double, 2> lambda = Eigen::Map<const Vector<double, 2>>(end.lambda_stage.data());
  const Vector<double, 5> V_q = {qh[0], std::sin(qh[1]), std::sin(qh[2]), 2 * qh[3], qh[4]};
  const Vector<double, 5> momentum =
      p.mass_matrix(qh) * Vector<double, 5>(v1 - start.v) - h * (-V_q + p.constraint_matrix(qh).transpose() * lambda);
  CHECK(momentum.norm() < 1e-15);  // a few eps
  const Vector<double, 5> q1 = qh + h / 2 * v1;
  CHECK((q1 - Eigen::Map<const Vector<double, 5>>(end.q.data())).norm() < 1e-15);
  CHECK((p.constraint_matrix(q1) * v1).norm() < 1e-15);
}

TEST_CASE("the symmetrised method is reversible for q-dependent mass, Hilden's (4.3) is not") {
  const System<double> system{Free{}};
  const auto start = checked(driven_start(), system, 0.0);
  const auto defect = [&](Integrator<double>& integrator) {
    run(integrator, driven_start(), 0.1, 1);
    integrator.reverse();
    REQUIRE(integrator.step(0.1).outcome == Outcome::success);
    return (state_of(integrator).head(3) - start.q).norm();
  };
  CHECK(defect(*mclachlan_perlmutter(system)) < 1e-15);
  CHECK(defect(*mclachlan_perlmutter_hilden(system)) > 1e-5);
}

TEST_CASE("the frozen and the exact Jacobian lead to the same discrete Lagrangian step") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  const auto difference = [](const auto& make, const System<double>& system, const Start<double>& start) {
    const auto frozen = run(*make(system, SolverOptions<double>{.jacobian = JacobianChoice::frozen}), start, 1, 20);
    const auto exact = run(*make(system, SolverOptions<double>{.jacobian = JacobianChoice::exact}), start, 1, 20);
    CHECK(exact.summary.iterations <= frozen.summary.iterations);
    CHECK(exact.summary.iterations <= 4 * exact.summary.steps);  // quadratic convergence: the Jacobian is right
    return (frozen.end - exact.end).norm();
  };
  CHECK(difference(&mclachlan_perlmutter<double>, driven, driven_start()) < 1e-14);
  CHECK(difference(&mclachlan_perlmutter_hilden<double>, driven, driven_start()) < 1e-14);
  CHECK(difference(&mclachlan_perlmutter<double>, five, five_start()) < 1e-14);
}

TEST_CASE("What the frozen linearisation of a discrete Lagrangian drops is O(h^2), for any mass, rule and force") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  const DifferenceRule<double> late = {{0.25, 0}, {0.75, 1}};
  for (const auto& [system, start] : {std::pair(&driven, driven_start()), {&five, five_start()}})
    for (const auto& rule : {differences::symmetrised<double>(), differences::midpoint<double>(), late}) {
      INFO(system->coordinates() << " coordinates, " << rule.size() << " points, the last at " << rule.back().theta);
      const auto make = [&](const auto& options) {
        return discrete_lagrangian(*system, DiscreteLagrangian<double>{.lagrangian = rule}, options);
      };
      // 2 without p_q and f_v, or with those of another rule
      CHECK(contraction(make, start, 0.02) / contraction(make, start, 0.01) > 3.5);
    }
}

TEST_CASE(
    "the trajectory of every member solves the discrete Lagrange-d'Alembert equations of its own L_d to round-off") {
  namespace d = differences;
  const auto on = [](const auto& problem, const Start<double>& start) {
    using P = std::decay_t<decltype(problem)>;
    const System<double> system{problem};
    const double h = 0.1, round_off = 1e-14;
    CHECK(worst_residual(*mclachlan_perlmutter(system), ByHand<P>{problem, d::symmetrised<double>()}, 0.5, start, h) <
          round_off);
    CHECK(worst_residual(*mclachlan_perlmutter_hilden(system), ByHand<P>{problem, d::left<double>()}, 0.5, start, h) <
          round_off);
    CHECK(worst_residual(*implicit_midpoint_dla(system), ByHand<P>{problem, d::midpoint<double>()}, 0.5, start, h) <
          round_off);
    for (const PathStart procedure :
         {PathStart::half_step, PathStart::naive, PathStart::previous_node, PathStart::previous_velocity})
      CHECK(worst_residual(*cortes_martinez(system, procedure), ByHand<P>{problem, d::midpoint<double>()}, 1, start,
                           h) < round_off);
    const auto right = discrete_lagrangian(
        system, DiscreteLagrangian<double>{.lagrangian = d::right<double>(), .constraint = d::left<double>()});
    CHECK(worst_residual(*right, ByHand<P>{problem, d::right<double>()}, 0, start, h) < round_off);
  };
  on(Free{}, driven_start());
  on(FivePendula{}, five_start());
  on(Bent{}, bent_start());
}

TEST_CASE("with constant mass and the Lagrangian at the nodes a step solves m equations, otherwise n + m") {
  const System<double> five{FivePendula{}}, free{Free{}}, driven{Driven{}};
  CHECK(solved_size(five, &mclachlan_perlmutter<double>) == 2);
  CHECK(solved_size(five, &mclachlan_perlmutter_hilden<double>) == 2);
  CHECK(solved_size(five, &implicit_midpoint_dla<double>) == 7);
  CHECK(solved_size(free, &mclachlan_perlmutter<double>) == 4);
  CHECK(solved_size(driven, &mclachlan_perlmutter<double>) == 4);
}

TEST_CASE("the m equations and the n + m equations have the same solution") {
  // A rule that says the same as the symmetrised one, but not to the test for it: two samples near each node.
  const DifferenceRule<double> same{{0.5, 0}, {0.5, 1}, {0.0, 0.5}};
  for (const auto& [system, start] :
       {std::pair(System<double>{FivePendula{}}, five_start()), std::pair(System<double>{Bent{}}, bent_start())}) {
    const auto small = run(*mclachlan_perlmutter(system), start, 2, 20),
               large = run(*discrete_lagrangian(system, {.lagrangian = same}), start, 2, 20);
    CHECK((small.end - large.end).norm() < 2e-14);
    CHECK(small.worst_constraint < 1e-14);
  }
}

TEST_CASE("the midpoint member has order 2 for q-dependent mass, with forces and with time, and is reversible") {
  const System<double> free{Free{}}, driven{Driven{}};
  CHECK(measured_order(*implicit_midpoint_dla(free), driven_start(), 1, 20, 4, exact_end(free, driven_start(), 1)) ==
        Approx(2).margin(0.1));
  CHECK(measured_order(*implicit_midpoint_dla(driven), driven_start(), 1, 20, 4,
                       exact_end(driven, driven_start(), 1)) == Approx(2).margin(0.1));
  CHECK(implicit_midpoint_dla(free)->traits().symmetric);
}

TEST_CASE("Cortes-Martinez is the midpoint member at path nodes, q_k = q + h/2 v and v_k = v of the constraint nodes") {
  const System<double> system{Free{}};
  const double h = 0.1;
  const auto start = checked(driven_start(), system, 0.0);
  const auto midpoint = implicit_midpoint_dla(system), path = cortes_martinez(system, PathStart::naive);
  midpoint->start(0, values(start.q), values(start.v));
  const VectorX<double> node = start.q + h / 2 * start.v;
  // the naive start: the pair behind is the one of the midpoint member
  path->start(h / 2, values(node), values(start.v));
  for (int k = 0; k < 20; ++k) {
    REQUIRE(midpoint->step(h).outcome == Outcome::success);
    REQUIRE(path->step(h).outcome == Outcome::success);
    const VectorX<double> a = state_of(*midpoint), b = state_of(*path);
    CHECK((b.tail(3) - a.tail(3)).norm() < 1e-14);
    CHECK((b.head(3) - a.head(3) - h / 2 * a.tail(3)).norm() < 1e-14);
  }
}

TEST_CASE("Cortes-Martinez: q of order 2 but for the naive start, v of order 1, the constraint off by O(h)") {
  const System<double> system{Bent{}};
  const VectorX<double> exact = exact_end(system, bent_start(), 1);
  const auto orders = [&](PathStart procedure) {
    const auto integrator = cortes_martinez(system, procedure);
    const auto error = [&](long steps) {
      const VectorX<double> difference = run(*integrator, bent_start(), 1, steps).end - exact;
      return std::pair(difference.head(3).norm(), difference.tail(3).norm());
    };
    const auto coarse = error(160), fine = error(320);
    CHECK(std::log2(coarse.second / fine.second) == Approx(1).margin(0.1));
    CHECK(integrator->traits().position_order == (procedure == PathStart::naive ? 0 : 2));
    return std::log2(coarse.first / fine.first);
  };
  CHECK(orders(PathStart::naive) == Approx(1).margin(0.1));
  CHECK(orders(PathStart::half_step) == Approx(2).margin(0.1));
  CHECK(orders(PathStart::previous_node) == Approx(2).margin(0.1));
  CHECK(orders(PathStart::previous_velocity) == Approx(2).margin(0.1));
  const auto off = [&](long steps) { return run(*cortes_martinez(system), bent_start(), 1, steps).worst_constraint; };
  CHECK(std::log2(off(80) / off(160)) == Approx(1).margin(0.1));
  CHECK_FALSE(cortes_martinez(system)->traits().keeps_constraint);
}

TEST_CASE("the first multiplier of path nodes is the consistent one to order 1") {
  const System<double> system{Driven{}};
  const auto start = checked(driven_start(), system, 0.0);
  const auto probe = make_probe(system);
  std::vector<double> consistent(1);
  REQUIRE(probe->multipliers(0, values(start.q), values(start.v), consistent));
  REQUIRE(std::abs(consistent[0]) > 0.1);
  for (const PathStart procedure : {PathStart::half_step, PathStart::previous_node, PathStart::previous_velocity}) {
    const auto off = [&](double h) {
      const auto integrator = cortes_martinez(system, procedure);
      integrator->start(0, values(start.q), values(start.v));
      REQUIRE(integrator->step(h).outcome == Outcome::success);
      return std::abs(integrator->view().lambda_stage[0] - consistent[0]);
    };
    CHECK(off(1e-3) < 0.02 * std::abs(consistent[0]));
    CHECK(std::log2(off(1e-3) / off(5e-4)) == Approx(1).margin(0.1));
  }
}

namespace {

/// x on a spring, and z that stands still.
struct OneSpring {
  static constexpr int n = 2, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 2>& q) const { return S(0.5) * q[0] * q[0]; }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>&) const { return {S(0), S(1)}; }
};

}  // namespace

// The midpoint equations (q_1 - 2 q_0 + q_-1)/h^2 = -(q_1 + 2 q_0 + q_-1)/4 tell q_-1 of q_0 and q_1.
TEST_CASE("the node and the velocity before a start are those of a method of order 4 in 64 steps") {
  const System<double> system{OneSpring{}};
  const auto off_from = [&](PathStart procedure, double h, double x, double vx) {
    const Eigen::Vector2d q(x, 0), v(vx, 0);
    const auto integrator = cortes_martinez(system, procedure);
    integrator->start(0, values(q), values(v));
    REQUIRE(integrator->step(h).outcome == Outcome::success);
    const double before = x * (2 - h * h / 2) / (1 + h * h / 4) - integrator->view().q[0];
    if (procedure == PathStart::previous_node) return before - (x * std::cos(h) - vx * std::sin(h));
    return (x - before) / h - (vx * std::cos(h / 2) + x * std::sin(h / 2));
  };
  const auto off = [&](PathStart procedure, double h) {  // of both motions, whose phases differ by a quarter turn
    return std::hypot(off_from(procedure, h, 1, 0), off_from(procedure, h, 0, 1));
  };
  // steps of h/64, or of h/128, each with an error of h^5: their number is the same for all h
  for (const PathStart procedure : {PathStart::previous_node, PathStart::previous_velocity}) {
    CHECK(off(procedure, 1) < 1e-9);
    CHECK(std::log2(off(procedure, 1) / off(procedure, 0.5)) == Approx(5).margin(0.2));
  }
}

TEST_CASE("with constant mass the half-step start makes q of order 2 whatever node the Lagrangian is sampled at") {
  const System<double> system{Bent{}};
  const VectorX<double> exact = exact_end(system, bent_start(), 1);
  for (const auto& rule :
       {differences::left<double>(), differences::right<double>(), differences::symmetrised<double>()}) {
    const auto integrator = discrete_lagrangian(system, {.lagrangian = rule, .nodes = Nodes::path});
    const auto error = [&](long steps) {
      return (run(*integrator, bent_start(), 1, steps).end - exact).head(3).norm();
    };
    CHECK(integrator->traits().position_order == 2);
    CHECK(std::log2(error(160) / error(320)) == Approx(2).margin(0.1));
  }
}

TEST_CASE("path nodes run back over the same nodes after a reversal, and forth again after another") {
  const System<double> system{Free{}};
  const auto start = checked(driven_start(), system, 0.0);
  for (const PathStart procedure : {PathStart::half_step, PathStart::naive, PathStart::previous_node}) {
    const auto integrator = cortes_martinez(system, procedure);
    integrator->start(0, values(start.q), values(start.v));
    REQUIRE(integrator->step(0.1).outcome == Outcome::success);  // from here on a pair is known
    const VectorX<double> from = state_of(*integrator);
    const auto go = [&] {
      for (int i = 0; i < 20; ++i) REQUIRE(integrator->step(0.1).outcome == Outcome::success);
      integrator->reverse();
    };
    go();
    go();
    CHECK((state_of(*integrator) - from).norm() < 1e-13);
    CHECK(integrator->traits().reversible);
    CHECK_FALSE(integrator->traits().symmetric);
  }
}

namespace {

/// The midpoint as a map of one's own, and one that is not linear: velocities along the chord of an angle.
struct OwnMidpoint {
  template <class S>
  std::pair<VectorX<S>, VectorX<S>> operator()(const VectorX<S>& a, const VectorX<S>& b, const S& h) const {
    return {VectorX<S>(S(0.5) * (a + b)), VectorX<S>((b - a) / h)};
  }
};
struct Chord {
  double skew = 0;
  template <class S>
  std::pair<VectorX<S>, VectorX<S>> operator()(const VectorX<S>& a, const VectorX<S>& b, const S& h) const {
    using std::sin;
    VectorX<S> q = S(0.5 + skew) * a + S(0.5 - skew) * b, v(a.size());
    for (Eigen::Index i = 0; i < a.size(); ++i) v[i] = S(2) * sin(S(S(0.5) * (b[i] - a[i]))) / h;
    return {q, v};
  }
};

}  // namespace

TEST_CASE(
    "a map of one's own that is the midpoint gives the midpoint member, one that is not linear a method of order 2") {
  const System<double> system{Driven{}};
  const DifferenceRule<double> own{{1, 0.5, finite_difference<double>(OwnMidpoint{})}},
      chord{{1, 0.5, finite_difference<double>(Chord{})}};
  const auto midpoint = run(*implicit_midpoint_dla(system), driven_start(), 2, 20);
  CHECK((run(*discrete_lagrangian(system, {.lagrangian = own}), driven_start(), 2, 20).end - midpoint.end).norm() <
        1e-14);
  const auto by_chord = discrete_lagrangian(system, {.lagrangian = chord});
  CHECK(by_chord->traits().symmetric);
  CHECK(measured_order(*by_chord, driven_start(), 1, 20, 4, exact_end(system, driven_start(), 1)) ==
        Approx(2).margin(0.1));
  CHECK((run(*by_chord, driven_start(), 2, 20).end - midpoint.end).norm() > 1e-5);
  CHECK(run(*by_chord, driven_start(), 2, 20).worst_constraint < 1e-13);
  const auto path = discrete_lagrangian(system, {.constraint = chord, .nodes = Nodes::path});
  CHECK_FALSE(path->traits().keeps_constraint);
  CHECK(run(*path, driven_start(), 2, 20).summary.outcome == Outcome::success);
}

namespace {

template <class P> struct Lonely : P { static constexpr bool packs = false; };

/// A mass that depends on q, and sizes that only the run knows.
struct HeavyFive : FivePendula {
  static constexpr bool constant_mass = false, fused_kernels = false;
  template <class S> Matrix<S, 5, 5> mass_matrix(const Vector<S, 5>& q) const {
    using std::cos;
    Matrix<S, 5, 5> M = Matrix<S, 5, 5>::Identity();
    M(0, 4) = M(4, 0) = S(0.4) * cos(q[2]);
    M(1, 1) = S(2) + q[3] * q[3];
    return M;
  }
};

}  // namespace

TEST_CASE("The points of a pair side by side are what they are one after the other, whatever the rules") {
  using Rule = DifferenceRule<double>;
  const Rule left = differences::left<double>(), right = differences::right<double>(),
             midpoint = differences::midpoint<double>(), both = differences::symmetrised<double>(),
             four{{0.25, 0.0}, {0.25, 0.4}, {0.25, 0.7}, {0.25, 1.0}};
  const auto compare = [](const auto& packed, const auto& alone, const DiscreteLagrangian<double>& method,
                          const Start<double>& start = driven_start()) {
    for (const auto jacobian : {JacobianChoice::frozen, JacobianChoice::exact}) {
      const SolverOptions<double> options{.jacobian = jacobian};
      const auto end = [&](const auto& problem) {
        const auto integrator = discrete_lagrangian(System<double>(problem), method, options);
        return run(*integrator, start, 1, 20);
      };
      const Ran ours = end(packed), expected = end(alone);
      REQUIRE(expected.summary.outcome == Outcome::success);
      CHECK((ours.end - expected.end).norm() < 1e-13);
      CHECK(std::abs(ours.summary.iterations - expected.summary.iterations) <= 2);
    }
  };
  for (const Nodes nodes : {Nodes::constraint, Nodes::path})
    for (const Rule& lagrangian : {left, right, midpoint, both, four})
      for (const Rule& constraint : {left, midpoint, Rule{{1, 0.4}}, Rule{{1, 0.9}}}) {
        CAPTURE(lagrangian.size(), lagrangian.front().theta, constraint.front().theta);
        compare(Driven{}, Lonely<Driven>{}, {.lagrangian = lagrangian, .constraint = constraint, .nodes = nodes});
      }
  compare(Driven{}, Lonely<Driven>{}, {.constraint = both, .nodes = Nodes::path});
  for (const Rule& lagrangian : {both, four})
    compare(HeavyFive{}, Lonely<HeavyFive>{}, {.lagrangian = lagrangian}, five_start());
}

TEST_CASE("a step whose end is not finite fails and leaves the state as it was") {
  const System<double> system{FivePendula{}};
  for (const PathStart procedure :
       {PathStart::half_step, PathStart::naive, PathStart::previous_node, PathStart::previous_velocity}) {
    const auto integrator = cortes_martinez(system, procedure);
    const auto start = checked(five_start(), system, 0.0);
    integrator->start(0, values(start.q), values(start.v));
    const VectorX<double> before = state_of(*integrator);
    for (const double h : {1e6, 1e100, 1e250})
      if (integrator->step(h).outcome != Outcome::success) CHECK((state_of(*integrator) - before).norm() == 0);
      else break;
    CHECK(state_of(*integrator).allFinite());
  }
}

TEST_CASE("symmetry of a rule is found, not believed") {
  namespace d = differences;
  CHECK(is_symmetric(d::midpoint<double>(), 3));
  CHECK(is_symmetric(d::symmetrised<double>(), 3));
  CHECK_FALSE(is_symmetric(d::left<double>(), 3));
  CHECK_FALSE(is_symmetric(DifferenceRule<double>{{0.4, 0}, {0.6, 1}}, 3));
  CHECK(is_symmetric(DifferenceRule<double>{{1.0 / 6, 0}, {4.0 / 6, 0.5}, {1.0 / 6, 1}}, 3));
  CHECK(is_symmetric(DifferenceRule<double>{{1, 0.5, finite_difference<double>(Chord{})}}, 3));
  CHECK_FALSE(is_symmetric(DifferenceRule<double>{{1, 0.5, finite_difference<double>(Chord{0.1})}}, 3));
}

TEST_CASE("rules that are not consistent and nodes without the constraint are refused") {
  namespace d = differences;
  const System<double> system{Free{}};
  const auto key = [&](const DiscreteLagrangian<double>& method) -> std::string {
    try {
      discrete_lagrangian(system, method);
    } catch (const InputError& error) {
      return error.key();
    }
    return "nothing";
  };
  CHECK(key({.lagrangian = {{0.5, 0}}}) == "difference");
  CHECK(key({.lagrangian = {}}) == "difference");
  CHECK(key({.constraint = {{0.5, 0}, {0.4, 1}}}) == "constraint_difference");
  CHECK(key({.constraint = d::symmetrised<double>()}) == "nodes");
  CHECK(key({.constraint = d::symmetrised<double>(), .nodes = Nodes::path}) == "nothing");
}
