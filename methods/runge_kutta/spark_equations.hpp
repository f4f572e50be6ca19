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
  using Columns = Matrix<Real, n, dynamic>;
  using MultiplierColumns = Matrix<Real, m, dynamic>;
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
    auto V = velocities(x);
    V.colwise() = v0_;
    if (regular) V.noalias() += (h_ * saddle_.acceleration()) * T_->c.head(s_ + 1).transpose();
    if (regular) multipliers(x).colwise() = saddle_.multipliers();
    else multipliers(x).setZero();
  }

  /// (q_1, v_1) and the last stage multiplier.
  void end(const VectorX<Real>& x, State& next) override {
    positions(x);
    as<Q>(next.q) = Q_.col(s_);
    as<Q>(next.v) = velocities(x).col(s_);
    as<Vector<Real, m>>(next.lambda) = multipliers(x).col(s_ - 1);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    evaluate(x);
    auto R = velocities(F);
    if (T_->same_forces) forces_ += reactions_;  // as a product's operand the sum would be a temporary on the heap
    R = forces_.lazyProduct(T_->a_hat.transpose());
    if (!T_->same_forces) R += reactions_.lazyProduct(T_->a_tilde.transpose());
    R = (P_ - h_ * R).colwise() - p0_;
    auto C = multipliers(F);
    C.setZero();
    for (Eigen::Index i = 0; i < s_; ++i)
      for (Eigen::Index l = 0; l < T_->points; ++l)
        if (T_->w(i, l) != 0) C.col(i) += T_->w(i, l) * point(l).k;
  }

  void weights(const VectorX<Real>& x, VectorX<Real>& weight) override {
    const auto V = velocities(x);
    const Real twice_kinetic = V.cwiseProduct(P_).colwise().sum().cwiseAbs().maxCoeff();
    largest_ = V.cwiseAbs().rowwise().maxCoeff();
    auto W = velocities(weight);
    velocity_weights(largest_, twice_kinetic, point(0).p_v.diagonal(), W.col(0));
    W.rightCols(s_).colwise() = W.col(0);
    multipliers(weight).setZero();  // they act through the velocities: h p_v^-1 K^T dL is part of every dV
  }

  bool linearise() override {
    if (constant_mass_) {
      if (!frozen_.inverts_mass()) return false;
    } else {
      dynamics_.mass(time(s_), q_, v_, point(s_).p_v);  // residual() left the end in q_ and v_
      if (!frozen_.invert_masses(point_)) return false;
    }
    dynamics_.constraint_gradient(t0_, q0_, v0_, k_q_);
    return frozen_.compute(point_, k_q_, h_);
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override { frozen_.correct(F, dx); }

  void jacobian(const VectorX<Real>& x, MatrixX<Real>& J) override {
    const auto V = velocities(x);
    const auto L = multipliers(x);
    for (Eigen::Index i = 0; i < T_->points; ++i) {
      place(i, V);
      lambda_ = L.col(std::min(i, s_ - 1));  // points beyond the stages have no reaction of their own
      dynamics_.linearise(time(i), q_, v_, lambda_, exact_.at(i));
    }
    exact_.fill(J, h_);
  }

 private:
  /// Everything at all points, the end last.
  void evaluate(const VectorX<Real>& x) {
    const auto V = velocities(x);
    const auto L = multipliers(x);
    positions(x);
    for (Eigen::Index i = 0; i < s_; ++i) {
      auto& at = point(i);
      place(i, V);
      dynamics_.evaluate(time(i), q_, v_, at);
      P_.col(i) = at.p;
      forces_.col(i) = at.f;
      reactions_.col(i).noalias() = at.K.transpose() * L.col(i);
    }
    for (Eigen::Index i = s_ + 1; i < T_->points; ++i) {
      place(i, V);
      dynamics_.constraint(time(i), q_, v_, point(i).k, point(i).K);
    }
    auto& end = point(s_);
    place(s_, V);  // last: linearise() takes the mass there
    dynamics_.momentum(time(s_), q_, v_, end.p);
    dynamics_.constraint(time(s_), q_, v_, end.k, end.K);
    P_.col(s_) = end.p;
  }

  /// Q_: q_0 + h sum_j a_ij V_j. Never inlined: q_1 must be rounded as it was when the constraint was solved at it,
  /// because an ulp of a large angle is many ulps of the constraint.
  [[gnu::noinline]] void positions(const VectorX<Real>& x) {
    Q_ = velocities(x).leftCols(s_).lazyProduct(T_->a.transpose());
    Q_ = (h_ * Q_).colwise() + q0_;
  }

  Real time(Eigen::Index i) const { return t0_ + T_->c[i] * h_; }

  /// Copies point i into q_ and v_: the virtual functions of Dynamics take whole vectors, not columns.
  template <class Velocities> void place(Eigen::Index i, const Velocities& V) {
    q_ = Q_.col(i);
    if (i <= s_) v_ = V.col(i);
    else v_ = V.leftCols(s_).lazyProduct(T_->beta.row(i - s_ - 1).transpose());
  }

  Block<Real, n, m>& point(Eigen::Index i) { return point_[static_cast<std::size_t>(i)]; }

  auto velocities(VectorX<Real>& x) const { return Eigen::Map<Columns>(x.data(), n_, s_ + 1); }
  auto velocities(const VectorX<Real>& x) const { return Eigen::Map<const Columns>(x.data(), n_, s_ + 1); }
  auto multipliers(VectorX<Real>& x) const { return Eigen::Map<MultiplierColumns>(x.data() + (s_ + 1) * n_, m_, s_); }
  auto multipliers(const VectorX<Real>& x) const {
    return Eigen::Map<const MultiplierColumns>(x.data() + (s_ + 1) * n_, m_, s_);
  }

  std::shared_ptr<const SparkCoefficients<Real>> T_;
  const Dynamics<Real, n, m>& dynamics_;
  const bool constant_mass_ = dynamics_.traits().constant_mass;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints(), s_ = T_->stages;
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  FrozenSpark<Real, n, m> frozen_{*T_, n_, m_};
  ExactSpark<Real, n, m> exact_{*T_, n_, m_};

  Real t0_ = 0, h_ = 0;
  Q q0_{n_}, v0_{n_}, p0_{n_}, q_{n_}, v_{n_}, largest_{n_};
  Vector<Real, m> lambda_{m_};
  Matrix<Real, m, n> k_q_{m_, n_};
  std::vector<Block<Real, n, m>> point_ =
      std::vector<Block<Real, n, m>>(static_cast<std::size_t>(T_->points), Block<Real, n, m>(n_, m_));
  Columns Q_{n_, T_->points}, P_{n_, s_ + 1}, forces_{n_, s_}, reactions_{n_, s_};
};

}  // namespace nonholo
