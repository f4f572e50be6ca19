// The hidden constraint d/dt k(t, q, v) = 0 with the accelerations eliminated: a function of (t, q, v, lambda) alone.
//
//   p_v a = f + K^T lambda - (p_t + p_q v)                 the accelerations that multipliers lambda would cause;
//                                                          r(t, q, v, lambda) for K^T lambda where that is not ideal
//   c(t, q, v, lambda) = k_t + k_q v + K a                 zero for the multipliers of the equations of motion
//
// q' = v, v' = a, 0 = c is the semi-explicit form of index 1 (Hilden 2009, (2.11) solved for the accelerations), and
// the derivatives of a and c make its Jacobian. They need no second derivatives but those of the face: where p_v a = r,
// p_v a_q = r_q - (d/dq of p_t + p_q v + p_v a at that a), and likewise for c.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/faces/dynamics.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <int n, int m> class HiddenConstraint {
  using Q = Vector<double, n>;
  using L = Vector<double, m>;

 public:
  explicit HiddenConstraint(const Dynamics<double, n, m>& dynamics)
      : dynamics_(dynamics),
        a_(dynamics.coordinates()),
        zero_(Q::Zero(dynamics.coordinates())),
        c_(dynamics.constraints()),
        a_q_(dynamics.coordinates(), dynamics.coordinates()),
        a_v_(dynamics.coordinates(), dynamics.coordinates()),
        a_lambda_(dynamics.coordinates(), dynamics.constraints()),
        c_q_(dynamics.constraints(), dynamics.coordinates()),
        c_v_(dynamics.constraints(), dynamics.coordinates()),
        c_lambda_(dynamics.constraints(), dynamics.constraints()),
        block_(dynamics.coordinates(), dynamics.constraints()),
        rates_(dynamics.coordinates(), dynamics.constraints()),
        linear_(dynamics.coordinates(), dynamics.constraints()),
        rates_linear_(dynamics.coordinates(), dynamics.constraints()),
        mass_(dynamics.coordinates()) {}

  /// Accelerations and residual; false where the mass is not positive definite or a value is not finite.
  bool evaluate(double t, const Q& q, const Q& v, const L& lambda) {
    dynamics_.evaluate(t, q, v, block_);
    dynamics_.rates(t, q, v, zero_, rates_);
    if (!factor(t, q, v)) return false;
    if (ideal_) a_.noalias() = block_.K.transpose() * lambda;
    else dynamics_.reaction(t, q, v, lambda, a_, a_lambda_);
    a_ += block_.f - rates_.p_dot;
    mass_.solve_in_place(a_);
    c_ = rates_.k_dot;
    c_.noalias() += block_.K * a_;
    return a_.allFinite() && c_.allFinite();
  }

  /// The derivatives where evaluate() was called last, with the same arguments.
  void differentiate(double t, const Q& q, const Q& v, const L& lambda) {
    dynamics_.linearise(t, q, v, lambda, linear_);
    dynamics_.linearise_rates(t, q, v, a_, rates_linear_);
    a_q_ = linear_.f_q + linear_.reaction_q - rates_linear_.p_dot_q;
    a_v_ = linear_.f_v + linear_.reaction_v - rates_linear_.p_dot_v;
    a_lambda_ = linear_.reaction_lambda;
    mass_.solve_in_place(a_q_);
    mass_.solve_in_place(a_v_);
    mass_.solve_in_place(a_lambda_);
    c_q_ = rates_linear_.k_dot_q;
    c_q_.noalias() += linear_.K * a_q_;
    c_v_ = rates_linear_.k_dot_v;
    c_v_.noalias() += linear_.K * a_v_;
    c_lambda_.noalias() = linear_.K * a_lambda_;
  }

  const Q& acceleration() const { return a_; }  ///< n
  const L& residual() const { return c_; }      ///< m

  const Matrix<double, n, n>& a_q() const { return a_q_; }
  const Matrix<double, n, n>& a_v() const { return a_v_; }
  const Matrix<double, n, m>& a_lambda() const { return a_lambda_; }

  const Matrix<double, m, n>& c_q() const { return c_q_; }
  const Matrix<double, m, n>& c_v() const { return c_v_; }
  /// K p_v^-1 r_lambda, symmetric where constraints are ideal.
  const Matrix<double, m, m>& c_lambda() const { return c_lambda_; }

 private:
  bool factor(double t, const Q& q, const Q& v) {
    if (factored_) return true;
    const bool constant = dynamics_.traits().constant_mass;
    if (constant) dynamics_.mass(t, q, v, block_.p_v);
    const bool positive = mass_.compute(block_.p_v);
    factored_ = constant && positive;
    return positive;
  }

  const Dynamics<double, n, m>& dynamics_;
  Q a_, zero_;
  L c_;
  Matrix<double, n, n> a_q_, a_v_;
  Matrix<double, n, m> a_lambda_;
  Matrix<double, m, n> c_q_, c_v_;
  Matrix<double, m, m> c_lambda_;
  Block<double, n, m> block_;
  Rates<double, n, m> rates_;
  Linearisation<double, n, m> linear_;
  RatesLinearisation<double, n, m> rates_linear_;
  Cholesky<double, n> mass_;
  const bool ideal_ = dynamics_.traits().ideal;
  bool factored_ = false;  // a constant mass, once for all
};

}  // namespace nonholo
