// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/kick_drift_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/base/small_solver.hpp>
#include <nonholo/framework/expression/factored_nodes.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

template <class Real, int n, int m> class KickDriftOfExpressions final : public KickDrift<Real> {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using typename KickDrift<Real>::Values;
  using MoveT = KickDriftMove<Real>;

  /// What is known of the point q.
  struct Here {
    Q M_f;  // M^-1 f(q)
    Matrix<Real, m, n> K;
    Matrix<Real, n, m> Y;  // M^-1 K^T
    bool known = false;
  };

  /// Where the moves have come.
  struct State {
    Q q, v;
    Q w;            // v of the latest drift
    L mu;           // c h l of the latest kick
    Real c_h = 1;   // its c h
    Here here;      // of q
    Q seen;         // where the latest kick has looked, as it was rounded then ...
    Real look = 0;  // ... and how far
    bool looked = false;
  };

 public:
  explicit KickDriftOfExpressions(std::shared_ptr<const KickDriftPrograms<Real>> programs)
      : programs_(std::move(programs)),
        M_(programs_->M),
        zero_(Q::Zero(programs_->n)),
        l_(L::Zero(programs_->m)),
        solver_(programs_->m),
        r_(l_),
        d_(l_),
        v_(zero_),
        w_(zero_),
        J_(Matrix<Real, m, m>::Zero(l_.size(), l_.size())),
        K_(Matrix<Real, m, n>::Zero(l_.size(), zero_.size())),
        k_q_(K_) {
    now_ = {.q = zero_, .v = zero_, .w = zero_, .mu = l_, .here = {zero_, K_, K_.transpose()}, .seen = zero_};
    at_ = now_;
  }

  void start(Values q, Values v, Values l) override {
    std::ranges::copy(q, now_.q.begin());
    std::ranges::copy(v, now_.v.begin());
    std::ranges::copy(l, now_.mu.begin());
    now_.w = now_.v;
    now_.c_h = 1;
    now_.looked = now_.here.known = false;
    l_ = now_.mu;
  }

  void reverse() override {
    now_.v = -now_.v;
    now_.w = -now_.w;
  }

  KickDriftReport run(std::span<const MoveT> moves) override {
    at_ = now_;
    at_.looked = false;
    report_ = {};
    for (const MoveT& move : moves) {
      if (move.move == Move::drift) drift(move.c);
      else if (move.move == Move::push) push(at_.v, move.c);
      else if (move.move == Move::leap) push(at_.w, move.c);
      else kick(move);
    }
    if (report_.outcome == Outcome::success && !(at_.q.allFinite() && at_.v.allFinite()))
      report_.outcome = Outcome::not_finite;
    if (report_.outcome != Outcome::success) return report_;
    now_ = at_;  // in place: who looks on keeps the addresses
    l_ = now_.mu / now_.c_h;
    return report_;
  }

  Values q() const override { return values(now_.q); }
  Values v() const override { return values(now_.v); }
  Values l() const override { return values(l_); }

 private:
  const Real* run(const Program<Real>& program, const Q& q, const Q& v) const {
    return program.run(Real(0), q.data(), v.data(), static_cast<std::size_t>(q.size()));
  }

  static const Real* take(const Real* from, Matrix<Real, m, n>& rows) {
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      for (Eigen::Index j = 0; j < rows.cols(); ++j) rows(i, j) = *from++;
    return from;
  }

  void visit() {
    Here& here = at_.here;
    if (here.known) return;
    const Real* from = run(programs_->here, at_.q, zero_);
    std::copy_n(from, here.M_f.size(), here.M_f.begin());
    from = take(from + here.M_f.size(), here.K);
    for (Eigen::Index j = 0; j < here.Y.cols(); ++j)
      for (Eigen::Index i = 0; i < here.Y.rows(); ++i) here.Y(i, j) = *from++;
    here.known = true;
    ++report_.evaluations;
  }

  void drift(Real c) {
    at_.w = at_.v;
    if (at_.looked && c == at_.look) at_.q = at_.seen;
    else at_.q += c * at_.v;
    at_.here.known = at_.looked = false;
  }

  void push(const Q& from, Real c) {
    visit();
    at_.v = from + c * at_.here.M_f;
    d_ = (c / at_.c_h) * at_.mu;
    at_.v.noalias() += at_.here.Y * d_;
  }

  void kick(const MoveT& move) {
    visit();
    at_.v += move.c * at_.here.M_f;
    const bool mean = move.move == Move::mean_kick;
    if (move.look == 0) solve_affine(at_.here.K);  // mean or not
    else if (programs_->affine) solve_ahead(move.look, mean);
    else solve(move, mean);
    at_.c_h = move.c;
    at_.v.noalias() += at_.here.Y * at_.mu;
  }

  void solve_ahead(Real look, bool mean) {
    v_ = at_.q + look * at_.v;
    take(run(programs_->ahead, v_, at_.v) + l_.size(), K_);
    if (mean) K_ += at_.here.K;
    solve_affine(K_);
  }

  /// The mu with K (v + Y mu) = 0.
  void solve_affine(const Matrix<Real, m, n>& K) {
    r_.noalias() = K * at_.v;
    J_.noalias() = K * at_.here.Y;
    solver_.compute(J_);
    solver_.solve(r_, at_.mu);
    at_.mu = -at_.mu;
  }

  /// r and its Jacobian at v and the point that it leads to, which stays in `seen`.
  void linearise(Real look, bool mean) {
    v_ = at_.v;
    v_.noalias() += at_.here.Y * at_.mu;
    at_.seen = at_.q + look * v_;
    const Real* const from = run(programs_->ahead, at_.seen, v_);
    std::copy_n(from, r_.size(), r_.begin());
    take(take(from + r_.size(), K_), k_q_);
    k_q_ = look * k_q_ + K_;
    if (mean) {
      r_.noalias() += at_.here.K * v_;
      k_q_ += at_.here.K;
    }
    J_.noalias() = k_q_ * at_.here.Y;
  }

  /// mu -= J^-1 r; whether v changes little, in the mass metric. Where all that is held stays at rest, compared with
  /// what the force alone would make of it.
  bool improve(Real c) {
    solver_.compute(J_);
    solver_.solve(r_, d_);
    at_.mu -= d_;
    w_.noalias() = at_.here.Y * d_;
    r_.noalias() = at_.here.K * w_;
    const Real moved = d_.dot(r_), part = epsilon<Real> / 256;
    if (moved <= part * square(v_)) return ++report_.iterations, true;
    return ++report_.iterations > 4 && moved <= part * c * c * square(at_.here.M_f);
  }

  /// In the mass metric.
  Real square(const Q& x) {
    w_.noalias() = M_ * x;
    return x.dot(w_);
  }

  /// Newton's method until the next increment would be negligible; then once more from the point as it is rounded,
  /// where drift() then goes: an ulp of a large angle is many ulps of the constraint.
  void solve(const MoveT& move, bool mean) {
    constexpr int most_iterations = 50;
    at_.mu *= move.c / at_.c_h;  // the multiplier is about what it was
    at_.look = move.look;
    bool near = false;
    for (int i = 0; i < most_iterations; ++i) {
      linearise(move.look, mean);
      const bool done = improve(move.c);
      if (done && near) {
        at_.looked = true;
        return;
      }
      near = done;
    }
    report_.outcome = at_.mu.allFinite() ? Outcome::stage_solver_stagnated : Outcome::stage_solver_diverged;
  }

  std::shared_ptr<const KickDriftPrograms<Real>> programs_;
  Matrix<Real, n, n> M_;
  Q zero_;
  L l_;
  State now_, at_;
  KickDriftReport report_;
  SmallSolver<Real, m> solver_;
  L r_, d_;
  Q v_, w_;
  Matrix<Real, m, m> J_;
  Matrix<Real, m, n> K_, k_q_;
};

template <class Real, class... Sizes>
std::unique_ptr<KickDrift<Real>> in_sizes(SizeClasses<Sizes...>,
                                          const std::shared_ptr<const KickDriftPrograms<Real>>& programs) {
  std::unique_ptr<KickDrift<Real>> made;
  const bool fixed = ((programs->n == Sizes::n && programs->m == Sizes::m &&
                       (made = std::make_unique<KickDriftOfExpressions<Real, Sizes::n, Sizes::m>>(programs), true)) ||
                      ...);
  if (!fixed) made = std::make_unique<KickDriftOfExpressions<Real, dynamic, dynamic>>(programs);
  return made;
}

}  // namespace

KickDriftNodes kick_drift_nodes(Graph& graph, KickDriftParts parts) {
  const auto n = static_cast<std::ptrdiff_t>(parts.n);
  const FactoredNodes mass(graph, parts.M, parts.n);
  KickDriftNodes all{.n = parts.n, .m = parts.m, .M = parts.M, .here = mass.solved(parts.force), .ahead = parts.k};
  std::vector<Node> Y;
  std::vector<int> moved;  // coordinates
  for (int j = 0; j < parts.m; ++j) {
    const auto row = parts.K.begin() + j * n;
    const std::vector<Node> column = mass.solved({row, row + n});
    for (std::size_t i = 0; i < column.size(); ++i)
      if (!graph.is(column[i], 0)) moved.push_back(parts.q[i]);
    Y.insert(Y.end(), column.begin(), column.end());
  }
  all.here.insert(all.here.end(), parts.K.begin(), parts.K.end());
  all.here.insert(all.here.end(), Y.begin(), Y.end());
  all.ahead.insert(all.ahead.end(), parts.K.begin(), parts.K.end());
  const std::vector<bool> depends = graph.dependent(moved);
  all.affine =
      std::ranges::none_of(parts.K, [&](Node x) -> bool { return depends[static_cast<std::size_t>(x.index)]; });
  if (!all.affine) all.ahead.insert(all.ahead.end(), parts.k_q.begin(), parts.k_q.end());
  return all;
}

template <class Real>
std::unique_ptr<KickDrift<Real>> kick_drift_of(std::shared_ptr<const KickDriftPrograms<Real>> programs) {
  return in_sizes<Real>(FixedSizeClasses<Real>(), programs);
}

template std::unique_ptr<KickDrift<double>> kick_drift_of(std::shared_ptr<const KickDriftPrograms<double>>);
template std::unique_ptr<KickDrift<quad>> kick_drift_of(std::shared_ptr<const KickDriftPrograms<quad>>);

}  // namespace nonholo
