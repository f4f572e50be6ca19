// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/geometric/gni.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/unseen_motion.hpp>
#include <nonholo/framework/solver/seen_increments.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/discrete_lagrangian/frozen_momentum.hpp>
#include <nonholo/methods/geometric/momentum_projection.hpp>
#include <nonholo/methods/geometric/node_integrator.hpp>
#include <nonholo/methods/geometric/rattle_moves.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace nonholo {

namespace {

/// minus(q_k, w) = p- in the n unknowns w.
template <class Real, int n, int m> class NextNodeEquations final : public StageEquations<Real>,
                                                                    public SeenIncrements<Real> {
  using Q = Vector<Real, n>;

 public:
  NextNodeEquations(const Dynamics<Real, n, m>& dynamics, PairPoints<Real, n, m>& points)
      : points_(points),
        frozen_(dynamics, points),
        n_(dynamics.coordinates()) {}

  Eigen::Index size() const override { return n_; }

  /// As `seen` compares (w, dw).
  void compare_by(std::function<Real(const VectorX<Real>&)> seen) { seen_ = std::move(seen); }
  Real seen(const VectorX<Real>&, const VectorX<Real>& dx) override { return seen_(dx); }

  void begin(Real t, Real h, const Q& q, const Q& v, const Q& wanted) {
    t_ = t;
    h_ = h;
    q_ = q;
    wanted_ = wanted;
    of_guess_ = -1;
    frozen_.begin(t, q, v);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    w_ = x;
    points_.evaluate(t_, h_, q_, w_);
    points_.minus(momentum_);
    momentum_ -= wanted_;
    F = momentum_;
  }

  bool linearise() override { return frozen_.compute(h_); }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    momentum_ = -F;
    frozen_.solve(momentum_, dw_);
    dx = dw_;
  }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    points_.minus_derivative(slope_);
    J = slope_;
  }

  /// No less than for the guess, which holds half a step's force: with a rule to the right what starts from rest ends
  /// at w = 0. Other iterates may have run away. Nor less than the momentum that w is to have, which reactions made and
  /// forces take away again where the body stands still.
  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    const auto& mass = frozen_.mass();
    momentum_.noalias() = mass * w_;
    const Real twice_kinetic = w_.dot(momentum_);
    if (of_guess_ < 0) of_guess_ = std::max<Real>(0, twice_kinetic);
    Real most = std::max<Real>(of_guess_, twice_kinetic);
    momentum_ = w_;
    add_impulses(
        wanted_, [&mass](Eigen::Index i) { return mass(i, i); }, momentum_, most);
    velocity_weights(momentum_, most, mass, weight);
  }

 private:
  PairPoints<Real, n, m>& points_;
  FrozenMomentum<Real, n, m> frozen_;
  const Eigen::Index n_;
  Real t_ = 0, h_ = 0, of_guess_ = -1;  // twice the kinetic energy
  Q q_{n_}, w_{n_}, dw_{n_}, momentum_{n_}, wanted_{n_};
  Matrix<Real, n, n> slope_{n_, n_};
  std::function<Real(const VectorX<Real>&)> seen_;
};

template <class Real> struct GeometricParameters {
  GeometricNonholonomic<Real> method;
  SolverOptions<Real> solver;
  bool is_explicit, symmetric;
};

template <class Real, int n, int m> class GeometricIntegrator final : public NodeIntegrator<Real, n, m> {
  using Base = NodeIntegrator<Real, n, m>;
  using Base::dynamics_, Base::lambda_, Base::m_, Base::n_, Base::next_lambda_, Base::next_q_, Base::next_v_;
  using Base::q_, Base::start_, Base::t_, Base::v_;
  using typename Base::Q;

 public:
  GeometricIntegrator(const System<Real>& system, const Dynamics<Real, n, m>& dynamics,
                      const GeometricParameters<Real>& parameters)
      : Base(system, dynamics, parameters.method.start),
        explicit_(parameters.is_explicit),
        symmetric_(parameters.symmetric),
        points_(dynamics, parameters.method.lagrangian),
        solver_(make_solver<Real>(n_, parameters.solver)) {
    for (const DifferenceSample<Real>& s : parameters.method.lagrangian)
      if (s.theta == 0) weight_of_q_a_ += s.weight;
    equations_.compare_by([this](const VectorX<Real>& dw) {
      moved_ = step_ * dw;
      return motion_.part(t_, values(q_), values(q_), step_, values(moved_), values(dw));
    });
  }

  MethodTraits traits() const override {
    const bool zero = start_ == MultiplierStart::zero;
    return {.order = symmetric_ ? 2 : 1,
            .multiplier_order = zero ? 0 : (symmetric_ ? 2 : 1),
            .symmetric = symmetric_,
            .reversible = symmetric_,
            .keeps_constraint = true,
            .one_step = false};
  }

 private:
  void do_start(Real t, typename Base::Values q, typename Base::Values v) override {
    solver_->forget();
    Base::do_start(t, q, v);
  }

  StepReport do_step(Real h) override {
    reflect(h);
    StepReport report = next_node(h);
    if (report.outcome != Outcome::success) return report;
    next_q_ = q_ + h * w_;
    points_.evaluate(t_, h, q_, w_);
    points_.plus(p_);
    const bool projected = projection_.onto_constraint(t_ + h, h / 2, next_q_, p_, next_v_, next_lambda_);
    if (!next_q_.allFinite() || !p_.allFinite()) report.outcome = Outcome::not_finite;
    else if (!projected) report.outcome = why_unsolved(this->system(), t_ + h, values(next_q_), values(w_));
    else this->advance(h);
    return report;
  }

  /// p_ = p- = p~ + h/2 K^T lambda at the state.
  void reflect(Real h) {
    dynamics_.momentum(t_, q_, v_, p_);
    dynamics_.constraint(t_, q_, v_, k_, K_);
    f_.noalias() = K_.transpose() * lambda_;
    p_ += (h / 2) * f_;
  }

  /// w_ from minus(q, w) = p_; what the explicit methods compute is the guess of the others. Not the w of steps
  /// behind: they swing with the multipliers that momenta are reflected by.
  StepReport next_node(Real h) {
    dynamics_.force(t_, q_, v_, f_);
    w_ = p_ + (h * (explicit_ ? weight_of_q_a_ : Real(1) / 2)) * f_;
    if (!projection_.velocity(t_, q_, w_))
      return {.outcome = why_unsolved(this->system(), t_, values(q_), values(v_)), .evaluations = 1};
    if (explicit_) return {.outcome = Outcome::success, .evaluations = 1};
    equations_.begin(t_, h, q_, v_, p_);
    step_ = h;
    x_ = w_;
    const SolverReport solved = solver_->solve(equations_, x_);
    w_ = x_;
    return {.outcome = solved.outcome,
            .iterations = solved.iterations,
            .evaluations = solved.evaluations * points_.count() + 1,
            .residual = solved.increment};
  }

  bool explicit_, symmetric_;
  Real weight_of_q_a_ = 0;
  PairPoints<Real, n, m> points_;
  NextNodeEquations<Real, n, m> equations_{dynamics_, points_};
  std::unique_ptr<NonlinearSolver<Real>> solver_;
  MomentumProjection<Real, n, m> projection_{dynamics_};
  Q p_{n_}, w_{n_}, f_{n_};
  Vector<Real, m> k_{m_};
  Matrix<Real, m, n> K_{m_, n_};
  VectorX<Real> x_{n_};
  // of a motion that comes to rest
  SeenMotion<Real> motion_{this->system()};
  VectorX<Real> moved_ = VectorX<Real>::Zero(n_);
  Real step_ = 0;
};

}  // namespace

namespace {

/// The reflection of momenta is that of the metric p_v, one for all momenta at q.
void want_momentum_metric(const DynamicsTraits& traits) {
  want_natural(traits);
  want_linear_constraint(traits);
  want_ideal_reaction(traits);
  want_velocity_constraints(traits);
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> gni(const System<Real>& system,
                                                            const GeometricNonholonomic<Real>& method,
                                                            const SolverOptions<Real>& options) {
  check_rule(method.lagrangian, "difference");
  if (system.kind() == SystemKind::mechanical) want_momentum_metric(system.traits());
  const bool at_nodes = samples_nodes_only(method.lagrangian),
             symmetric = is_symmetric(method.lagrangian, system.coordinates());
  const bool is_explicit = at_nodes && system.traits().constant_mass && system.traits().conservative;
  if (is_explicit && symmetric)
    if (auto fused = kick_drift_integrator(system, rattle_moves<Real>(method.start), options)) return fused;
  return node_integrator<GeometricIntegrator>(system,
                                              GeometricParameters<Real>{method, options, is_explicit, symmetric});
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> gni(const System<double>&, const GeometricNonholonomic<double>&,
                                                 const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> gni(const System<quad>&, const GeometricNonholonomic<quad>&,
                                               const SolverOptions<quad>&);
#endif

}  // namespace nonholo
