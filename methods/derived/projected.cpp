// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/derived/projected.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/while_conservative.hpp>
#include <nonholo/framework/system/constraint_projection.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace nonholo {

namespace {

/// Puts (q, v) back; counts evaluations of the system.
template <class Real, int n, int m> class Projection {
 public:
  using Q = Vector<Real, n>;
  static constexpr bool has_energy = true;

  explicit Projection(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        saddle_(*dynamics_),
        linear_(dynamics_->coordinates(), dynamics_->constraints()),
        zero_(Vector<Real, m>::Zero(dynamics_->constraints())),
        q_(dynamics_->coordinates()),
        v_(dynamics_->coordinates()),
        momentum_(dynamics_->coordinates()),
        slope_(dynamics_->coordinates()),
        move_(dynamics_->coordinates()),
        mass_(dynamics_->coordinates()) {}

  int evaluations = 0;
  Real residual = 0;  ///< of the energy that was not reached, relative

  Real energy(Real t, const Q& q, const Q& v) {
    ++evaluations;
    return dynamics_->energy(t, q, v);
  }

  bool onto_constraint(Real t, Q& q, Q& v) {
    ++evaluations;
    return saddle_.place(t, q, v) && saddle_.project(t, q, v);
  }

  /// (q, v), with k = 0, onto the energy E0 and k = 0: a secant iteration for a. h is the step that led here.
  Outcome onto_energy(Real t, Real h, const Real& E0, Q& q, Q& v) {
    using std::abs;
    q_ = q;
    v_ = v;
    Real a = 0, excess = energy(t, q, v) - E0;
    if (excess == 0) return Outcome::success;
    Real rate = direction(t, h, E0 + excess);
    if (abs(excess) <= epsilon<Real> * scale_) return Outcome::success;
    for (int i = 0; i < most_iterations; ++i) {
      const Real before = excess, from = a;
      a -= excess / rate;
      q = q_ + a * move_;
      v = (1 + a) * v_;
      if (!q.allFinite() || !v.allFinite()) break;
      if (!onto_constraint(t, q, v)) break;
      excess = energy(t, q, v) - E0;
      if (abs(excess) <= epsilon<Real> * scale_) return Outcome::success;
      // no longer falls: round-off
      if (abs(excess) >= abs(before) && abs(excess) <= 64 * epsilon<Real> * scale_) return Outcome::success;
      rate = (excess - before) / (a - from);
    }
    residual = abs(excess) / scale_;
    return Outcome::stage_solver_stagnated;
  }

 private:
  static constexpr int most_iterations = 30;

  /// move_ = d_q and scale_ at (q_, v_), whose energy is E; returns dH/da.  H_v = p_v v,  H_q = p_q^T v - f
  ///     (H = v . L_v - L, f = L_q).
  Real direction(Real t, Real h, const Real& E) {
    using std::abs;
    ++evaluations;
    dynamics_->linearise(t, q_, v_, zero_, linear_);
    dynamics_->force(t, q_, v_, slope_);
    slope_ = -slope_;
    slope_.noalias() += linear_.p_q.transpose() * v_;
    momentum_.noalias() = linear_.p_v * v_;
    const Real twice_kinetic = v_.dot(momentum_);
    // Round-off of H: of its two terms, and of a position that is rounded.
    scale_ = abs(E) + 2 * twice_kinetic + slope_.cwiseAbs().dot(q_.cwiseAbs());
    mass_.compute(linear_.p_v);
    move_ = slope_;
    mass_.solve_in_place(move_);
    saddle_.project(t, q_, move_);
    move_ *= h * h;
    return twice_kinetic + slope_.dot(move_);
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  SaddlePoint<Real, n, m> saddle_;
  Linearisation<Real, n, m> linear_;
  Vector<Real, m> zero_;
  Q q_, v_, momentum_, slope_, move_;
  Cholesky<Real, n> mass_;
  Real scale_ = 0;
};

/// Puts y of a DAE back; v is empty.
template <class Real> class DaeProjection {
 public:
  using Q = VectorX<Real>;
  static constexpr bool has_energy = false;

  explicit DaeProjection(std::unique_ptr<Hessenberg<Real>> dae)
      : dae_(std::move(dae)),
        projection_(*dae_),
        z_(VectorX<Real>::Zero(dae_->algebraic())) {}

  int evaluations = 0;
  Real residual = 0;

  bool onto_constraint(Real t, Q& y, Q&) {
    ++evaluations;
    return projection_(*dae_, t, z_, y);
  }

 private:
  std::unique_ptr<Hessenberg<Real>> dae_;
  ConstraintProjection<Real> projection_;
  VectorX<Real> z_;
};

template <class Real, class Projector> class Projected final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;
  using Q = typename Projector::Q;

 public:
  Projected(std::unique_ptr<Integrator<Real>> base, Projector projection, bool onto_energy)
      : Integrator<Real>(base->system()),
        base_(std::move(base)),
        projection_(std::move(projection)),
        onto_energy_(onto_energy),
        q_(this->system().coordinates()),
        v_(this->system().velocities()),
        q0_(q_),
        v0_(v_),
        lambda_(VectorX<Real>::Zero(this->system().multipliers())) {}

  MethodTraits traits() const override {
    const MethodTraits base = base_->traits();
    return {.order = base.order,
            .multiplier_order = base.multiplier_order,
            .keeps_constraint = true,
            .keeps_energy = onto_energy_,
            .adaptive = base.adaptive};
  }

  void guess_multipliers(Values lambda) override { base_->guess_multipliers(lambda); }

  std::string remark() const override { return base_->remark(); }
  bool save(std::vector<Real>& numbers) const override {
    put(numbers, energy_);
    put(numbers, lambda_);
    put(numbers, shown_);
    return base_->save(numbers);
  }
  void set_time(Real t) override { base_->set_time(t); }
  View<Real> view() const override {
    const View<Real> base = base_->view();
    return {base.t, base.q, base.v, values(lambda_).first(shown_)};
  }
  void reverse() override {
    base_->reverse();
    shown_ = 0;
  }

 private:
  void do_start(Real t, Values q, Values v) override {
    base_->start(t, q, v);
    begin(t);
  }

  void do_move_to(Real t, Values q, Values v) override {
    base_->move_to(t, q, v);
    begin(t);
  }

  StepReport do_step(Real h) override {
    const Real t0 = base_->view().t;
    load(q0_, v0_);
    StepReport report = base_->step(h);
    if (report.outcome != Outcome::success) return report;
    load(q_, v_);
    const Real t = base_->view().t;
    projection_.evaluations = 0;
    report.outcome = project(t, t - t0);
    report.evaluations += projection_.evaluations;
    if (report.outcome == Outcome::success && !(q_.allFinite() && v_.allFinite())) report.outcome = Outcome::not_finite;
    if (report.outcome == Outcome::success) {
      keep_multipliers();
      base_->move_to(t, values(q_), values(v_));
    } else {
      report.residual = static_cast<double>(projection_.residual);
      base_->move_to(t0, values(q0_), values(v0_));
    }
    return report;
  }

  void do_restore(Values& numbers) override {
    take(numbers, energy_);
    take(numbers, lambda_);
    take(numbers, shown_);
    base_->restore(numbers);
  }

  void begin(Real t) {
    load(q_, v_);
    if constexpr (Projector::has_energy)
      if (onto_energy_) energy_ = projection_.energy(t, q_, v_);
    shown_ = 0;
  }

  void load(Q& q, Q& v) const {
    const View<Real> state = base_->view();
    std::ranges::copy(state.q, q.begin());
    std::ranges::copy(state.v, v.begin());
  }

  /// A move_to() may lose those of the base.
  void keep_multipliers() {
    const Values lambda = base_->view().lambda_stage;
    shown_ = lambda.size();
    std::ranges::copy(lambda, lambda_.begin());
  }

  Outcome project(Real t, Real h) {
    if (!projection_.onto_constraint(t, q_, v_)) return why_unsolved(this->system(), t, values(q_), values(v_));
    if constexpr (Projector::has_energy)
      if (onto_energy_) return projection_.onto_energy(t, h, energy_, q_, v_);
    return Outcome::success;
  }

  std::unique_ptr<Integrator<Real>> base_;
  Projector projection_;
  bool onto_energy_;
  Real energy_ = 0;  // of the start
  Q q_, v_, q0_, v0_;
  VectorX<Real> lambda_;
  std::size_t shown_ = 0;  // entries of lambda_: none before the first step
};

}  // namespace

template <class Real>
std::unique_ptr<Integrator<Real>> projected(std::unique_ptr<Integrator<Real>> base, bool onto_energy) {
  const System<Real> system = base->system();
  if (system.kind() == SystemKind::skew_gradient)
    throw UnsuitableSystem("a system with a constraint", fmt::format("is {} without one", describe(system.kind())));
  if (!base->traits().one_step)
    throw InputError("base", "a projection needs a one-step method: it changes (q, v) after each step");
  if (onto_energy && system.kind() == SystemKind::dae)
    throw InputError("onto", "a DAE has no energy: take onto = \"constraint\"");
  if (onto_energy && system.kind() == SystemKind::mechanical) want_linear_constraint(system.traits());
  if (system.kind() == SystemKind::dae)
    return std::make_unique<Projected<Real, DaeProjection<Real>>>(std::move(base),
                                                                  DaeProjection<Real>(system.hessenberg()), false);
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<Real>> {
    std::unique_ptr<Integrator<Real>> made = std::make_unique<Projected<Real, Projection<Real, n, m>>>(
        std::move(base), Projection<Real, n, m>(dynamics), onto_energy);
    return onto_energy ? while_conservative(std::move(made)) : std::move(made);
  });
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> projected(std::unique_ptr<Integrator<double>>, bool);
#else
template std::unique_ptr<Integrator<quad>> projected(std::unique_ptr<Integrator<quad>>, bool);
#endif

}  // namespace nonholo
