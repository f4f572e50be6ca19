// The discrete Legendre transforms of L_d on a pair of nodes q_a, q_b = q_a + h w (Marsden & West 2001; Ferraro,
// Iglesias & Martin de Diego 2009):
//
//   minus = -D_1 L_d = -h sum_i w_i (q_a-derivatives of (q_i, v_i))^T (f, p),     plus = D_2 L_d likewise with q_b
//   linear maps:   minus = sum_i w_i (p_i - (1 - theta_i) h f_i),    plus = sum_i w_i (p_i + theta_i h f_i)
//
// External forces enter as part of f, so they are sampled where the Lagrangian is. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

namespace nonholo {

/// Scratch for one thread; linear maps allocate nothing.
template <class Real, int n, int m> class DiscreteMomenta {
  using Q = Vector<Real, n>;

 public:
  DiscreteMomenta(const Dynamics<Real, n, m>& dynamics, DifferenceRule<Real> rule)
      : dynamics_(dynamics),
        rule_(std::move(rule)),
        at_(dynamics.coordinates()),
        p_(dynamics.coordinates()),
        f_(dynamics.coordinates()),
        zero_(Vector<Real, m>::Zero(dynamics.constraints())),
        linear_(dynamics.coordinates(), dynamics.constraints()) {}

  int points() const { return static_cast<int>(rule_.size()); }

  void minus(Real t_a, Real h, const Q& q_a, const Q& w, Q& out) { transform(t_a, h, q_a, w, false, out); }
  void plus(Real t_a, Real h, const Q& q_a, const Q& w, Q& out) { transform(t_a, h, q_a, w, true, out); }

  /// d minus / dw at fixed q_a, n x n; of a map of one's own without its second derivatives.
  void minus_derivative(Real t_a, Real h, const Q& q_a, const Q& w, Matrix<Real, n, n>& out) {
    out.setZero();
    for (const Sample<Real>& s : rule_) {
      at_.take(s, h, q_a, w);
      dynamics_.linearise(t_a + s.theta * h, at_.q, at_.v, zero_, linear_);
      if (s.own) {
        at_.differentiate(s, h);
        linear_.p_v = at_.map.mixed(linear_.f_q, linear_.f_v, linear_.p_q, linear_.p_v);
        out += (-s.weight * h * h) * linear_.p_v;
      } else {  // p_v + after p_q - before f_v - before after f_q
        const Real before = (1 - s.theta) * h, after = s.theta * h;
        out += s.weight * linear_.p_v;
        out += (s.weight * after) * linear_.p_q;
        out += (-s.weight * before) * linear_.f_v;
        out += (-s.weight * before * after) * linear_.f_q;
      }
    }
  }

 private:
  void transform(Real t_a, Real h, const Q& q_a, const Q& w, bool at_b, Q& out) {
    out.setZero();
    for (const Sample<Real>& s : rule_) {
      const Real t = t_a + s.theta * h, arm = at_b ? Real(s.theta * h) : Real((s.theta - 1) * h);
      at_.take(s, h, q_a, w);
      dynamics_.momentum(t, at_.q, at_.v, p_);
      if (s.own) {
        at_.differentiate(s, h);
        dynamics_.force(t, at_.q, at_.v, f_);
        p_ = at_.map.momentum(at_b, f_, p_);
        out += Real(at_b ? s.weight * h : -s.weight * h) * p_;
        continue;
      }
      out += s.weight * p_;
      if (arm == 0) continue;
      dynamics_.force(t, at_.q, at_.v, f_);
      out += (s.weight * arm) * f_;
    }
  }

  const Dynamics<Real, n, m>& dynamics_;
  DifferenceRule<Real> rule_;
  SamplePoint<Real, n> at_;
  Q p_, f_;
  Vector<Real, m> zero_;
  Linearisation<Real, n, m> linear_;
};

}  // namespace nonholo
