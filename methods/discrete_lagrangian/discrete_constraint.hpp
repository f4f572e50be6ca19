// A discrete constraint: k sampled by a rule on a pair of nodes q_a, q_b = q_a + h w, and its derivative with respect
// to w. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

namespace nonholo {

/// Scratch for one thread; linear maps allocate nothing.
template <class Real, int n, int m> class DiscreteConstraint {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using Jacobian = Matrix<Real, m, n>;

 public:
  DiscreteConstraint(const Dynamics<Real, n, m>& dynamics, DifferenceRule<Real> rule)
      : dynamics_(dynamics),
        rule_(std::move(rule)),
        at_(dynamics.coordinates()),
        k_(dynamics.constraints()),
        K_(dynamics.constraints(), dynamics.coordinates()),
        k_q_(dynamics.constraints(), dynamics.coordinates()) {}

  /// sum_i w_i k(t_i, q_i, v_i).
  void value(Real t_a, Real h, const Q& q_a, const Q& w, L& out) {
    out.setZero();
    for (const DifferenceSample<Real>& s : rule_) {
      at_.take(s, h, q_a, w);
      dynamics_.constraint(t_a + s.theta * h, at_.q, at_.v, k_, K_);
      out += s.weight * k_;
    }
  }

  /// Its derivative with respect to w, m x n.
  void derivative(Real t_a, Real h, const Q& q_a, const Q& w, Jacobian& out) {
    out.setZero();
    for (const DifferenceSample<Real>& s : rule_) {
      at_.take(s, h, q_a, w);
      const Real t = t_a + s.theta * h;
      dynamics_.constraint(t, at_.q, at_.v, k_, K_);
      dynamics_.constraint_gradient(t, at_.q, at_.v, k_q_);
      if (s.own) {
        at_.differentiate(s, h);
        K_ = at_.map.constraint(k_q_, K_);
        out += (s.weight * h) * K_;
      } else {
        out += s.weight * K_;
        out += (s.weight * s.theta * h) * k_q_;
      }
    }
  }

 private:
  const Dynamics<Real, n, m>& dynamics_;
  DifferenceRule<Real> rule_;
  SamplePoint<Real, n> at_;
  L k_;
  Jacobian K_, k_q_;
};

}  // namespace nonholo
