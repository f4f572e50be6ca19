// The equations of motion as a DAE F(t, y, y') = 0 on plain arrays, y = (q, v, lambda), and its Jacobian.
//
//   form           rows 1 ... 2n                                     rows 2n + 1 ... 2n + m
//   index2         q' = v,  d/dt p(t, q, v) = f + K^T lambda         k(t, q, v) = 0             Hilden 2009, (2.6)
//   multipliers    the same                                          k_t + k_q v + K v' = 0     Hilden 2009, (2.11)
//   accelerations  q' = v,  v' = a(t, q, v, lambda)                  k_t + k_q v + K a = 0      (hidden_constraint.hpp)
//   stabilised     q' = v + p_v^-1 g_q^T mu,  else as index2         k = 0,  g(t, q) = 0
//
// The second and third are of index 1. They have the same solutions, but in the first of them v' is what the integrator
// takes for it: a difference of past values, whose errors go straight to lambda. The last holds constraints on
// positions too, with unknowns mu behind lambda that vanish along solutions (Gear, Gupta & Leimkuhler 1985).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/hidden_constraint.hpp>
#include <nonholo/adapters/implicit_dae.hpp>
#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <memory>
#include <utility>

namespace nonholo {

enum class MotionForm { index2, multipliers, accelerations, stabilised };

/// Scratch for one thread; nothing allocates after construction.
template <int n, int m> class EquationsOfMotion final : public ImplicitDae {
  using Q = Vector<double, n>;
  using L = Vector<double, m>;

 public:
  EquationsOfMotion(std::shared_ptr<const Dynamics<double, n, m>> dynamics, MotionForm form)
      : dynamics_(std::move(dynamics)),
        form_(form),
        n_(dynamics_->coordinates()),
        m_(dynamics_->constraints()),
        q_(n_),
        v_(n_),
        a_(n_),
        lambda_(m_),
        block_(n_, m_),
        rates_(n_, m_),
        linear_(n_, m_),
        rates_linear_(n_, m_),
        saddle_(*dynamics_),
        hidden_(*dynamics_) {}

  Eigen::Index differential() const override { return 2 * n_; }
  Eigen::Index algebraic() const override { return m_ + h_; }
  Eigen::Index index_two() const override { return of_index_two() ? m_ + h_ : 0; }

  bool complete(double t, double* y, double* y_dot) override {
    q_ = Eigen::Map<const Q>(y, n_);
    v_ = Eigen::Map<const Q>(y + n_, n_);
    const bool regular = saddle_.solve(t, q_, v_);
    Eigen::Map<L>(y + 2 * n_, m_) = saddle_.multipliers();
    Eigen::Map<Q>(y_dot, n_) = v_;
    Eigen::Map<Q>(y_dot + n_, n_) = saddle_.acceleration();
    Eigen::Map<VectorX<double>>(y + 2 * n_ + m_, h_).setZero();
    Eigen::Map<VectorX<double>>(y_dot + 2 * n_, m_ + h_).setZero();
    return regular;
  }

  bool residual(double t, const double* y, const double* y_dot, double* F) override {
    load(y, y_dot);
    Eigen::Map<Q>(F, n_) = Eigen::Map<const Q>(y_dot, n_) - v_;
    Eigen::Map<Q> motion(F + n_, n_);
    Eigen::Map<L> constraint(F + 2 * n_, m_);
    if (form_ == MotionForm::accelerations) {
      if (!hidden_.evaluate(t, q_, v_, lambda_)) return false;
      motion = a_ - hidden_.acceleration();
      constraint = hidden_.residual();
    } else {
      dynamics_->evaluate(t, q_, v_, block_);
      dynamics_->rates(t, q_, v_, a_, rates_);
      motion = rates_.p_dot - block_.f;
      if (ideal_) motion.noalias() -= block_.K.transpose() * lambda_;
      else motion -= reaction(t);
      constraint = of_index_two() ? block_.k : rates_.k_dot;
      if (h_ > 0) hold_positions(t, y, F);
    }
    return Eigen::Map<const VectorX<double>>(F, size()).allFinite();
  }

  bool jacobian(double t, double c, const double* y, const double* y_dot, double* data) override {
    load(y, y_dot);
    Eigen::Map<MatrixX<double>> J(data, size(), size());
    J.setZero();
    J.topLeftCorner(n_, n_).diagonal().setConstant(c);
    J.block(0, n_, n_, n_).diagonal().setConstant(-1);
    if (form_ == MotionForm::accelerations) return accelerations_jacobian(t, c, J);
    dynamics_->linearise(t, q_, v_, lambda_, linear_);
    dynamics_->linearise_rates(t, q_, v_, a_, rates_linear_);
    J.block(n_, 0, n_, n_) = rates_linear_.p_dot_q - linear_.f_q - linear_.reaction_q;
    J.block(n_, n_, n_, n_) = rates_linear_.p_dot_v - linear_.f_v - linear_.reaction_v + c * linear_.p_v;
    J.block(n_, 2 * n_, n_, m_) = -linear_.reaction_lambda;
    if (of_index_two()) J.block(2 * n_, 0, m_, 2 * n_) << linear_.k_q, linear_.K;
    else J.block(2 * n_, 0, m_, 2 * n_) << rates_linear_.k_dot_q, rates_linear_.k_dot_v + c * linear_.K;
    if (h_ > 0) positions_jacobian(t, J);
    return true;
  }

 private:
  bool of_index_two() const { return form_ == MotionForm::index2 || form_ == MotionForm::stabilised; }

  /// The term of mu in the first rows, and the last rows.
  void hold_positions(double t, const double* y, double* F) {
    weigh(t);
    dynamics_->position_constraint(t, q_, g_);
    lambda_.setZero();
    lambda_.head(h_) = Eigen::Map<const VectorX<double>>(y + 2 * n_ + m_, h_);
    reaction_.noalias() = block_.K.transpose() * lambda_;
    mass_.solve_in_place(reaction_);
    Eigen::Map<Q>(F, n_) -= reaction_;
    Eigen::Map<VectorX<double>>(F + 2 * n_ + m_, h_) = g_.head(h_);
  }

  /// The decomposition of the mass, of a constant one once.
  void weigh(double t) {
    if (weighed_ && dynamics_->traits().constant_mass) return;
    dynamics_->mass(t, q_, v_, linear_.p_v);
    weighed_ = mass_.compute(linear_.p_v);
  }

  /// mu vanishes along solutions: what it would multiply is left out.
  void positions_jacobian(double t, Eigen::Map<MatrixX<double>>& J) {
    weigh(t);
    reaction_slope_ = linear_.K.transpose();
    mass_.solve_in_place(reaction_slope_);
    J.block(0, 2 * n_ + m_, n_, h_) = -reaction_slope_.leftCols(h_);
    J.block(2 * n_ + m_, 0, h_, n_) = linear_.K.topRows(h_);
  }

  bool accelerations_jacobian(double t, double c, Eigen::Map<MatrixX<double>>& J) {
    if (!hidden_.evaluate(t, q_, v_, lambda_)) return false;
    hidden_.differentiate(t, q_, v_, lambda_);
    J.middleRows(n_, n_) << -hidden_.a_q(), -hidden_.a_v(), -hidden_.a_lambda();
    J.block(n_, n_, n_, n_).diagonal().array() += c;
    J.bottomRows(m_) << hidden_.c_q(), hidden_.c_v(), hidden_.c_lambda();
    return true;
  }

  const Q& reaction(double t) {
    dynamics_->reaction(t, q_, v_, lambda_, reaction_, reaction_slope_);
    return reaction_;
  }

  void load(const double* y, const double* y_dot) {
    q_ = Eigen::Map<const Q>(y, n_);
    v_ = Eigen::Map<const Q>(y + n_, n_);
    lambda_ = Eigen::Map<const L>(y + 2 * n_, m_);
    a_ = Eigen::Map<const Q>(y_dot + n_, n_);
  }

  std::shared_ptr<const Dynamics<double, n, m>> dynamics_;
  MotionForm form_;
  Eigen::Index n_, m_;
  const Eigen::Index h_ = form_ == MotionForm::stabilised ? dynamics_->traits().holonomic : 0;
  Q q_, v_, a_;
  L lambda_;
  Q reaction_{n_};
  Matrix<double, n, m> reaction_slope_{n_, m_};
  const bool ideal_ = dynamics_->traits().ideal;
  Block<double, n, m> block_;
  Rates<double, n, m> rates_;
  Linearisation<double, n, m> linear_;
  RatesLinearisation<double, n, m> rates_linear_;
  SaddlePoint<double, n, m> saddle_;
  HiddenConstraint<n, m> hidden_;
  Cholesky<double, n> mass_{n_};
  bool weighed_ = false;
  L g_{m_};
};

}  // namespace nonholo
