// The equations of motion as an ordinary differential equation y' = F(t, y) on plain arrays, in one of two ways:
//
//   EliminatedOde            y = (q, v)            v' = a(t, q, v), the multiplier eliminated: System::underlying_ode()
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
#include <nonholo/framework/faces/underlying_ode.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

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

/// On System::underlying_ode(). Behind q and v y has zeros: as many as make `size` entries, or padded_state(n) where
/// that is dynamic.
template <int size_> class EliminatedOde : public detail::WholeState {
 public:
  static constexpr int fixed_size = size_;

  EliminatedOde(std::unique_ptr<UnderlyingOde<double>> ode, Eigen::Index n)
      : WholeState(n, (size_ == dynamic ? padded_state(n) : size_) - 2 * n),
        ode_(std::move(ode)) {}

  std::span<const double> multipliers(const double*) const { return {}; }

  /// Fills in what y has beside q and v: nothing.
  bool complete(double, double*) { return true; }

  /// y', false where the saddle-point matrix is singular or a value is not finite.
  bool rate(double t, const double* y, double* y_dot) {
    std::fill(y_dot + padded_state(n_), y_dot + size(), 0.0);
    return ode_->rate(t, y, y_dot);
  }

 private:
  std::unique_ptr<UnderlyingOde<double>> ode_;
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
