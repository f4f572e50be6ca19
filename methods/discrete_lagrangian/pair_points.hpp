// What the rules of a discrete Lagrangian and a discrete constraint take of a pair of nodes q_a, q_b = q_a + h w: all
// their points in one call, those that they have in common once. Of the former the discrete Legendre transforms of L_d
// (Marsden & West 2001; Ferraro, Iglesias & Martin de Diego 2009):
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
#include <nonholo/methods/discrete_lagrangian/pair_lanes.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace nonholo {

/// Scratch for one thread; linear maps allocate nothing.
template <class Real, int n, int m> class PairPoints {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using Mass = Matrix<Real, n, n>;
  using Jacobian = Matrix<Real, m, n>;

 public:
  explicit PairPoints(const Dynamics<Real, n, m>& dynamics, const DifferenceRule<Real>& lagrangian,
                      const DifferenceRule<Real>& constraint = {})
      : dynamics_(dynamics),
        zero_(L::Zero(dynamics.constraints())),
        linear_(dynamics.coordinates(), dynamics.constraints()) {
    for (const DifferenceSample<Real>& s : lagrangian) lagrangian_.push_back({s.weight, add(s)});
    of_lagrangian_ = samples_.size();
    for (const DifferenceSample<Real>& s : constraint) constraint_.push_back({s.weight, add(s)});
    if constexpr (in_double)
      if (dynamics.in_packs() && Lanes::fit(samples_)) {
        lanes_.emplace(samples_, dynamics);
        for (const auto& [weight, point] : lagrangian_) lanes_->weigh_lagrangian(point, weight);
        for (const auto& [weight, point] : constraint_) lanes_->weigh_constraint(point, weight);
      }
  }

  int count() const { return static_cast<int>(samples_.size()); }

  /// All that follows is of this pair.
  void evaluate(Real t_a, Real h, const Q& q_a, const Q& w) { evaluate(samples_.size(), t_a, h, q_a, w); }
  /// ... and of the Lagrangian alone.
  void evaluate_lagrangian(Real t_a, Real h, const Q& q_a, const Q& w) { evaluate(of_lagrangian_, t_a, h, q_a, w); }

  void minus(Q& out) { transform(false, out); }
  void plus(Q& out) { transform(true, out); }

  /// sum_i w_i k(t_i, q_i, v_i).
  void constraint(L& out) const {
    if constexpr (in_double)
      if (lanes_) return lanes_->constraint(out);
    out.setZero();
    for (const auto& [weight, point] : constraint_) out += weight * blocks_[point].k;
  }

  /// K at the node q_b, where a point of the Lagrangian is there; else false.
  bool K_at_b(Jacobian& K) const {
    for (std::size_t i = 0; i < of_lagrangian_; ++i) {
      if (samples_[i].own || samples_[i].theta != 1) continue;
      if constexpr (in_double)
        if (lanes_) return lanes_->K_at(i, K), true;
      return K = blocks_[i].K, true;
    }
    return false;
  }

  // Means over the points: what their derivatives with respect to w are made of (frozen_momentum.hpp).

  /// Of a mass that is not constant.
  void mass(Mass& out) const {
    if constexpr (in_double)
      if (lanes_) return lanes_->mass(out);
    out.setZero();
    for (const auto& [weight, point] : lagrangian_) out += weight * blocks_[point].p_v;
  }
  void K(Jacobian& out) const {
    if constexpr (in_double)
      if (lanes_) return lanes_->K(out);
    out.setZero();
    for (const auto& [weight, point] : constraint_) out += weight * blocks_[point].K;
  }
  Real theta() const { return mean_theta(lagrangian_); }
  Real theta_k() const { return mean_theta(constraint_); }

  /// d minus / dw, n x n; of a map of one's own without its second derivatives.
  void minus_derivative(Mass& out) {
    out.setZero();
    for (const auto& [weight, point] : lagrangian_) {
      const DifferenceSample<Real>& s = samples_[point];
      linearise(point);
      if (s.own) {
        own_[point]->differentiate(s, h_);
        linear_.p_v = own_[point]->map.mixed(linear_.f_q, linear_.f_v, linear_.p_q, linear_.p_v);
        out += (-weight * h_ * h_) * linear_.p_v;
      } else {  // p_v + after p_q - before f_v - before after f_q
        const Real before = (1 - s.theta) * h_, after = s.theta * h_;
        out += weight * linear_.p_v;
        out += (weight * after) * linear_.p_q;
        out += (-weight * before) * linear_.f_v;
        out += (-weight * before * after) * linear_.f_q;
      }
    }
  }

 private:
  static constexpr bool in_double = std::is_same_v<Real, double>;
  struct Nothing {};
  using Lanes = std::conditional_t<in_double, PairLanes<n, m>, Nothing>;
  struct Term {
    Real weight;
    std::size_t point;
  };

  /// The point of this sample, which is made unless it is there.
  std::size_t add(const DifferenceSample<Real>& sample) {
    for (std::size_t i = 0; i < samples_.size(); ++i)
      if (samples_[i].theta == sample.theta && samples_[i].own == sample.own) return i;
    const Eigen::Index rows = dynamics_.coordinates();
    samples_.push_back(sample);
    own_.push_back(sample.own ? std::make_unique<SamplePoint<Real, n>>(rows) : nullptr);
    t_.push_back(0);
    q_.emplace_back(rows);
    v_.emplace_back(rows);
    // a size that the compiler knows has room for p_v, wanted or not
    blocks_.emplace_back(rows, dynamics_.constraints(), n != dynamic || !dynamics_.traits().constant_mass);
    return samples_.size() - 1;
  }

  /// Of the first points; in lanes of all, which costs no more.
  void evaluate(std::size_t count, Real t_a, Real h, const Q& q_a, const Q& w) {
    h_ = h;
    if constexpr (in_double)
      if (lanes_) return lanes_->evaluate(dynamics_, t_a, h, q_a, w);
    for (std::size_t i = 0; i < count; ++i) {
      const DifferenceSample<Real>& s = samples_[i];
      t_[i] = t_a + s.theta * h;
      if (s.own) {
        own_[i]->take(s, h, q_a, w);
        q_[i] = own_[i]->q;
        v_[i] = own_[i]->v;
      } else {
        const Real arm = s.theta * h;
        for (Eigen::Index j = 0; j < q_a.size(); ++j) q_[i].coeffRef(j) = q_a.coeff(j) + arm * w.coeff(j);
        v_[i] = w;
      }
    }
    dynamics_.evaluate({t_.data(), count}, {q_.data(), count}, {v_.data(), count}, {blocks_.data(), count});
  }

  void transform(bool at_b, Q& out) {
    if constexpr (in_double)
      if (lanes_) return lanes_->transform(at_b, out);
    out.setZero();
    for (const auto& [weight, point] : lagrangian_) {
      const DifferenceSample<Real>& s = samples_[point];
      const Q &p = blocks_[point].p, &f = blocks_[point].f;
      if (s.own) {
        own_[point]->differentiate(s, h_);
        out += Real(at_b ? weight * h_ : -weight * h_) * own_[point]->map.momentum(at_b, f, p);
      } else {
        const Real arm = weight * (at_b ? Real(s.theta * h_) : Real((s.theta - 1) * h_));
        out += weight * p;
        if (arm != 0) out += arm * f;
      }
    }
  }

  void linearise(std::size_t point) {
    if constexpr (in_double)
      if (lanes_) lanes_->place(point, t_[point], q_[point], v_[point]);
    dynamics_.linearise(t_[point], q_[point], v_[point], zero_, linear_);
  }

  Real mean_theta(const std::vector<Term>& terms) const {
    Real mean = 0;
    for (const auto& [weight, point] : terms) mean += weight * samples_[point].theta;
    return mean;
  }

  const Dynamics<Real, n, m>& dynamics_;
  std::vector<Term> lagrangian_, constraint_;
  DifferenceRule<Real> samples_;                            // one for each point
  std::vector<std::unique_ptr<SamplePoint<Real, n>>> own_;  // of maps of one's own
  std::vector<Real> t_;
  std::vector<Q> q_, v_;
  std::vector<Block<Real, n, m>> blocks_;
  std::size_t of_lagrangian_ = 0;  // the first of them
  Real h_ = 0;
  std::optional<Lanes> lanes_;  // in the place of blocks_, and of t_, q_ and v_ but for exact Jacobians
  L zero_;
  Linearisation<Real, n, m> linear_;
};

}  // namespace nonholo
