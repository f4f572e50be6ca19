// The points of a pair of nodes (pair_points.hpp) in the lanes of a pack: up to four of linear maps, for systems that
// evaluate four points at once. Sums over points are sums over lanes. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/pack.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

#include <algorithm>

namespace nonholo {

/// Double alone. Lanes behind the last point are that point once more, and weigh nothing.
template <int n, int m> class PairLanes {
  using Q = Vector<double, n>;

 public:
  /// Of one point nothing is gained.
  static bool fit(const DifferenceRule<double>& points) {
    return points.size() > 1 && points.size() <= Pack::width &&
           std::ranges::none_of(points, [](const DifferenceSample<double>& s) { return s.own != nullptr; });
  }

  PairLanes(const DifferenceRule<double>& points, const Dynamics<double, n, m>& dynamics)
      : count_(static_cast<int>(points.size())),
        q_(dynamics.coordinates()),
        v_(dynamics.coordinates()),
        block_(dynamics.coordinates(), dynamics.constraints(), n != dynamic || !dynamics.traits().constant_mass) {
    for (int lane = 0; lane < Pack::width; ++lane)
      theta_.set(lane, points[static_cast<std::size_t>(std::min(lane, count_ - 1))].theta);
  }

  // That point adds so much to sums of the Lagrangian's, of the constraint's.
  void weigh_lagrangian(std::size_t point, double weight) { add(lagrangian_, point, weight); }
  void weigh_constraint(std::size_t point, double weight) { add(constraint_, point, weight); }

  void evaluate(const Dynamics<double, n, m>& dynamics, double t_a, double h, const Q& q_a, const Q& w) {
    h_ = h;
    arm_ = theta_ * h;
    for (Eigen::Index j = 0; j < q_.size(); ++j) {
      q_[j] = q_a[j] + arm_ * w[j];
      v_[j] = Pack(w[j]);
    }
    t_ = t_a + arm_;
    dynamics.evaluate(t_, q_, v_, count_, block_);
  }

  /// minus, or plus where `at_b`.
  void transform(bool at_b, Q& out) const {
    const Pack of_force = lagrangian_ * (at_b ? arm_ : arm_ - Pack(h_));
    for (Eigen::Index j = 0; j < out.size(); ++j)
      out[j] = (Pack::weighed(lagrangian_, block_.p[j]) + Pack::weighed(of_force, block_.f[j])).sum();
  }
  void constraint(Vector<double, m>& out) const { weigh(constraint_, block_.k, out); }
  void mass(Matrix<double, n, n>& out) const { weigh(lagrangian_, block_.p_v, out); }
  void K(Matrix<double, m, n>& out) const { weigh(constraint_, block_.K, out); }

  void K_at(std::size_t point, Matrix<double, m, n>& K) const { take_lane(block_.K, point, K); }
  void place(std::size_t point, double& t, Q& q, Q& v) const {
    t = t_[static_cast<int>(point)];
    take_lane(q_, point, q);
    take_lane(v_, point, v);
  }

 private:
  static void add(Pack& weights, std::size_t point, double weight) {
    const int lane = static_cast<int>(point);
    weights.set(lane, weights[lane] + weight);
  }
  template <class Packs, class Numbers> static void take_lane(const Packs& x, std::size_t point, Numbers& out) {
    for (Eigen::Index i = 0; i < x.size(); ++i) out(i) = x(i)[static_cast<int>(point)];
  }
  template <class Packs, class Numbers> static void weigh(const Pack& weights, const Packs& x, Numbers& out) {
    for (Eigen::Index i = 0; i < x.size(); ++i) out(i) = Pack::weighed(weights, x(i)).sum();
  }

  int count_;
  Pack theta_, lagrangian_{0}, constraint_{0}, arm_, t_;
  double h_ = 0;
  Vector<Pack, n> q_, v_;
  Block<Pack, n, m> block_;
};

}  // namespace nonholo
