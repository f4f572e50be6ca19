// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/velocity_branch.hpp>

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

/// A state, K there and p_v^-1 K^T.
template <class Real> struct StateRows {
  Real t = 0;
  VectorX<Real> q, v;
  MatrixX<Real> K, X;
};

/// A system of whatever sizes.
template <class Real> struct AnyRows {
  virtual ~AnyRows() = default;
  virtual void fill(StateRows<Real>& at) = 0;           ///< K and X of the state
  virtual void measure_at(const StateRows<Real>&) = 0;  ///< takes the mass of the state for length()
  virtual Real length(const VectorX<Real>& v) = 0;      ///< in the mass metric
};

template <class Real, int n, int m> class RowsOf final : public AnyRows<Real> {
 public:
  explicit RowsOf(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        metric_(*dynamics_),
        ruler_(*dynamics_),
        q_(dynamics_->coordinates()),
        v_(dynamics_->coordinates()),
        k_(dynamics_->constraints()),
        K_(dynamics_->constraints(), dynamics_->coordinates()),
        X_(dynamics_->coordinates(), dynamics_->constraints()) {}

  void fill(StateRows<Real>& at) override {
    q_ = at.q;
    v_ = at.v;
    dynamics_->constraint(at.t, q_, v_, k_, K_);
    X_ = K_.transpose();
    metric_.compute(at.t, q_, v_);
    metric_.solve_in_place(X_);
    at.K = K_;
    at.X = X_;
  }

  void measure_at(const StateRows<Real>& at) override {
    q_ = at.q;
    v_ = at.v;
    ruler_.compute(at.t, q_, v_);
  }

  Real length(const VectorX<Real>& v) override {
    using std::sqrt;
    v_ = v;
    return sqrt(ruler_.square(v_));
  }

 private:
  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  MassMetric<Real, n, m> metric_, ruler_;
  Vector<Real, n> q_, v_;
  Vector<Real, m> k_;
  Matrix<Real, m, n> K_;
  Matrix<Real, n, m> X_;
};

template <class Real> std::unique_ptr<AnyRows<Real>> any_rows(const System<Real>& system) {
  return system.visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> std::unique_ptr<AnyRows<Real>> {
        return std::make_unique<RowsOf<Real, n, m>>(dynamics);
      });
}

}  // namespace

template <class Real> struct VelocityBranch<Real>::States {
  explicit States(const System<Real>& system)
      : rows(any_rows(system)),
        probe(make_probe(system)),
        product(system.multipliers(), system.multipliers()),
        lu(system.multipliers()),
        aim(system.coordinates()),
        off(system.coordinates()),
        across(system.multipliers()),
        along(system.multipliers()) {
    for (StateRows<Real>* each : {&before, &after, &low, &high, &middle, &next}) {
      each->q.resize(system.coordinates());
      each->v.resize(system.coordinates());
      each->K.resize(system.multipliers(), system.coordinates());
      each->X.resize(system.coordinates(), system.multipliers());
    }
  }

  /// Whether det K_0 p_v^-1 K_1^T is negative; false where it is no number.
  bool turned(const StateRows<Real>& one, const StateRows<Real>& other) {
    product.noalias() = one.K * other.X;
    if (!product.allFinite()) return false;
    lu.compute(product);
    return lu.sign_of_determinant() < 0;
  }

  Real distance(const VectorX<Real>& v, const VectorX<Real>& other) {
    off = v - other;
    return rows->length(off);
  }

  bool project(StateRows<Real>& at) {
    if (!probe->project(at.t, values(at.q), {at.v.data(), static_cast<std::size_t>(at.v.size())})) return false;
    rows->fill(at);
    return true;
  }

  /// Half way between low and high, with a velocity on the constraint near the mean of theirs, nearer than these.
  bool put_middle() {
    middle.t = low.t + (high.t - low.t) / 2;
    middle.q = low.q + (high.q - low.q) / 2;
    aim = low.v + (high.v - low.v) / 2;
    middle.v = aim;
    if (!project(middle) || !(distance(middle.v, aim) <= distance(low.v, aim))) {
      middle.v = low.v;
      if (!project(middle)) return false;
    }
    constexpr int most_iterations = 50;  // at a centre of curvature they converge slowly, and any will do
    for (int i = 0; i < most_iterations && comes_nearer(); ++i) std::swap(middle, next);
    return true;
  }

  /// Whether the foot of aim on the tangent plane at middle, put on the constraint, is nearer to aim: next.
  bool comes_nearer() {
    product.noalias() = middle.K * middle.X;
    lu.compute(product);
    off = aim - middle.v;
    across.noalias() = middle.K * off;
    lu.solve(across, along);
    next.t = middle.t;
    next.q = middle.q;
    next.v = aim;
    next.v.noalias() -= middle.X * along;
    return project(next) && distance(next.v, aim) < distance(middle.v, aim);
  }

  /// Whether the rows turned from before to after without a jump. Each part is no longer than the one that it halves,
  /// for its new end is nearer to the middle than its old ones; where it stays as long there is a gap.
  bool turned_continuously() {
    constexpr int most_parts = 1000;  // bounds the work; some dozens are enough along a branch
    rows->measure_at(before);
    low = before;
    high = after;
    Real length = distance(low.v, high.v);
    for (int parts = 0; parts < most_parts; ++parts) {
      if (!put_middle()) return false;
      if (turned(low, middle)) std::swap(high, middle);
      else if (turned(middle, high)) std::swap(low, middle);
      else return true;
      const Real part = distance(low.v, high.v);
      if (!(part < length)) return false;
      length = part;
    }
    return false;
  }

  std::unique_ptr<AnyRows<Real>> rows;
  std::unique_ptr<Probe<Real>> probe;
  MatrixX<Real> product;
  Lu<Real> lu;
  VectorX<Real> aim, off, across, along;
  StateRows<Real> before, after, low, high, middle, next;
};

template <class Real> VelocityBranch<Real>::VelocityBranch(const System<Real>& system) {
  if (system.kind() == SystemKind::mechanical && !system.traits().linear_constraint && system.multipliers() > 0)
    states_ = std::make_unique<States>(system);
}

template <class Real> VelocityBranch<Real>::VelocityBranch(VelocityBranch&&) noexcept = default;
template <class Real> VelocityBranch<Real>& VelocityBranch<Real>::operator=(VelocityBranch&&) noexcept = default;
template <class Real> VelocityBranch<Real>::~VelocityBranch() = default;

template <class Real> void VelocityBranch<Real>::start(Real t, Values q, Values v) {
  if (!states_) return;
  StateRows<Real>& at = states_->before;
  at.t = t;
  std::ranges::copy(q, at.q.begin());
  std::ranges::copy(v, at.v.begin());
  states_->rows->fill(at);
}

template <class Real> bool VelocityBranch<Real>::continues(Real t, Values q, Values v) {
  StateRows<Real>& at = states_->after;
  at.t = t;
  std::ranges::copy(q, at.q.begin());
  std::ranges::copy(v, at.v.begin());
  states_->rows->fill(at);
  left_ = states_->turned(states_->before, at) && !states_->turned_continuously();
  if (!left_) std::swap(states_->before, states_->after);
  return !left_;
}

template <class Real> Real VelocityBranch<Real>::t() const { return states_->before.t; }
template <class Real> const VectorX<Real>& VelocityBranch<Real>::q() const { return states_->before.q; }
template <class Real> const VectorX<Real>& VelocityBranch<Real>::v() const { return states_->before.v; }

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class VelocityBranch<double>;
#else
template class VelocityBranch<quad>;
#endif

}  // namespace nonholo
