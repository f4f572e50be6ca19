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

#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/faces/kick_drift.hpp>
#include <nonholo/framework/base/small_solver.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace nonholo {

namespace system {

/// Whether P has the face, as far as its type tells.
template <class P, class Real>
concept KicksAndDrifts = constant_mass<P>() && !HasForce<P, Real, P::n> && !TimeDependent<P, Real, P::n>;

/// M^-1 of a constant mass: its diagonal where the problem returns one.
template <class P, class Real> class ConstantMassInverse {
  static constexpr int n = P::n;
  using Given = decltype(mass_matrix(std::declval<const P&>(), Real(), Vector<Real, n>()));
  static constexpr bool diagonal = std::is_same_v<Given, Eigen::DiagonalMatrix<Real, n>>;

 public:
  ConstantMassInverse(const P& problem, const Vector<Real, n>& q) {
    const Given M = mass_matrix(problem, Real(0), q);
    if constexpr (diagonal) inverse_ = M.diagonal().cwiseInverse();
    else inverse_ = Matrix<Real, n, n>(M).inverse();
  }

  Vector<Real, n> times(const Vector<Real, n>& x) const {
    if constexpr (diagonal) return inverse_.cwiseProduct(x);
    else return inverse_ * x;
  }

  /// M^-1 A^T.
  template <int m> Matrix<Real, n, m> times_transposed(const Matrix<Real, m, n>& A) const {
    if constexpr (diagonal) return inverse_.asDiagonal() * A.transpose();
    else return inverse_ * A.transpose();
  }

 private:
  std::conditional_t<diagonal, Vector<Real, n>, Matrix<Real, n, n>> inverse_;
};

/// Whether no entry of A depends on a coordinate that a reaction moves, at any q. Told by derivatives that are NaN:
/// they go wherever their coordinate goes, through products with zero too. False where the sizes are not known before
/// the run: that would cost n evaluations.
template <class P, class Real> bool reactions_keep_constraint_matrix(const P& problem,
                                                                     const ConstantMassInverse<P, Real>& inverse,
                                                                     const Vector<Real, P::n>& q) {
  constexpr int n = P::n, m = P::m;
  if constexpr (n == dynamic || m == dynamic || m == 0) {
    return false;
  } else {
    using D = Dual<Real, 1>;
    const auto A_of = [&](int first, int last) {
      Vector<D, n> qd = constant<D>(q);
      for (int i = first; i < last; ++i) qd[i].derivatives()[0] = std::numeric_limits<Real>::quiet_NaN();
      return Matrix<D, m, n>(constraint_matrix(problem, D(0), qd));
    };
    const auto depends = [](const D& x) { return std::isnan(x.derivatives()[0]); };
    const Matrix<D, m, n> anywhere = A_of(0, n);
    Matrix<Real, m, n> filled;  // 0 where A is 0 for every q
    for (int i = 0; i < m * n; ++i) filled(i) = depends(anywhere(i)) || anywhere(i).value() != 0 ? 1 : 0;
    const Matrix<Real, n, m> moved = inverse.times_transposed(filled);
    for (int i = 0; i < n; ++i) {
      if (moved.row(i).isZero(0)) continue;
      const Matrix<D, m, n> A = A_of(i, i + 1);
      if (std::any_of(A.data(), A.data() + A.size(), depends)) return false;
    }
    return true;
  }
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

  /// Where the moves have come, and what is known of the point q. A run works on a copy of its own, which the compiler
  /// keeps in registers where the sizes are fixed.
  struct State {
    explicit State(const P& p)
        : q(Q::Zero(system::coordinates(p))),
          v(q),
          w(q),
          ahead(q),
          M_f(q),
          mu(L::Zero(system::constraints(p))),
          A_(mu.size(), q.size()),
          Y_(q.size(), mu.size()) {}
    Q q, v;
    Q w;      // v of the latest drift
    Q ahead;  // where the latest kick has looked, as it was rounded then
    Q M_f;    // M^-1 f(q)
    L mu;     // c h l of the latest kick
    A A_;     // A(q)
    Y Y_;     // M^-1 A(q)^T
    Real c_h = 1, look = 0;
    bool at_node = false;  // M_f, A_ and Y_ are those of q
    bool looked = false;   // `ahead` lies `look` ahead
  };

 public:
  explicit KickDriftOf(P problem) : problem_(std::move(problem)), now_(problem_), inverse_(problem_, now_.q) {}

  void start(Values q, Values v, Values l) override {
    std::ranges::copy(q, now_.q.data());
    std::ranges::copy(v, now_.v.data());
    std::ranges::copy(l, now_.mu.data());
    now_.w = now_.v;
    now_.c_h = 1;
    now_.at_node = now_.looked = false;
    if (!affine_) affine_ = system::reactions_keep_constraint_matrix<P, Real>(problem_, inverse_, now_.q);
  }

  void reverse() override {
    now_.v = -now_.v;
    now_.w = -now_.w;
    now_.looked = false;
  }

  KickDriftReport run(std::span<const MoveT> moves) override { return affine_ ? run<true>(moves) : run<false>(moves); }

  Values q() const override { return values(now_.q); }
  Values v() const override { return values(now_.v); }
  Values l() const override {
    l_ = now_.mu / now_.c_h;
    return values(l_);
  }

 private:
  template <bool affine> KickDriftReport run(std::span<const MoveT> moves) {
    State at = now_;
    KickDriftReport report;
    for (const MoveT& move : moves) {
      if (move.move == Move::drift) drift<affine>(at, move.c);
      else if (move.move == Move::push) push(at, at.v, move.c, report);
      else if (move.move == Move::leap) push(at, at.w, move.c, report);
      else kick<affine>(at, move, report);
    }
    const Real none = (at.q - at.q).sum() + (at.v - at.v).sum();
    if (report.outcome == Outcome::success && none != 0) report.outcome = Outcome::not_finite;
    if (report.outcome == Outcome::success) now_ = at;
    return report;
  }

  template <bool affine> void drift(State& at, Real c) const {
    at.w = at.v;
    if (!affine && at.looked && c == at.look) at.q = at.ahead;
    else at.q += c * at.v;
    at.at_node = at.looked = false;
  }

  void push(State& at, const Q& from, Real c, KickDriftReport& report) const {
    visit_node(at, report);
    at.v = from + c * Q(at.M_f + at.Y_ * L(at.mu / at.c_h));
  }

  void visit_node(State& at, KickDriftReport& report) const {
    if (at.at_node) return;
    at.M_f = inverse_.times(system::force<P, Real>(problem_, Real(0), at.q, at.v));
    at.A_ = constraint_matrix(at.q);
    at.Y_ = inverse_.template times_transposed<m>(at.A_);
    at.at_node = true;
    ++report.evaluations;
  }

  A constraint_matrix(const Q& q) const { return system::constraint_matrix(problem_, Real(0), q); }

  template <bool affine> void kick(State& at, const MoveT& move, KickDriftReport& report) const {
    visit_node(at, report);
    const Q u = at.v + move.c * at.M_f;
    const bool mean = move.move == Move::mean_kick;
    if constexpr (affine) solve_affine(at, u, move.look, mean);
    else if (move.look == 0) solve_affine(at, u, Real(0), mean);
    else solve(at, u, move, report);
    at.c_h = move.c;
    at.v = u + at.Y_ * at.mu;
  }

  void solve_affine(State& at, const Q& u, Real look, bool mean) const {
    A ahead = at.A_;
    if (look != 0) ahead = constraint_matrix(at.q + look * u);
    if (mean) ahead += at.A_;
    SmallSolver<Real, m> solver(at.mu.size());
    solver.compute(ahead * at.Y_);
    solver.solve(-(ahead * u), at.mu);
  }

  // Newton's method until the next increment would be negligible; then once more with the point looked at as it is
  // rounded, where drift() then goes: an ulp of a large angle is many ulps of the constraint.
  void solve(State& at, const Q& u, const MoveT& move, KickDriftReport& report) const {
    constexpr int most_iterations = 50;
    const bool mean = move.move == Move::mean_kick;
    L r = at.mu, d = r;
    S J(r.size(), r.size());
    SmallSolver<Real, m> solver(r.size());
    const auto improve = [&] {  // mu -= J^-1 r; whether v changes little, in the mass metric
      solver.compute(J);
      solver.solve(r, d);
      at.mu -= d;
      ++report.iterations;
      return d.dot(at.A_ * Q(at.Y_ * d)) <= epsilon<Real> / 256 * twice_kinetic(at);
    };
    at.mu *= move.c / at.c_h;  // the multiplier is about what it was
    at.look = move.look;
    at.looked = false;
    for (int i = 0; i < most_iterations && !at.looked; ++i) {
      at.v = u + at.Y_ * at.mu;
      linearise(at, mean, r, J);
      if (!improve()) continue;
      at.v = u + at.Y_ * at.mu;
      look_ahead(at, mean, r, J);
      at.looked = improve();
    }
    if (at.looked) return;
    report.outcome = at.mu.allFinite() ? Outcome::stage_solver_stagnated : Outcome::stage_solver_diverged;
  }

  /// r at v and the point that it leads to, and its Jacobian with that point as it is.
  void look_ahead(State& at, bool mean, L& r, S& J) const {
    at.ahead = at.q + at.look * at.v;
    A A_ahead = constraint_matrix(at.ahead);
    if (mean) A_ahead += at.A_;
    r = A_ahead * at.v;
    J = A_ahead * at.Y_;
  }

  /// r and its Jacobian at v.
  void linearise(const State& at, bool mean, L& r, S& J) const {
    using D = Dual<Real, 1>;
    const Q q = at.q + at.look * at.v;
    for (Eigen::Index j = 0; j < r.size(); ++j) {
      const Q dv = at.Y_.col(j);
      const auto k = system::constraint<P, D>(problem_, D(0), along(q, Q(at.look * dv)), along(at.v, dv));
      for (Eigen::Index i = 0; i < r.size(); ++i) {
        r[i] = k[i].value();
        J(i, j) = k[i].derivatives()[0];
      }
    }
    if (!mean) return;
    r += at.A_ * at.v;
    J += at.A_ * at.Y_;
  }

  Real twice_kinetic(const State& at) const {
    return at.v.dot(system::momentum<P, Real>(problem_, Real(0), at.q, at.v));
  }

  P problem_;
  State now_;
  system::ConstantMassInverse<P, Real> inverse_;
  bool affine_ = false;  // r is affine in mu
  mutable L l_ = now_.mu;
};

}  // namespace nonholo
