// Which pair of nodes a discrete Lagrangian integrator stands on, and how the state (q, v) is read from it. Private
// header of methods/.
//
//   q = (1 - theta) q_a + theta q_b,   v = (q_b - q_a)/h,   t = t_a + theta h:      q_a = q - theta h v,
//       q_b = q + (1 - theta) h v
//
// Path nodes are read at theta = 1; after a reversal at theta = 0, so that the reversed run goes back over the very
// same nodes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>

#include <array>
#include <limits>

namespace nonholo {

/// What the rules say, with what follows from it.
template <class Real> struct DiscreteLagrangianParameters {
  DiscreteLagrangian<Real> method;
  bool symmetric_lagrangian, symmetric_constraint;

  MethodTraits traits(bool explicit_in_q) const {
    const bool symmetric = (explicit_in_q || symmetric_lagrangian) && symmetric_constraint;
    const bool path = method.nodes == Nodes::path;
    const bool second_order = symmetric && !(path && method.start == PathStart::naive);
    return {.order = second_order && !path ? 2 : 1,
            .position_order = second_order && path ? 2 : 0,
            .multiplier_order = 1,
            .symmetric = symmetric && !path,
            .reversible = symmetric,
            .keeps_constraint = !path,
            .one_step = !path};
  }
};

template <class Real> using SharedParameters = std::shared_ptr<const DiscreteLagrangianParameters<Real>>;

template <class Real, int n, int m> class NodePair {
  using Q = Vector<Real, n>;

 public:
  Real h = 0, t_a = 0, t_b = 0;
  Q w, q_a, q_b;  ///< of the pair behind: q_b = q_a + h w

  NodePair(const DiscreteLagrangian<Real>& method, const Dynamics<Real, n, m>& dynamics)
      : w(dynamics.coordinates()),
        q_a(dynamics.coordinates()),
        q_b(dynamics.coordinates()),
        path_(method.nodes == Nodes::path),
        start_(method.start),
        theta_(path_ ? Real(1) : method.constraint.front().theta),
        saddle_(dynamics),
        q_(dynamics.coordinates()),
        v_(dynamics.coordinates()) {
    for (auto& slope : q_dot_) slope.resize(dynamics.coordinates());
    for (auto& slope : v_dot_) slope.resize(dynamics.coordinates());
  }

  /// For a step from (q0, v0), the position and the velocity of this state: v0 is the slope of the pair behind it, once
  /// there is one.
  void begin(const StageState<Real>& state, const Q& q0, const Q& v0, Real step) {
    const Real t0 = state.t;
    h = step;
    reading_ = path_ && state.turned ? Real(0) : theta_;
    first_ = path_ && !state.begun;
    w = v0;
    if (first_) look_back(t0, q0, v0);
    t_a = t0 - reading_ * h;
    t_b = t0 + (1 - reading_) * h;
    q_a = q0 + (-reading_ * h) * w;
    q_b = q0 + ((1 - reading_) * h) * w;
  }

  /// The first step of path nodes that has no pair behind it: momentum p(0), half of the reaction.
  bool half_step() const { return first_ && start_ == PathStart::half_step; }

  /// q of the state on the next pair, q_b and q_b + h v1.
  void end(const Q& v1, VectorX<Real>& q1) const { as<Q>(q1) = q_b + (reading_ * h) * v1; }

 private:
  // The flow backwards by the classical method of order 4: far below the error of a step.
  static constexpr int steps_back = 64;

  void look_back(Real t0, const Q& q0, const Q& v0) {
    if (start_ == PathStart::naive || start_ == PathStart::half_step) return;
    const Real length = start_ == PathStart::previous_node ? h : Real(h / 2);
    const Real d = -length / steps_back;
    q_ = q0;
    v_ = v0;
    for (int i = 0; i < steps_back; ++i) runge_kutta_4(t0 + static_cast<Real>(i) * d, d);
    w = v_;
    if (start_ != PathStart::previous_node) return;
    w = q0 - q_;
    w /= h;
  }

  void runge_kutta_4(Real t, Real d) {
    const Q q0 = q_, v0 = v_;
    for (std::size_t i = 0; i < 4; ++i) {
      const Real c = i == 0 ? Real(0) : i == 3 ? d : Real(d / 2);
      if (i > 0) q_ = q0 + c * q_dot_[i - 1];
      if (i > 0) v_ = v0 + c * v_dot_[i - 1];
      if (!saddle_.solve(t + c, q_, v_)) {  // the step then fails, rather than starting wrong
        v_.setConstant(std::numeric_limits<Real>::quiet_NaN());
        return;
      }
      q_dot_[i] = v_;
      v_dot_[i] = saddle_.acceleration();
    }
    q_ = q0;
    v_ = v0;
    for (std::size_t i = 0; i < 4; ++i) {
      const Real b = i == 0 || i == 3 ? Real(d / 6) : Real(d / 3);
      q_ += b * q_dot_[i];
      v_ += b * v_dot_[i];
    }
  }

  bool path_;
  PathStart start_;
  Real theta_, reading_ = 0;
  bool first_ = false;
  SaddlePoint<Real, n, m> saddle_;
  Q q_, v_;
  std::array<Q, 4> q_dot_, v_dot_;
};

}  // namespace nonholo
