// The starting guess for the stage equations: the unknowns of the last steps, extrapolated in time.
//
// With a constant step size each unknown (a stage velocity, a stage multiplier) is a smooth function of the step's
// start time along the numerical solution, so a polynomial through its last values predicts the next one: with p + 1
// values the guess is O(h^(p+1)) off.
//
// Unknowns that are values of one function of time tell more: the polynomial through the newest of them, which are much
// nearer. It is O(h^s) off, for stages are no better than that; but by how much is again smooth from step to step, and
// extrapolated like everything else (docs/design/numerics.md has all three measured).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/pack.hpp>
#include <nonholo/framework/base/small_product.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <vector>

namespace nonholo {

/// Unknowns that are values of one function of time: x.segment(i * rows, rows), i = 0, 1, ..., stands for the time
/// t0 + c[i] h. The newest `nodes` of them, of two steps, tell about the next ones; with none, none do. In `packs` of
/// times, where there are any, row r of the k-th stands at x.segment((k * rows + r) * width, width), and lanes behind
/// the last time are that time once more; nodes are five at most.
template <class Real> struct TimedUnknowns {
  VectorX<Real> c;
  Eigen::Index rows = 0;
  int nodes = 0, packs = 0;
};

template <class Real> class StageHistory {
 public:
  static constexpr int depth = 7;

  /// @param reach  values that are extrapolated, at most depth: each one more doubles what is not smooth in time
  explicit StageHistory(Eigen::Index unknowns, int reach = depth, const TimedUnknowns<Real>& timed = {})
      : past_(MatrixX<Real>::Zero(unknowns, depth)),
        reach_(reach),
        blocks_(timed.nodes > 0 ? timed.c.size() : 0),
        rows_(timed.rows),
        packs_(timed.packs),
        near_(VectorX<Real>::Zero(unknowns)),
        before_(near_) {
    if (blocks_ > 0) weigh_nodes(timed);
  }

  /// Forgets everything: after a reversal, or when the step size changes.
  void clear() { known_ = steps_ = 0; }

  /// True, with the prediction in x (which has its size already), when enough steps of this size are known.
  bool predict(Real h, VectorX<Real>& x) const {
    if (known_ < (blocks_ > 0 ? 1 : 2) || h != h_) return false;
    // Extrapolation through equidistant values has binomial coefficients with alternating signs.
    static constexpr std::array<std::array<int, depth>, depth + 1> weights{{{},
                                                                            {1},
                                                                            {2, -1},
                                                                            {3, -3, 1},
                                                                            {4, -6, 4, -1},
                                                                            {5, -10, 10, -5, 1},
                                                                            {6, -15, 20, -15, 6, -1},
                                                                            {7, -21, 35, -35, 21, -7, 1}}};
    const auto& w = weights[static_cast<std::size_t>(known_)];
    // One pass over plain columns: the unknown columns of a short history have weight 0, and expressions of a few
    // numbers cost more than they compute.
    const Real *a = column(0), *b = column(1), *c = column(2), *d = column(3), *e = column(4), *f = column(5),
               *g = column(6), *near = near_.data();
    Real* __restrict out = x.data();
    for (Eigen::Index i = 0; i < x.size(); ++i)
      out[i] =
          near[i] + (w[0] * a[i] + w[1] * b[i] + w[2] * c[i] + w[3] * d[i] + w[4] * e[i] + w[5] * f[i] + w[6] * g[i]);
    return true;
  }

  /// Remembers the solution x of a step of size h.
  void push(Real h, const VectorX<Real>& x) {
    if (h != h_) clear();
    h_ = h;
    if (steps_ >= steps_needed_) {
      newest_ = newest_ + 1 < depth ? newest_ + 1 : 0;
      Real* const off = past_.col(newest_).data();
      for (Eigen::Index i = 0; i < x.size(); ++i) off[i] = x[i] - near_[i];
      known_ = std::min(known_ + 1, reach_);
    }
    if (blocks_ > 0) look_ahead(x);
    steps_ = std::min(steps_ + 1, steps_needed_);
  }

 private:
  const Real* column(int age) const { return past_.col(age <= newest_ ? newest_ - age : newest_ - age + depth).data(); }

  /// near_ of the next step. Columns of four are what most systems have.
  void look_ahead(const VectorX<Real>& x) {
    if (packs_ > 0) return look_ahead_in_lanes(x);
    if (rows_ == 4) add_nodes<4>(of_last_, x.data(), nullptr);
    else add_nodes<dynamic>(of_last_, x.data(), nullptr);
    if (steps_needed_ == 1) return;
    add_nodes<dynamic>(of_one_before_, before_.data(), near_.data());
    std::copy_n(x.data(), blocks_ * rows_, before_.data());
  }

  /// near_ = before + what these weights make of x.
  template <int rows> void add_nodes(const MatrixX<Real>& weights, const Real* x, const Real* before) {
    for (Eigen::Index i = 0; i < blocks_; ++i)
      affine<rows, dynamic>(rows_, blocks_, before ? before + i * rows_ : nullptr, Real(1), x, rows_,
                            weights.data() + i * blocks_, near_.data() + i * rows_);
  }

  Eigen::Index in_lanes(Eigen::Index block, Eigen::Index r) const {
    return (block / Pack::width * rows_ + r) * Pack::width + block % Pack::width;
  }

  /// Weights of all nodes wait in registers while rows go by.
  void look_ahead_in_lanes(const VectorX<Real>& x) {
    if constexpr (std::is_same_v<Real, double>) {
      for (Eigen::Index k = 0; k < packs_; ++k) {
        std::array<Pack, most_nodes> w;
        std::array<const Real*, most_nodes> of;
        for (std::size_t node = 0; node < most_nodes; ++node) {
          w[node] = Pack::load(lane_nodes_[node].weights.data() + k * Pack::width);
          of[node] = (lane_nodes_[node].last ? x.data() : before_.data()) + lane_nodes_[node].place;
        }
        for (Eigen::Index r = 0; r < rows_; ++r) {
          const auto term = [&](std::size_t node) { return w[node] * of[node][r * Pack::width]; };
          (term(0) + term(1) + (term(2) + term(3)) + term(4)).store(near_.data() + (k * rows_ + r) * Pack::width);
        }
      }
      if (steps_needed_ > 1) std::copy_n(x.data(), packs_ * rows_ * Pack::width, before_.data());
    }
  }

  /// Lagrange's polynomials of the newest nodes, each time once, at the times of the next step.
  void weigh_nodes(const TimedUnknowns<Real>& timed) {
    struct NodeInTime {
      Real time;
      Eigen::Index block;
      bool last;
    };
    std::vector<NodeInTime> nodes;
    for (const bool last : {true, false})
      for (Eigen::Index j = blocks_ - 1; j >= 0; --j) {
        const Real time = timed.c[j] - (last ? 1 : 2);
        const bool known =
            std::ranges::any_of(nodes, [&](const NodeInTime& node) { return is_close(node.time, time); });
        if (!known) nodes.push_back({time, j, last});
      }
    std::ranges::stable_sort(nodes, std::greater(), &NodeInTime::time);
    nodes.resize(std::min(nodes.size(), static_cast<std::size_t>(timed.nodes)));
    of_last_ = of_one_before_ = MatrixX<Real>::Zero(blocks_, blocks_);
    steps_needed_ = 1;
    for (const NodeInTime& node : nodes) {
      if (!node.last) steps_needed_ = 2;
      for (Eigen::Index i = 0; i < blocks_; ++i) {
        Real weight = 1;
        for (const NodeInTime& other : nodes)
          if (&other != &node) weight *= (timed.c[i] - other.time) / (node.time - other.time);
        (node.last ? of_last_ : of_one_before_)(node.block, i) = weight;
      }
    }
    if (packs_ == 0) return;
    assert(nodes.size() <= most_nodes);
    for (std::size_t k = 0; k < most_nodes; ++k) {
      LaneNode& at = lane_nodes_[k];
      at.weights.assign(static_cast<std::size_t>(packs_ * Pack::width), Real(0));
      if (k >= nodes.size()) continue;
      const auto [time, block, last] = nodes[k];
      at.place = in_lanes(block, 0);
      at.last = last;
      for (std::size_t i = 0; i < at.weights.size(); ++i)
        at.weights[i] = (last ? of_last_ : of_one_before_)(block, std::min(static_cast<Eigen::Index>(i), blocks_ - 1));
    }
  }

  static bool is_close(const Real& s, const Real& t) {
    using std::abs;
    return abs(s - t) < Real(1) / 1000;
  }

  MatrixX<Real> past_;  // a ring of columns
  int reach_;
  Real h_ = 0;
  int newest_ = 0, known_ = 0;
  // of unknowns that are values of one function
  Eigen::Index blocks_, rows_, packs_;
  VectorX<Real> near_, before_;            // what the nodes tell about the next step; x of the step before the last
  MatrixX<Real> of_last_, of_one_before_;  // weights: column i is for block i
  int steps_ = 0, steps_needed_ = 0;
  // of those that stand in packs: where a node's first row stands, in x of the last step or the one before, and what it
  // weighs in all lanes. Those that are none weigh nothing.
  static constexpr std::size_t most_nodes = 5;
  struct LaneNode {
    Eigen::Index place = 0;
    bool last = true;
    std::vector<Real> weights;
  };
  std::array<LaneNode, most_nodes> lane_nodes_;
};

}  // namespace nonholo
