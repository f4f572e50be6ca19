// From a MechanicalSystem of constant mass, without external forces and without time, to its face KickDrift.
//
// A kick finds the mu = c h l of v = u + Y mu, u = v_0 + c h M^-1 f(q), Y = M^-1 A(q)^T, by Newton's method on
//
//   r(mu) = A(q_a) v,   q_a = q + look h v,      J = A(q_a) Y + look h (dA(q_a) Y) v
//
// with A on dual numbers along each column of Y. Its increments are measured in the mass metric, in which Y dmu has
// the square dmu^T A Y dmu. Where A does not change along the reactions, the first step is exact and J = A(q_a) Y.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/constant_mass.hpp>
#include <nonholo/framework/faces/matrix_pattern.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/faces/kick_drift.hpp>
#include <nonholo/framework/base/small_solver.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace nonholo {

namespace system {

/// Whether P has the face, as far as its type tells. Without constraints there is no kick to solve.
template <class P, class Real>
concept KicksAndDrifts = P::m != 0 && holonomic<P>() == 0 && constant_mass<P>() && !HasForce<P, Real, P::n> &&
                         !TimeDependent<P, Real, P::n>;

/// Whether no entry of A depends on a coordinate that a reaction moves.
template <class P, class Real>
bool reactions_keep_constraint_matrix(const P& problem, const ConstantMass<P, Real>& mass) {
  using Marks = Vector<bool, P::n>;
  const auto constants = constraint_constants(problem, Marks(Marks::Constant(coordinates(problem), true)));
  Marks moved = (constants.array() != 0).colwise().any().transpose();
  mass.add_moved(moved);
  return !constraint_constants(problem, moved).hasNaN();
}

}  // namespace system

/// The state and the moves on it, compiled with P.
template <class P, class Real> class KickDriftOf final : public KickDrift<Real> {
  static constexpr int n = P::n, m = P::m;
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using A = Matrix<Real, m, n>;
  using Y = Matrix<Real, n, m>;
  using S = Matrix<Real, m, m>;
  using typename KickDrift<Real>::Values;
  using MoveT = KickDriftMove<Real>;
  using InLine = Dual<Real, 0>;  // no derivatives, but sines and cosines in line (sine_cosine.hpp)

  /// What is known of the point q.
  struct Node {
    explicit Node(const P& p)
        : M_f(system::coordinates(p)),
          A_(system::constraints(p), M_f.size()),
          Y_(M_f.size(), A_.rows()) {}
    Q M_f;  // M^-1 f(q)
    A A_;   // A(q)
    Y Y_;   // M^-1 A(q)^T
    bool known = false;
  };

  /// Where the moves have come. A run works on a copy of its own, which the compiler keeps in registers where the sizes
  /// are fixed.
  struct State {
    explicit State(const P& p) : q(Q::Zero(system::coordinates(p))), v(q), w(q), mu(L::Zero(system::constraints(p))) {}
    Q q, v;
    Q w;           // v of the latest drift
    L mu;          // c h l of the latest kick
    Real c_h = 1;  // its c h
  };

  /// Where the latest kick has looked, as it was rounded then.
  struct Ahead {
    Q q;
    Real look = 0;
    bool known = false;
  };

 public:
  explicit KickDriftOf(P problem)
      : problem_(std::move(problem)),
        now_(problem_),
        node_(problem_),
        mass_(problem_, now_.q),
        affine_(system::reactions_keep_constraint_matrix<P, Real>(problem_, mass_)),
        l_(now_.mu) {}

  void start(Values q, Values v, Values l) override {
    std::ranges::copy(q, now_.q.data());
    std::ranges::copy(v, now_.v.data());
    std::ranges::copy(l, now_.mu.data());
    now_.w = now_.v;
    now_.c_h = 1;
    l_ = now_.mu;
    node_.known = false;
  }

  void reverse() override {
    now_.v = -now_.v;
    now_.w = -now_.w;
  }

  KickDriftReport run(std::span<const MoveT> moves) override { return affine_ ? run<true>(moves) : run<false>(moves); }

  Values q() const override { return values(now_.q); }
  Values v() const override { return values(now_.v); }
  Values l() const override { return values(l_); }

 private:
  template <bool affine> [[gnu::flatten]] KickDriftReport run(std::span<const MoveT> moves) {
    const bool uses_node = moves.front().move != Move::drift;
    State at(problem_);
    copy(now_, at, load);
    Node node(problem_);
    if (uses_node) node = node_;
    Ahead ahead{at.q};
    KickDriftReport report;
    for (const MoveT& move : moves) {
      if (move.move == Move::drift) drift<affine>(at, node, ahead, move.c);
      else if (move.move == Move::push) push(at, node, at.v, move.c, report);
      else if (move.move == Move::leap) push(at, node, at.w, move.c, report);
      else kick<affine>(at, node, ahead, move, report);
    }
    if (report.outcome == Outcome::success && !finite(at)) report.outcome = Outcome::not_finite;
    if (report.outcome != Outcome::success) return report;
    copy(at, now_, store);
    if (uses_node) node_ = node;
    for (Eigen::Index i = 0; i < at.mu.size(); ++i) l_[i] = at.mu[i] / at.c_h;
    return report;
  }

  // One number at a time, which `volatile` makes sure of: pairs would be loaded where single numbers were just stored.
  [[gnu::always_inline]] static void copy(const State& from, State& to, auto copy_number) {
    for (Eigen::Index i = 0; i < from.q.size(); ++i) {
      copy_number(from.q[i], to.q[i]);
      copy_number(from.v[i], to.v[i]);
      copy_number(from.w[i], to.w[i]);
    }
    for (Eigen::Index i = 0; i < from.mu.size(); ++i) copy_number(from.mu[i], to.mu[i]);
    copy_number(from.c_h, to.c_h);
  }
  static void load(const Real& x, Real& y) { y = static_cast<const volatile Real&>(x); }
  static void store(const Real& x, Real& y) { static_cast<volatile Real&>(y) = x; }

  [[gnu::always_inline]] static bool finite(const State& at) {
    Real none = 0, q, v;
    for (Eigen::Index i = 0; i < at.q.size(); ++i) {
      load(at.q[i], q);
      load(at.v[i], v);
      none += (q - q) + (v - v);
    }
    return none == 0;
  }

  // All that a kick of fixed sizes consists of is inlined, in loops over single numbers: GCC then keeps the state in
  // registers. Vectors of two numbers, which Eigen makes, are loaded where one of them was just stored, and stall.

  template <bool affine> [[gnu::always_inline]] void drift(State& at, Node& node, Ahead& ahead, Real c) const {
    const bool known = !affine && ahead.known && c == ahead.look;
    for (Eigen::Index i = 0; i < at.q.size(); ++i) {
      at.w[i] = at.v[i];
      at.q[i] = known ? ahead.q[i] : at.q[i] + c * at.v[i];
    }
    node.known = ahead.known = false;
  }

  [[gnu::always_inline]] void push(State& at, Node& node, const Q& from, Real c, KickDriftReport& report) const {
    visit(node, at.q, report);
    for (Eigen::Index i = 0; i < at.v.size(); ++i) at.v[i] = from[i] + c * node.M_f[i];
    L mu(at.mu.size());
    for (Eigen::Index j = 0; j < mu.size(); ++j) mu[j] = c * at.mu[j] / at.c_h;
    react(node, mu, at.v);
  }

  [[gnu::always_inline]] void visit(Node& node, const Q& q, KickDriftReport& report) const {
    if (node.known) return;
    mass_.solve(force(q), node.M_f);
    node.A_ = constraint_matrix(q);
    mass_.solve_transposed(node.A_, node.Y_);
    node.known = true;
    ++report.evaluations;
  }

  [[gnu::always_inline]] Q force(const Q& q) const {
    if constexpr (system::HasPotentialGradient<P, Real, n>) {
      Q f = problem_.potential_gradient(q);
      for (Eigen::Index i = 0; i < f.size(); ++i) f[i] = -f[i];
      return f;
    } else {
      return system::force<P, Real>(problem_, Real(0), q, q);  // no velocity enters
    }
  }

  [[gnu::always_inline]] A constraint_matrix(const Q& q) const {
    if constexpr (n == dynamic) return system::constraint_matrix(problem_, Real(0), q);
    else return value_of(Matrix<InLine, m, n>(system::constraint_matrix(problem_, InLine(0), constant<InLine>(q))));
  }

  template <bool affine> [[gnu::always_inline]] void kick(State& at, Node& node, Ahead& ahead, const MoveT& move,
                                                          KickDriftReport& report) const {
    visit(node, at.q, report);
    const bool mean = move.move == Move::mean_kick;
    for (Eigen::Index i = 0; i < at.v.size(); ++i) at.v[i] += move.c * node.M_f[i];
    if constexpr (affine) solve_affine(at, node, move.look, mean);
    else if (move.look == 0) solve_affine(at, node, Real(0), mean);
    else solve(at, node, ahead, move, report);
    at.c_h = move.c;
    react(node, at.mu, at.v);
  }

  /// v += Y mu. A coordinate that a reaction does not move need not wait for mu: a branch is foreseen, adding zero is
  /// waited for. `asm` keeps it a branch. With more constraints looking costs more than waiting.
  [[gnu::always_inline]] static void react(const Node& node, const L& mu, Q& v) {
    for (Eigen::Index j = 0; j < mu.size(); ++j)
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        if constexpr (n != dynamic && m == 1) {
          if (node.Y_(i, j) == 0) continue;
          asm volatile("");
        }
        v[i] += node.Y_(i, j) * mu[j];
      }
  }

  /// mu at the v that there is without reactions. Two roads, so that no matrix is copied from one place or another.
  [[gnu::always_inline]] void solve_affine(State& at, const Node& node, Real look, bool mean) const {
    if (look == 0) return react_onto(node.A_, node, at);  // mean or not
    Q q(at.q.size());
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = at.q[i] + look * at.v[i];
    A A_ = constraint_matrix(q);
    for (Eigen::Index i = 0; mean && i < A_.size(); ++i) A_.data()[i] += node.A_.data()[i];
    react_onto(A_, node, at);
  }

  /// The mu with A (v + Y mu) = 0.
  [[gnu::always_inline]] static void react_onto(const A& A_, const Node& node, State& at) {
    L r(at.mu.size());
    S J(at.mu.size(), at.mu.size());
    set_equations(A_, node, at.v, r, J);
    SmallSolver<Real, m> solver(at.mu.size());
    solver.compute(J);
    solver.solve(r, at.mu);
    for (Eigen::Index j = 0; j < r.size(); ++j) at.mu[j] = -at.mu[j];
  }

  /// r = A v, J = A Y.
  [[gnu::always_inline]] static void set_equations(const A& A_, const Node& node, const Q& v, L& r, S& J) {
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      r[i] = -Real(0);
      for (Eigen::Index k = 0; k < v.size(); ++k)
        if (!left_out(A_(i, k))) r[i] += A_(i, k) * v[k];
      for (Eigen::Index j = 0; j < r.size(); ++j) {
        J(i, j) = -Real(0);
        for (Eigen::Index k = 0; k < v.size(); ++k)
          if (!left_out(A_(i, k))) J(i, j) += A_(i, k) * node.Y_(k, j);
      }
    }
  }

  /// With more constraints a kick takes a tenth longer without these products.
  [[gnu::always_inline]] static bool left_out(const Real& x) { return m == 1 && detail::known_zero(x); }

  // Newton's method until the next increment would be negligible; then once more with the point looked at as it is
  // rounded, where drift() then goes: an ulp of a large angle is many ulps of the constraint.
  void solve(State& at, const Node& node, Ahead& ahead, const MoveT& move, KickDriftReport& report) const {
    constexpr int most_iterations = 50;
    const bool mean = move.move == Move::mean_kick;
    L r = at.mu, d = r;
    S J(r.size(), r.size());
    SmallSolver<Real, m> solver(r.size());
    Q v = at.v;
    // mu -= J^-1 r; whether v changes little, in the mass metric. Where all that is held stays at rest, compared with
    // what the force alone would make of it.
    const auto improve = [&] {
      solver.compute(J);
      solver.solve(r, d);
      at.mu -= d;
      const Real square = d.dot(node.A_ * Q(node.Y_ * d)), part = epsilon<Real> / 256;
      if (square <= part * mass_.square(v)) return ++report.iterations, true;
      return ++report.iterations > 4 && square <= part * mass_.square(Q(move.c * node.M_f));
    };
    const auto move_to_mu = [&] {
      v = at.v;
      react(node, at.mu, v);
    };
    at.mu *= move.c / at.c_h;  // the multiplier is about what it was
    ahead.look = move.look;
    ahead.known = false;
    for (int i = 0; i < most_iterations && !ahead.known; ++i) {
      move_to_mu();
      linearise(at.q, node, move.look, v, mean, r, J);
      if (!improve()) continue;
      move_to_mu();
      ahead.q = at.q + move.look * v;
      A A_ = constraint_matrix(ahead.q);
      if (mean) A_ += node.A_;
      set_equations(A_, node, v, r, J);
      ahead.known = improve();
    }
    if (ahead.known) return;
    report.outcome = at.mu.allFinite() ? Outcome::stage_solver_stagnated : Outcome::stage_solver_diverged;
  }

  /// r and its Jacobian at v and the point that it leads to.
  void linearise(const Q& from, const Node& node, Real look, const Q& v, bool mean, L& r, S& J) const {
    using D = Dual<Real, 1>;
    const Q q = from + look * v;
    for (Eigen::Index j = 0; j < r.size(); ++j) {
      const Q dv = node.Y_.col(j);
      const auto k = system::constraint<P, D>(problem_, D(0), along(q, Q(look * dv)), along(v, dv));
      for (Eigen::Index i = 0; i < r.size(); ++i) {
        r[i] = k[i].value();
        J(i, j) = k[i].derivatives()[0];
      }
    }
    if (!mean) return;
    r += node.A_ * v;
    J += node.A_ * node.Y_;
  }

  P problem_;
  State now_;
  Node node_;  // of now_, where the moves begin at it
  system::ConstantMass<P, Real> mass_;
  bool affine_;  // r is affine in mu
  L l_;
};

}  // namespace nonholo
