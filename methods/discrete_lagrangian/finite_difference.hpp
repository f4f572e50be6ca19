// Finite-difference maps (q_a, q_b) -> (q, v): what a discrete Lagrangian and a discrete constraint are made of
// (McLachlan & Perlmutter 2006).
//
//   L_d(q_a, q_b) = h sum_i w_i L(t_a + theta_i h, q_i, v_i),    sum_i w_i = 1,
//   linear maps:   q_i = (1 - theta_i) q_a + theta_i q_b,   v_i = (q_b - q_a) / h
//       left: theta = 0, midpoint: 1/2, right: 1
//   your own:      (q_i, v_i) = F(q_a, q_b, h), a callable on any scalar; theta_i only says when. It is differentiated
//                  by dual numbers.
//
// The quadrature is the value: rules are lists of samples, and a rule is as good for the Lagrangian as for the
// constraint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace nonholo {

/// Derivatives of (q, v) with respect to q_a and q_b, n x n each.
template <class Real> struct MapDerivatives {
  explicit MapDerivatives(Eigen::Index n) : q_a(n, n), q_b(n, n), v_a(n, n), v_b(n, n) {}

  /// q_x^T f + v_x^T p, x = b or a.
  VectorX<Real> momentum(bool at_b, const VectorX<Real>& f, const VectorX<Real>& p) const;
  /// q_a^T (f_q q_b + f_v v_b) + v_a^T (p_q q_b + p_v v_b).
  MatrixX<Real> mixed(const MatrixX<Real>& f_q, const MatrixX<Real>& f_v, const MatrixX<Real>& p_q,
                      const MatrixX<Real>& p_v) const;
  /// k_q q_b + K v_b.
  MatrixX<Real> constraint(const MatrixX<Real>& k_q, const MatrixX<Real>& K) const;

  MatrixX<Real> q_a, q_b, v_a, v_b;
};

/// A map of your own, type-erased. Its second derivatives are never used: they cost the stage solver a contraction of
/// O(h^2), no accuracy.
template <class Real> class FiniteDifference {
 public:
  virtual ~FiniteDifference() = default;
  virtual void values(const VectorX<Real>& q_a, const VectorX<Real>& q_b, Real h, VectorX<Real>& q,
                      VectorX<Real>& v) const = 0;
  virtual void derivatives(const VectorX<Real>& q_a, const VectorX<Real>& q_b, Real h,
                           MapDerivatives<Real>& out) const = 0;
};

namespace detail {

template <class Real, class F> class OwnFiniteDifference final : public FiniteDifference<Real> {
  using D = Dual<Real, 1>;

 public:
  explicit OwnFiniteDifference(F f) : f_(std::move(f)) {}

  void values(const VectorX<Real>& q_a, const VectorX<Real>& q_b, Real h, VectorX<Real>& q,
              VectorX<Real>& v) const override {
    std::tie(q, v) = f_(q_a, q_b, h);
  }

  void derivatives(const VectorX<Real>& q_a, const VectorX<Real>& q_b, Real h,
                   MapDerivatives<Real>& out) const override {
    for (Eigen::Index j = 0; j < q_a.size(); ++j) {
      fill(f_(seeded<1>(q_a, -j), constant<D>(q_b), D(h)), out.q_a.col(j), out.v_a.col(j));
      fill(f_(constant<D>(q_a), seeded<1>(q_b, -j), D(h)), out.q_b.col(j), out.v_b.col(j));
    }
  }

 private:
  template <class Column> static void fill(const std::pair<VectorX<D>, VectorX<D>>& x, Column q, Column v) {
    for (Eigen::Index i = 0; i < x.first.size(); ++i) {
      q[i] = x.first[i].derivatives()[0];
      v[i] = x.second[i].derivatives()[0];
    }
  }

  F f_;
};

}  // namespace detail

/// The map of a callable  template <class S> std::pair<VectorX<S>, VectorX<S>> operator()(const VectorX<S>& q_a, const
///                        VectorX<S>& q_b, const S& h) const.
template <class Real, class F> std::shared_ptr<const FiniteDifference<Real>> finite_difference(F f) {
  return std::make_shared<detail::OwnFiniteDifference<Real, F>>(std::move(f));
}

template <class Real> struct DifferenceSample {
  DifferenceSample(Real weight_, Real theta_, std::shared_ptr<const FiniteDifference<Real>> own_ = nullptr)
      : weight(std::move(weight_)),
        theta(std::move(theta_)),
        own(std::move(own_)) {}

  Real weight;
  /// of the linear map; of a map of your own the part of the step after which it stands
  Real theta;
  std::shared_ptr<const FiniteDifference<Real>> own;  ///< empty: the linear map
};

/// Weights sum to 1.
template <class Real> using DifferenceRule = std::vector<DifferenceSample<Real>>;

/// The point (q, v) that a sample takes of a pair of nodes; scratch for one thread.
template <class Real, int n> class SamplePoint {
  using Q = Vector<Real, n>;

 public:
  explicit SamplePoint(Eigen::Index size) : q(size), v(size), map(size), a_(size), b_(size), x_(size), y_(size) {}

  Q q, v;
  MapDerivatives<Real> map;  ///< after differentiate(): of a map of one's own

  /// q and v of the sample on q_a, q_b = q_a + h w.
  void take(const DifferenceSample<Real>& sample, Real h, const Q& q_a, const Q& w) {
    if (!sample.own) {
      q = q_a + (sample.theta * h) * w;
      v = w;
      return;
    }
    a_ = q_a;
    b_ = q_a + h * w;
    sample.own->values(a_, b_, h, x_, y_);
    q = x_;
    v = y_;
  }

  /// At the pair of the latest take().
  void differentiate(const DifferenceSample<Real>& sample, Real h) { sample.own->derivatives(a_, b_, h, map); }

 private:
  VectorX<Real> a_, b_, x_, y_;
};

namespace differences {

template <class Real> DifferenceRule<Real> left() { return {{1, 0}}; }
template <class Real> DifferenceRule<Real> right() { return {{1, 1}}; }
template <class Real> DifferenceRule<Real> midpoint() { return {{1, Real(1) / 2}}; }
/// Half of left and half of right.
template <class Real> DifferenceRule<Real> symmetrised() { return {{Real(1) / 2, 0}, {Real(1) / 2, 1}}; }

}  // namespace differences

/// L_d(q_a, q_b; h) = -L_d(q_b, q_a; -h) whatever L is. Maps of your own are evaluated at two points, each by itself: a
/// rule whose maps are adjoint to one another only is not recognised.
/// @param n coordinates
template <class Real> bool is_symmetric(const DifferenceRule<Real>& rule, Eigen::Index n);

/// Linear maps at theta = 0 and 1 alone: forces are then evaluated at nodes.
template <class Real> bool samples_nodes_only(const DifferenceRule<Real>& rule) {
  return std::ranges::all_of(rule,
                             [](const DifferenceSample<Real>& s) { return !s.own && (s.theta == 0 || s.theta == 1); });
}

/// @throws InputError (key) for an empty rule and for weights that do not sum to 1.
template <class Real> void check_rule(const DifferenceRule<Real>& rule, const char* key);

}  // namespace nonholo
