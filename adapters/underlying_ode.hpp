// The equations of motion as an ordinary differential equation y' = F(t, y) on plain arrays, in one of two ways:
//
//   EliminatedOde            y = (q, v)            v' = a(t, q, v), the multiplier eliminated (saddle_point.hpp)
//   MultiplierIntegratedOde  y = (q, v, lambda)    v' = a(t, q, v, lambda),  lambda' from d^2/dt^2 k = 0
//                                                  (Hilden 2009, (2.12))
//
// The first knows k' = 0 at every point: an error of v across the constraint stays, and the constraint drifts linearly.
// The second knows k'' = 0 alone: an error of lambda is an error of k' that stays, and the constraint drifts
// quadratically. With c = k_t + k_q v + K a (hidden_constraint.hpp),  lambda' = -c_lambda^-1 (c_q v + c_v a)  where
// nothing depends on t.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/hidden_constraint.hpp>
#include <nonholo/framework/system/mass_inverse.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <span>

namespace nonholo {

namespace detail {

/// Decomposes S = K p_v^-1 K^T; false where its rank is not full, as saddle_point.hpp sees it.
template <int m> bool decomposed(Cholesky<double, m>& cholesky, const Matrix<double, m, m>& S) {
  if (!cholesky.compute(S)) return false;
  for (Eigen::Index i = 0; i < S.rows(); ++i)
    if (!(cholesky.pivot(i) > 16 * epsilon<double> * S(i, i))) return false;
  return true;
}

/// What odeint.cpp asks of an equation beside its rate where y = (q, v) and what follows it are all there is.
class WholeState {
 public:
  WholeState(Eigen::Index n, Eigen::Index beside) : n_(n), beside_(beside) {}

  Eigen::Index size() const { return 2 * n_ + beside_; }
  Eigen::Index coordinates() const { return n_; }
  Eigen::Index velocities() const { return n_; }
  void guess(std::span<const double>) {}
  bool accept(double, const double*) { return true; }
  void reject() {}
  std::span<const double> multipliers(const double* y) const { return {y + 2 * n_, static_cast<std::size_t>(beside_)}; }

 protected:
  Eigen::Index n_, beside_;
};

}  // namespace detail

/// A constant mass is inverted once. Scratch for one thread; nothing allocates after construction.
template <int n, int m> class EliminatedOde : public detail::WholeState {
  using Q = Vector<double, n>;

 public:
  static constexpr int fixed_size = n == dynamic ? dynamic : 2 * n;

  explicit EliminatedOde(const Dynamics<double, n, m>& dynamics)
      : WholeState(dynamics.coordinates(), 0),
        dynamics_(dynamics),
        saddle_(dynamics),
        q_(n_),
        v_(n_),
        a_(n_),
        zero_(Q::Zero(n_)),
        lambda_(dynamics.constraints()),
        block_(n_, dynamics.constraints()),
        rates_(n_, dynamics.constraints()),
        X_(n_, dynamics.constraints()),
        S_(dynamics.constraints(), dynamics.constraints()),
        mass_(n_),
        schur_(dynamics.constraints()) {
    if (!dynamics.traits().constant_mass || !dynamics.traits().ideal) return;
    dynamics.mass(0, zero_, zero_, block_.p_v);
    constant_ = mass_.compute(block_.p_v);
  }

  /// Fills in what y has beside q and v: nothing.
  bool complete(double, double*) { return true; }

  /// y', false where the saddle-point matrix is singular or a value is not finite.
  bool rate(double t, const double* y, double* y_dot) {
    q_ = Eigen::Map<const Q>(y, n_);
    v_ = Eigen::Map<const Q>(y + n_, n_);
    const bool regular = constant_ ? solve(t) : saddle_.solve(t, q_, v_);
    Eigen::Map<Q>(y_dot, n_) = v_;
    Eigen::Map<Q>(y_dot + n_, n_) = constant_ ? a_ : saddle_.acceleration();
    return regular;
  }

 private:
  /// As SaddlePoint::solve(), where p_v^-1 is known.
  bool solve(double t) {
    dynamics_.evaluate(t, q_, v_, block_);
    dynamics_.rates(t, q_, v_, zero_, rates_);
    X_.noalias() = mass_.matrix() * block_.K.transpose();
    S_.noalias() = block_.K * X_;
    block_.f -= rates_.p_dot;  // of a term linear in v
    a_.noalias() = mass_.matrix() * block_.f;
    lambda_ = -rates_.k_dot;
    lambda_.noalias() -= block_.K * a_;
    const bool regular = detail::decomposed(schur_, S_);
    schur_.solve_in_place(lambda_);
    a_.noalias() += X_ * lambda_;
    return regular && a_.allFinite();
  }

  const Dynamics<double, n, m>& dynamics_;
  SaddlePoint<double, n, m> saddle_;
  Q q_, v_, a_, zero_;
  Vector<double, m> lambda_;
  Block<double, n, m> block_;
  Rates<double, n, m> rates_;
  Matrix<double, n, m> X_;
  Matrix<double, m, m> S_;
  MassInverse<double, n> mass_;
  Cholesky<double, m> schur_;
  bool constant_ = false;  // the mass is, and positive definite, and reactions are K^T lambda
};

/// For systems in which nothing depends on t. Scratch for one thread; nothing allocates after construction.
template <int n, int m> class MultiplierIntegratedOde : public detail::WholeState {
  using Q = Vector<double, n>;
  using L = Vector<double, m>;

 public:
  explicit MultiplierIntegratedOde(const Dynamics<double, n, m>& dynamics)
      : WholeState(dynamics.coordinates(), dynamics.constraints()),
        saddle_(dynamics),
        hidden_(dynamics),
        schur_(dynamics.constraints()),
        m_(dynamics.constraints()),
        q_(n_),
        v_(n_),
        lambda_(m_),
        lambda_dot_(m_) {}

  /// Fills in the multipliers that go with q and v, those of the equations of motion; false as rate().
  bool complete(double t, double* y) {
    load(y);
    const bool regular = saddle_.solve(t, q_, v_);
    Eigen::Map<L>(y + 2 * n_, m_) = saddle_.multipliers();
    return regular;
  }

  /// y', false where the saddle-point matrix is singular or a value is not finite.
  bool rate(double t, const double* y, double* y_dot) {
    load(y);
    if (!hidden_.evaluate(t, q_, v_, lambda_)) return false;
    hidden_.differentiate(t, q_, v_, lambda_);
    const bool regular = detail::decomposed(schur_, hidden_.c_lambda());
    lambda_dot_.setZero();
    lambda_dot_.noalias() -= hidden_.c_q() * v_;
    lambda_dot_.noalias() -= hidden_.c_v() * hidden_.acceleration();
    schur_.solve_in_place(lambda_dot_);
    Eigen::Map<Q>(y_dot, n_) = v_;
    Eigen::Map<Q>(y_dot + n_, n_) = hidden_.acceleration();
    Eigen::Map<L>(y_dot + 2 * n_, m_) = lambda_dot_;
    return regular && lambda_dot_.allFinite();
  }

 private:
  void load(const double* y) {
    q_ = Eigen::Map<const Q>(y, n_);
    v_ = Eigen::Map<const Q>(y + n_, n_);
    lambda_ = Eigen::Map<const L>(y + 2 * n_, m_);
  }

  SaddlePoint<double, n, m> saddle_;
  HiddenConstraint<n, m> hidden_;
  Cholesky<double, m> schur_;
  Eigen::Index m_;
  Q q_, v_;
  L lambda_, lambda_dot_;
};

}  // namespace nonholo
