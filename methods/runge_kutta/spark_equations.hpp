// The equations of a SPARK step on a mechanical system (spark.hpp). Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/runge_kutta/exact_spark.hpp>
#include <nonholo/methods/runge_kutta/frozen_spark.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace nonholo {

/// Unknowns x: V_0 ... V_{s-1}, V_s = v_1 (n each), then L_0 ... L_{s-1} (m each). Residuals F in the same order: the
/// momentum equations of the s + 1 points, then the averaged constraints and the one at the end.
template <class Real, int n, int m> class SparkEquations final : public StepEquations<Real> {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using typename StepEquations<Real>::State;

 public:
  SparkEquations(std::shared_ptr<const SparkCoefficients<Real>> coefficients, const Dynamics<Real, n, m>& dynamics)
      : T_(std::move(coefficients)),
        dynamics_(dynamics) {}

  MethodTraits traits() const override { return T_->traits; }
  int points() const override { return T_->points; }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return (s_ + 1) * n_ + s_ * m_; }

  void begin(const State& state, Real h) override {
    t0_ = state.t;
    q0_ = state.q;
    v0_ = state.v;
    h_ = h;
    dynamics_.momentum(t0_, q0_, v0_, p0_);
    if (!constant_mass_ || frozen_.inverts_mass()) return;
    for (auto& point : point_) dynamics_.mass(t0_, q0_, v0_, point.p_v);
    frozen_.invert_constant_mass(point_[0].p_v);
  }

  /// V_i = v_0 + c_i h a_0, L_i = lambda_0 where accelerations and multipliers exist at the start, else V_i = v_0, L_i
  /// = 0.
  void first_guess(VectorX<Real>& x) override {
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    if (regular) lambda_ = saddle_.multipliers();
    else lambda_.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) {
      v_ = v0_;
      if (regular) v_ += (h_ * T_->c[i]) * saddle_.acceleration();
      velocity(x, i) = v_;
      if (i < s_) multiplier(x, i) = lambda_;
    }
  }

  /// (q_1, v_1) and the last stage multiplier.
  void end(const VectorX<Real>& x, State& next) override {
    unpack(x);
    positions();
    as<Q>(next.q) = Q_[last()];
    as<Q>(next.v) = V_[last()];
    as<L>(next.lambda) = L_[last() - 1];
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    unpack(x);
    evaluate();
    for (Eigen::Index i = 0; i <= s_; ++i) {
      sum_.setZero();
      for (Eigen::Index j = 0; j < s_; ++j) {
        sum_ += T_->a_hat(i, j) * forces_[index(j)];
        if (!T_->same_forces) sum_ += T_->a_tilde(i, j) * reactions_[index(j)];
      }
      sum_ = point(i).p - h_ * sum_;
      velocity(F, i) = sum_ - p0_;
    }
    for (Eigen::Index i = 0; i < s_; ++i) {
      lambda_.setZero();
      for (Eigen::Index l = 0; l < T_->points; ++l)
        if (T_->w(i, l) != 0) lambda_ += T_->w(i, l) * point(l).k;
      multiplier(F, i) = lambda_;
    }
  }

  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    using std::abs;
    Real twice_kinetic = 0;
    sum_.setZero();  // the largest of every velocity
    for (Eigen::Index i = 0; i <= s_; ++i) {
      const Q& V = V_[index(i)];
      twice_kinetic = std::max(twice_kinetic, Real(abs(V.dot(point(i).p))));
      for (Eigen::Index r = 0; r < n_; ++r) sum_[r] = std::max(sum_[r], Real(abs(V[r])));
    }
    weight.setZero();  // multipliers act through the velocities: h p_v^-1 K^T dL is part of every dV
    velocity_weights(sum_, twice_kinetic, point(0).p_v, v_);
    for (Eigen::Index i = 0; i <= s_; ++i) velocity(weight, i) = v_;
  }

  bool linearise() override {
    if (constant_mass_) {
      if (!frozen_.inverts_mass()) return false;
    } else {
      dynamics_.mass(time(s_), Q_[last()], V_[last()], point(s_).p_v);
      if (!frozen_.invert_masses(point_)) return false;
    }
    dynamics_.constraint_gradient(t0_, q0_, v0_, k_q_);
    return frozen_.compute(point_, k_q_, h_);
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override { frozen_.correct(F, dx); }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    for (Eigen::Index i = 0; i < T_->points; ++i)  // points beyond the stages have no reaction of their own
      dynamics_.linearise(time(i), Q_[index(i)], V_[index(i)], L_[index(std::min(i, s_ - 1))], exact_.at(i));
    exact_.fill(J, h_);
  }

 private:
  /// Everything at all points that are at hand.
  void evaluate() {
    positions();
    for (Eigen::Index i = 0; i < s_; ++i) {
      auto& at = point(i);
      dynamics_.evaluate(time(i), Q_[index(i)], V_[index(i)], at);
      Q &force = forces_[index(i)], &reaction = reactions_[index(i)];
      force = at.f;
      reaction.noalias() = at.K.transpose() * L_[index(i)];
      if (T_->same_forces) force += reaction;
    }
    for (Eigen::Index i = s_; i < T_->points; ++i)
      dynamics_.constraint(time(i), Q_[index(i)], V_[index(i)], point(i).k, point(i).K);
    dynamics_.momentum(time(s_), Q_[last()], V_[last()], point(s_).p);
  }

  /// V and L of x; the virtual functions of Dynamics take whole vectors.
  void unpack(const VectorX<Real>& x) {
    for (Eigen::Index i = 0; i <= s_; ++i) V_[index(i)] = velocity(x, i);
    for (Eigen::Index i = 0; i < s_; ++i) L_[index(i)] = multiplier(x, i);
    for (Eigen::Index i = s_ + 1; i < T_->points; ++i) combine(T_->beta, i - s_ - 1, V_[index(i)]);
  }

  /// Q_: q_0 + h sum_j a_ij V_j. Never inlined: q_1 must be rounded as it was when the constraint was solved at it,
  /// because an ulp of a large angle is many ulps of the constraint.
  [[gnu::noinline]] void positions() {
    for (Eigen::Index i = 0; i < T_->points; ++i) {
      Q& at = Q_[index(i)];
      combine(T_->a, i, at);
      at = h_ * at + q0_;
    }
  }

  /// sum_j a_ij V_j
  void combine(const MatrixX<Real>& a, Eigen::Index i, Q& sum) const {
    sum.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) sum += a(i, j) * V_[index(j)];
  }

  Real time(Eigen::Index i) const { return t0_ + T_->c[i] * h_; }

  static std::size_t index(Eigen::Index i) { return static_cast<std::size_t>(i); }
  std::size_t last() const { return index(s_); }
  Block<Real, n, m>& point(Eigen::Index i) { return point_[index(i)]; }

  auto velocity(VectorX<Real>& x, Eigen::Index i) const { return Eigen::Map<Q>(x.data() + i * n_, n_); }
  auto velocity(const VectorX<Real>& x, Eigen::Index i) const { return Eigen::Map<const Q>(x.data() + i * n_, n_); }
  auto multiplier(VectorX<Real>& x, Eigen::Index i) const {
    return Eigen::Map<L>(x.data() + (s_ + 1) * n_ + i * m_, m_);
  }
  auto multiplier(const VectorX<Real>& x, Eigen::Index i) const {
    return Eigen::Map<const L>(x.data() + (s_ + 1) * n_ + i * m_, m_);
  }

  std::shared_ptr<const SparkCoefficients<Real>> T_;
  const Dynamics<Real, n, m>& dynamics_;
  const bool constant_mass_ = dynamics_.traits().constant_mass;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints(), s_ = T_->stages;
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  FrozenSpark<Real, n, m> frozen_{*T_, n_, m_};
  ExactSpark<Real, n, m> exact_{*T_, n_, m_};

  Real t0_ = 0, h_ = 0;
  Q q0_{n_}, v0_{n_}, p0_{n_}, v_{n_}, sum_{n_};
  L lambda_{m_};
  Matrix<Real, m, n> k_q_{m_, n_};
  std::vector<Block<Real, n, m>> point_ =
      std::vector<Block<Real, n, m>>(static_cast<std::size_t>(T_->points), Block<Real, n, m>(n_, m_));
  std::vector<Q> Q_ = std::vector<Q>(index(T_->points), Q(n_)), V_ = Q_, forces_ = Q_, reactions_ = Q_;
  std::vector<L> L_ = std::vector<L>(index(s_), L(m_));
};

}  // namespace nonholo
