// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/spark_unreduced.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <memory>
#include <utility>

namespace nonholo {

namespace {

template <class Real> struct UnreducedParameters {
  std::shared_ptr<const SparkCoefficients<Real>> coefficients;
  FirstGuess guess;
};

/// Points 0 ... s-1 are the stages, point s the end. Residuals stand in the order of the unknowns: positions, momenta,
/// constraints, end.
template <class Real, int n, int m> class UnreducedSparkEquations final : public StepEquations<Real> {
  using Q = Vector<Real, n>;
  using typename StepEquations<Real>::State;

 public:
  UnreducedSparkEquations(const UnreducedParameters<Real>& parameters, const Dynamics<Real, n, m>& dynamics)
      : T_(parameters.coefficients),
        guess_(parameters.guess),
        dynamics_(dynamics) {
    J_.setIdentity();
  }

  MethodTraits traits() const override { return T_->traits; }
  int points() const override { return static_cast<int>(s_) + 1; }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return s_ * (2 * n_ + m_) + 2 * n_; }

  void begin(const State& state, Real h) override {
    t0_ = state.t;
    q0_ = state.q;
    v0_ = state.v;
    h_ = h;
    dynamics_.momentum(t0_, q0_, v0_, p0_);
    regular_ = saddle_.solve(t0_, q0_, v0_);
    lambda0_ = saddle_.multipliers();
    a0_ = saddle_.acceleration();
    if (regular_) dynamics_.linearise(t0_, q0_, v0_, lambda0_, linear_);
    if (state.moved && guess_ != FirstGuess::recomputed) carry(state.lambda);
  }

  void first_guess(VectorX<Real>& x) override {
    x.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) {
      const Real ahead = guess_ == FirstGuess::naive ? Real(0) : Real(T_->c[i] * h_);
      x.segment(position(i), n_) = q0_ + ahead * v0_;
      x.segment(velocity(i), n_) = v0_;
      if (regular_) x.segment(velocity(i), n_) += ahead * a0_;
      if (regular_ && i < s_) x.segment(multiplier(i), m_) = lambda0_;
    }
  }

  void end(const VectorX<Real>& x, State& next) override {
    next.q = x.segment(position(s_), n_);
    next.v = x.segment(velocity(s_), n_);
    next.lambda = x.segment(multiplier(s_ - 1), m_);
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    F.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) {
      evaluate(j, x);
      force_.col(j) = block_.f;
      reaction_.col(j).noalias() = block_.K.transpose() * x.segment(multiplier(j), m_);
      F.segment(velocity(j), n_) = block_.p - p0_;
      for (Eigen::Index i = 0; i < s_; ++i) F.segment(multiplier(i), m_) += T_->w(i, j) * block_.k;
    }
    evaluate(s_, x);
    F.segment(velocity(s_), n_) = block_.p - p0_;
    F.segment(multiplier(s_ - 1), m_) += T_->w(s_ - 1, s_) * block_.k;
    for (Eigen::Index i = 0; i <= s_; ++i) {
      r_ = x.segment(position(i), n_) - q0_;
      for (Eigen::Index j = 0; j < s_; ++j) {
        r_ -= (h_ * T_->a(i, j)) * x.segment(velocity(j), n_);
        F.segment(velocity(i), n_) -= h_ * (T_->a_hat(i, j) * force_.col(j) + T_->a_tilde(i, j) * reaction_.col(j));
      }
      F.segment(position(i), n_) = r_;
    }
  }

  bool linearise() override {
    if (!regular_) return false;
    jacobian_at_start();
    lu_.compute(J_);
    return true;
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override {
    lu_.solve(F, dx);
    dx = -dx;
  }

  /// The Jacobian at the start, whatever x is: the thesis has no other.
  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    jacobian_at_start();
    J = J_;
  }

  void weights(const VectorX<Real>&, VectorX<Real>& weight) override { weight.setOnes(); }

 private:
  /// lambda_0 is the last stage multiplier of the step before, O(h) off the consistent one, and a_0 that of this
  /// lambda_0.
  void carry(const VectorX<Real>& lambda_stage) {
    if (!regular_ || !mass_.compute(linear_.p_v)) return;
    change_ = lambda_stage - lambda0_;
    r_.noalias() = linear_.K.transpose() * change_;
    a0_.noalias() += mass_.matrix() * r_;
    lambda0_ = lambda_stage;
    dynamics_.linearise(t0_, q0_, v0_, lambda0_, linear_);
  }

  Eigen::Index position(Eigen::Index i) const { return i < s_ ? i * n_ : s_ * (2 * n_ + m_); }
  Eigen::Index velocity(Eigen::Index i) const { return i < s_ ? (s_ + i) * n_ : s_ * (2 * n_ + m_) + n_; }
  Eigen::Index multiplier(Eigen::Index i) const { return 2 * s_ * n_ + i * m_; }

  void evaluate(Eigen::Index i, const VectorX<Real>& x) {
    q_ = x.segment(position(i), n_);
    v_ = x.segment(velocity(i), n_);
    dynamics_.evaluate(t0_ + T_->c[i] * h_, q_, v_, block_);
  }

  void jacobian_at_start() {
    J_.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) {
      J_.block(position(i), position(i), n_, n_).setIdentity();
      J_.block(velocity(i), position(i), n_, n_) += linear_.p_q;
      J_.block(velocity(i), velocity(i), n_, n_) += linear_.p_v;
      for (Eigen::Index j = 0; j < s_; ++j) {
        J_.block(position(i), velocity(j), n_, n_).diagonal().array() -= h_ * T_->a(i, j);
        J_.block(velocity(i), position(j), n_, n_) -=
            h_ * (T_->a_hat(i, j) * linear_.f_q + T_->a_tilde(i, j) * linear_.reaction_q);
        J_.block(velocity(i), velocity(j), n_, n_) -=
            h_ * (T_->a_hat(i, j) * linear_.f_v + T_->a_tilde(i, j) * linear_.reaction_v);
        J_.block(velocity(i), multiplier(j), n_, m_) -= (h_ * T_->a_tilde(i, j)) * linear_.K.transpose();
      }
    }
    for (Eigen::Index i = 0; i < s_; ++i)
      for (Eigen::Index j = 0; j <= s_; ++j) {
        J_.block(multiplier(i), position(j), m_, n_) += T_->w(i, j) * linear_.k_q;
        J_.block(multiplier(i), velocity(j), m_, n_) += T_->w(i, j) * linear_.K;
      }
  }

  std::shared_ptr<const SparkCoefficients<Real>> T_;
  FirstGuess guess_;
  const Dynamics<Real, n, m>& dynamics_;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints(), s_ = T_->stages;
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  bool regular_ = false;
  Real t0_ = 0, h_ = 0;
  Q q0_{n_}, v0_{n_}, p0_{n_}, a0_{n_}, q_{n_}, v_{n_}, r_{n_};
  Vector<Real, m> lambda0_{m_}, change_{m_};
  MassInverse<Real, n> mass_{n_};
  Block<Real, n, m> block_{n_, m_};
  Matrix<Real, n, dynamic> force_{n_, s_}, reaction_{n_, s_};
  Linearisation<Real, n, m> linear_{n_, m_};
  MatrixX<Real> J_{size(), size()};
  Lu<Real> lu_{size()};
};

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> spark_unreduced(const System<Real>& system,
                                                                        const TableauSet& set,
                                                                        const SolverOptions<Real>& options) {
  if (set.rounded_constraint_rows<Real>().points() > 0)
    throw InputError("solver",
                     "a tableau that evaluates the constraint at points other than its stages needs solver = "
                     "\"native\" or \"kinsol\"");
  return stage_integrator<UnreducedSparkEquations>(
      system, UnreducedParameters<Real>{spark_coefficients<Real>(set), options.guess}, options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> spark_unreduced(const System<double>&, const TableauSet&,
                                                             const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> spark_unreduced(const System<quad>&, const TableauSet&,
                                                           const SolverOptions<quad>&);
#endif

}  // namespace nonholo
