// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/solver/kept_weights.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/base/small_solver.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_constraint.hpp>
#include <nonholo/methods/discrete_lagrangian/explicit_lagrangian.hpp>
#include <nonholo/methods/discrete_lagrangian/frozen_momentum.hpp>
#include <nonholo/methods/discrete_lagrangian/node_pair.hpp>
#include <nonholo/methods/family/kick_drift_integrator.hpp>

namespace nonholo {

namespace {

/// The equations of one step in the unknowns x = (v_1, l), for any mass and any rule.
template <class Real, int n, int m> class DiscreteLagrangianEquations final : public StepEquations<Real> {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using typename StepEquations<Real>::State;

 public:
  DiscreteLagrangianEquations(SharedParameters<Real> parameters, const Dynamics<Real, n, m>& dynamics)
      : parameters_(std::move(parameters)),
        dynamics_(dynamics) {}

  MethodTraits traits() const override { return parameters_->traits(false); }
  int points() const override { return points_.count(); }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return n_ + m_; }

  void begin(const State& state, Real h) override {
    kept_weights_.begin_step();
    t0_ = state.t;
    q0_ = state.q;
    v0_ = state.v;
    pair_.begin(state, q0_, v0_, h);
    const bool half = pair_.half_step();
    reaction_ = half ? Real(h / 2) : h;
    if (half) {
      dynamics_.momentum(t0_, q0_, v0_, known_);
    } else {
      points_.evaluate_lagrangian(pair_.t_a, h, pair_.q_a, pair_.w);
      points_.plus(known_);
    }
    if (half || !points_.K_at_b(K_b_)) dynamics_.constraint(pair_.t_b, pair_.q_b, pair_.w, k_, K_b_);
    frozen_.begin(pair_.t_b, pair_.q_b, pair_.w);
  }

  void first_guess(VectorX<Real>& x) override {
    kept_weights_.guess_from_start();
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    v1_ = pair_.w;
    if (regular) v1_ += pair_.h * saddle_.acceleration();
    velocity(x) = v1_;
    if (regular) multiplier(x) = saddle_.multipliers();
    else multiplier(x).setZero();
  }

  void end(const VectorX<Real>& x, State& next) override {
    v1_ = velocity(x);
    as<Q>(next.v) = v1_;
    pair_.end(v1_, next.q);
    as<L>(next.lambda) = multiplier(x);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    v1_ = velocity(x);
    points_.evaluate(pair_.t_b, pair_.h, pair_.q_b, v1_);
    points_.minus(momentum_);
    l_ = multiplier(x);
    u_.noalias() = K_b_.transpose() * l_;
    momentum_ -= known_;
    momentum_ += -reaction_ * u_;
    velocity(F) = momentum_;
    points_.constraint(k_);
    multiplier(F) = k_;
  }

  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    using std::abs;
    if (kept_weights_.serve(pair_.h)) return;
    const auto& mass = frozen_.mass();
    u_.noalias() = mass * v1_;
    Real twice_kinetic = v1_.dot(u_);
    // momenta before this pair, and what reactions add
    for (Eigen::Index i = 0; i < u_.size(); ++i) u_[i] = K_b_.col(i).cwiseAbs().dot(l_.cwiseAbs());
    u_ = (abs(reaction_) * u_).cwiseMax(known_.cwiseAbs());
    momentum_ = v1_;
    add_impulses(
        u_, [&mass](Eigen::Index i) { return mass(i, i); }, momentum_, twice_kinetic);
    velocity_weights(momentum_, twice_kinetic, mass, velocity(weight));
    multiplier(weight).setZero();  // they act through the velocities
  }

  /// Kept: everything but what is O(h^2).
  bool linearise() override {
    if (!frozen_.compute(pair_.h)) return false;
    points_.K(G_);
    G_ += (pair_.h * points_.theta_k()) * frozen_.k_q();
    frozen_.solve_transposed(K_b_, Y_);
    schur_.noalias() = G_ * Y_;
    if (!schur_.allFinite()) return false;
    schur_solver_.compute(schur_);
    return true;
  }

  // dv = -u + Y dl, u and Y from R and K^T as FrozenMomentum has it, dl = reaction dlambda;  (G Y) dl = -k + G u.
  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    momentum_ = velocity(F);
    frozen_.solve(momentum_, u_);
    r_.noalias() = G_ * u_;
    l_ = multiplier(F);
    r_ -= l_;
    schur_solver_.solve(r_, dl_);
    momentum_.noalias() = Y_ * dl_;
    momentum_ -= u_;
    velocity(dx) = momentum_;
    dl_ /= reaction_;
    multiplier(dx) = dl_;
  }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    points_.minus_derivative(slope_);
    constraint_.derivative(pair_.t_b, pair_.h, pair_.q_b, v1_, G_);
    J.setZero();
    J.topLeftCorner(n_, n_) = slope_;
    for (Eigen::Index j = 0; j < m_; ++j)
      for (Eigen::Index i = 0; i < n_; ++i) J(i, n_ + j) = -reaction_ * K_b_(j, i);
    J.bottomLeftCorner(m_, n_) = G_;
  }

 private:
  auto velocity(VectorX<Real>& x) const { return Eigen::Map<Q>(x.data(), n_); }
  auto velocity(const VectorX<Real>& x) const { return Eigen::Map<const Q>(x.data(), n_); }
  auto multiplier(VectorX<Real>& x) const { return Eigen::Map<L>(x.data() + n_, m_); }
  auto multiplier(const VectorX<Real>& x) const { return Eigen::Map<const L>(x.data() + n_, m_); }

  SharedParameters<Real> parameters_;
  const Dynamics<Real, n, m>& dynamics_;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints();
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  NodePair<Real, n, m> pair_{parameters_->method, dynamics_};
  PairPoints<Real, n, m> points_{dynamics_, parameters_->method.lagrangian, parameters_->method.constraint};
  FrozenMomentum<Real, n, m> frozen_{dynamics_, points_};
  DiscreteConstraint<Real, n, m> constraint_{dynamics_, parameters_->method.constraint};  // for its derivative
  KeptWeights<Real> kept_weights_{7};
  Real t0_ = 0, reaction_ = 0;

  Q q0_{n_}, v0_{n_}, v1_{n_}, known_{n_}, momentum_{n_}, u_{n_};
  L k_{m_}, l_{m_}, r_{m_}, dl_{m_};
  Matrix<Real, m, n> K_b_{m_, n_}, G_{m_, n_};
  Matrix<Real, n, m> Y_{n_, m_};
  Matrix<Real, n, n> slope_{n_, n_};
  Matrix<Real, m, m> schur_{m_, m_};
  SmallSolver<Real, m> schur_solver_{m_};
};

template <class Real> void check(const DiscreteLagrangian<Real>& method) {
  check_rule(method.lagrangian, "difference");
  check_rule(method.constraint, "constraint_difference");
  if (method.nodes == Nodes::constraint && (method.constraint.size() > 1 || method.constraint.front().own))
    throw InputError(
        "nodes",
        "\"constraint\" needs a discrete constraint with one sample and without its own map: take nodes = \"path\"");
}

/// The discrete reaction is K(q_b)^T lambda: no velocity belongs to the node between two pairs.
template <class Real> void want_linear_constraint_and_ideal_reaction(const System<Real>& system) {
  if (system.kind() != SystemKind::mechanical) return;  // refused as what it is
  want_linear_constraint(system.traits());
  want_ideal_reaction(system.traits());
  want_velocity_constraints(system.traits());
}

/// Of an explicit step between constraint nodes, which have one sample: at theta of the pair.
template <class Real> KickDriftMethod<Real> moves_of(const DiscreteLagrangianParameters<Real>& parameters) {
  const Real theta = parameters.method.constraint.front().theta;
  return {.moves = {{Move::drift, 1 - theta}, {Move::kick, 1, theta}, {Move::drift, theta}},
          .traits = parameters.traits(true)};
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> discrete_lagrangian(const System<Real>& system,
                                                                            const DiscreteLagrangian<Real>& method,
                                                                            const SolverOptions<Real>& options) {
  check(method);
  want_linear_constraint_and_ideal_reaction(system);
  const auto parameters = std::make_shared<const DiscreteLagrangianParameters<Real>>(
      DiscreteLagrangianParameters<Real>{method, is_symmetric(method.lagrangian, system.coordinates()),
                                         is_symmetric(method.constraint, system.coordinates())});
  const DynamicsTraits& traits = system.traits();
  const bool is_explicit =
      traits.constant_mass && traits.natural && traits.conservative && samples_nodes_only(method.lagrangian);
  if (is_explicit && method.nodes == Nodes::constraint)
    if (auto fused = kick_drift_integrator(system, moves_of(*parameters), options)) return fused;
  if (is_explicit) return stage_integrator<ExplicitLagrangianEquations>(system, parameters, options);
  return stage_integrator<DiscreteLagrangianEquations>(system, parameters, options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> discrete_lagrangian(const System<double>&,
                                                                 const DiscreteLagrangian<double>&,
                                                                 const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> discrete_lagrangian(const System<quad>&, const DiscreteLagrangian<quad>&,
                                                               const SolverOptions<quad>&);
#endif

}  // namespace nonholo
