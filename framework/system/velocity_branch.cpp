// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/velocity_branch.hpp>

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace nonholo {

namespace {

/// A state, K there and p_v^-1 K^T.
template <class Real> struct StateRows {
  Real t = 0;
  VectorX<Real> q, v;
  MatrixX<Real> K, X;
};

/// Fills K and X of a state.
template <class Real> std::function<void(StateRows<Real>&)> state_rows(const System<Real>& system) {
  return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    struct Scratch {
      MassMetric<Real, n, m> metric;
      Vector<Real, n> q, v;
      Vector<Real, m> k;
      Matrix<Real, m, n> K;
      Matrix<Real, n, m> X;
    };
    const Eigen::Index rows = dynamics->constraints(), columns = dynamics->coordinates();
    const auto own = std::make_shared<Scratch>(MassMetric<Real, n, m>(*dynamics), Vector<Real, n>(columns),
                                               Vector<Real, n>(columns), Vector<Real, m>(rows),
                                               Matrix<Real, m, n>(rows, columns), Matrix<Real, n, m>(columns, rows));
    return std::function<void(StateRows<Real>&)>([dynamics, own](StateRows<Real>& at) {
      own->q = at.q;
      own->v = at.v;
      dynamics->constraint(at.t, own->q, own->v, own->k, own->K);
      own->X = own->K.transpose();
      own->metric.compute(at.t, own->q, own->v);
      own->metric.solve_in_place(own->X);
      at.K = own->K;
      at.X = own->X;
    });
  });
}

}  // namespace

template <class Real> struct VelocityBranch<Real>::States {
  explicit States(const System<Real>& system)
      : fill(state_rows(system)),
        probe(make_probe(system)),
        product(system.multipliers(), system.multipliers()),
        lu(system.multipliers()) {
    for (StateRows<Real>* each : {&before, &after, &low, &high, &middle}) {
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

  /// The state at that part of the way from before to after, on the constraint.
  bool put_middle(const Real& part) {
    middle.t = before.t + part * (after.t - before.t);
    middle.q = before.q + part * (after.q - before.q);
    middle.v = before.v + part * (after.v - before.v);
    if (!probe->project(middle.t, values(middle.q), {middle.v.data(), static_cast<std::size_t>(middle.v.size())}))
      return false;
    fill(middle);
    return true;
  }

  /// Whether the rows turned from before to after without a jump.
  bool turned_continuously() {
    low = before;
    high = after;
    Real from = 0, to = 1;
    while (true) {
      const Real part = from + (to - from) / 2;
      if (part == from || part == to || !put_middle(part)) return false;
      if (turned(low, middle)) {
        std::swap(high, middle);
        to = part;
      } else if (turned(middle, high)) {
        std::swap(low, middle);
        from = part;
      } else {
        return true;
      }
    }
  }

  std::function<void(StateRows<Real>&)> fill;
  std::unique_ptr<Probe<Real>> probe;
  MatrixX<Real> product;
  Lu<Real> lu;
  StateRows<Real> before, after, low, high, middle;
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
  states_->fill(at);
}

template <class Real> bool VelocityBranch<Real>::continues(Real t, Values q, Values v) {
  StateRows<Real>& at = states_->after;
  at.t = t;
  std::ranges::copy(q, at.q.begin());
  std::ranges::copy(v, at.v.begin());
  states_->fill(at);
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
template class VelocityBranch<long double>;
template class VelocityBranch<quad>;
#endif

}  // namespace nonholo
