// The equations of a discrete Lagrange-d'Alembert step that is explicit but for the constraint. Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/base/small_solver.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_constraint.hpp>
#include <nonholo/methods/discrete_lagrangian/node_pair.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonholo {

/// Constant mass, no forces, L_d sampled at nodes alone: v_1 = v_0 + h M^-1 f(q_b) + reaction Y l, Y = M^-1 K(q_b)^T,
/// with the one equation k_d = 0 in the m unknowns l.
template <class Real, int n, int m> class ExplicitLagrangianEquations final : public StepEquations<Real> {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using typename StepEquations<Real>::State;

 public:
  ExplicitLagrangianEquations(SharedParameters<Real> parameters, const Dynamics<Real, n, m>& dynamics)
      : parameters_(std::move(parameters)),
        dynamics_(dynamics) {}

  MethodTraits traits() const override { return parameters_->traits(true); }
  int points() const override { return 1; }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return m_; }

  void begin(const State& state, Real h) override {
    t0_ = state.t;
    q0_ = state.q;
    v0_ = state.v;
    pair_.begin(state, q0_, v0_, h);
    if (!inverse_known_) {
      dynamics_.mass(t0_, q0_, v0_, mass_);
      inverse_known_ = inverse_.compute(mass_);
    }
    dynamics_.constraint(pair_.t_b, pair_.q_b, pair_.w, k_, K_b_);
    dynamics_.force(pair_.t_b, pair_.q_b, pair_.w, f_);
    reaction_ = pair_.half_step() ? Real(h / 2) : h;
    u_.noalias() = inverse_.matrix() * f_;
    free_ = pair_.w + reaction_ * u_;  // the force of the pair behind and of that ahead, or half of it
    inverse_.times_transposed(K_b_, Y_);
  }

  void first_guess(VectorX<Real>& x) override {
    if (saddle_.solve(t0_, q0_, v0_)) x = saddle_.multipliers();
    else x.setZero();
  }

  void end(const VectorX<Real>& x, State& next) override {
    move(x);
    as<Q>(next.v) = v1_;
    pair_.end(v1_, next.q);
    as<L>(next.lambda) = l_;
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    move(x);
    constraint_.value(pair_.t_b, pair_.h, pair_.q_b, v1_, k_);
    F = k_;
  }

  /// A multiplier is converged when what it still adds to the velocities is.
  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    using std::abs;
    u_.noalias() = mass_ * v1_;
    Real twice_kinetic = v1_.dot(u_);
    u_.noalias() = mass_ * free_;  // v_1 is what reactions leave of it
    twice_kinetic = std::max<Real>(twice_kinetic, free_.dot(u_));
    largest_ = v1_.cwiseAbs().cwiseMax(free_.cwiseAbs());
    velocity_weights(largest_, twice_kinetic, mass_, u_);
    for (Eigen::Index j = 0; j < m_; ++j) {
      Real largest = 0;
      for (Eigen::Index i = 0; i < n_; ++i) largest = std::max<Real>(largest, abs(Y_(i, j)) * u_[i]);
      weight[j] = abs(reaction_) * largest;
    }
  }

  bool linearise() override {
    if (!inverse_known_) return false;
    differentiate();
    if (!schur_.allFinite()) return false;
    schur_solver_.compute(schur_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    k_ = -F;
    schur_solver_.solve(k_, l_);
    dx = l_;
  }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    differentiate();
    J = schur_;
  }

 private:
  void move(const VectorX<Real>& x) {
    l_ = Eigen::Map<const L>(x.data(), m_);
    u_.noalias() = Y_ * l_;
    v1_ = free_ + reaction_ * u_;
  }

  void differentiate() {
    constraint_.derivative(pair_.t_b, pair_.h, pair_.q_b, v1_, G_);
    schur_.noalias() = G_ * Y_;
    schur_ *= reaction_;
  }

  SharedParameters<Real> parameters_;
  const Dynamics<Real, n, m>& dynamics_;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints();
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  NodePair<Real, n, m> pair_{parameters_->method, dynamics_};
  DiscreteConstraint<Real, n, m> constraint_{dynamics_, parameters_->method.constraint};
  Real t0_ = 0, reaction_ = 0;

  Q q0_{n_}, v0_{n_}, v1_{n_}, free_{n_}, f_{n_}, u_{n_}, largest_{n_};
  L k_{m_}, l_{m_};
  Matrix<Real, m, n> K_b_{m_, n_}, G_{m_, n_};
  Matrix<Real, n, m> Y_{n_, m_};
  Matrix<Real, n, n> mass_{n_, n_};
  MassInverse<Real, n> inverse_{n_};
  bool inverse_known_ = false;
  Matrix<Real, m, m> schur_{m_, m_};
  SmallSolver<Real, m> schur_solver_{m_};
};

}  // namespace nonholo
