// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/energy_balance.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace nonholo {

namespace {

constexpr int per_node = 3;  // q, v and a

/// Gauss formula with four points on [-1, 1]: the two positive nodes with their weights. The others mirror them.
template <class Real> std::array<std::pair<Real, Real>, 2> gauss_half() {
  using std::sqrt;
  const Real root = 2 * sqrt(Real(6) / 5) / 7, part = sqrt(Real(30)) / 36;
  return {std::pair<Real, Real>(sqrt(Real(3) / 7 - root), Real(1) / 2 + part),
          std::pair<Real, Real>(sqrt(Real(3) / 7 + root), Real(1) / 2 - part)};
}

}  // namespace

template <class Real> EnergyBalance<Real>::EnergyBalance(const System<Real>& system)
    : probe_(make_probe(system)),
      idle_(system.traits().conservative || system.kind() != SystemKind::mechanical),
      bent_(!system.traits().linear_constraint),
      difference_(system.coordinates(), 3 * per_node),
      table_(system.coordinates(), 3 * per_node),
      q_(system.coordinates()),
      v_(system.coordinates()) {
  for (Node& node : node_)
    node = {0, VectorX<Real>::Zero(q_.size()), VectorX<Real>::Zero(q_.size()), VectorX<Real>::Zero(q_.size())};
}

template <class Real> void EnergyBalance<Real>::start(Real t, Values q, Values v) {
  seen_ = 0;
  work_ = first_ = 0;
  if (!idle_) push(t, q, v);
}

/// The first step is integrated again after the second step, along the polynomial through three nodes.
template <class Real> Real EnergyBalance<Real>::advance(Real t, Values q, Values v) {
  if (seen_ == 0) start(t, q, v);
  if (idle_ || seen_ == 0) return 0;
  push(t, q, v);
  interpolate();
  if (seen_ == 3 && knots_ == 3 * per_node) work_ += integral(node_[2].t, node_[1].t) - first_;
  const Real step = integral(node_[1].t, node_[0].t);
  if (seen_ == 2) first_ = step;
  return work_ += step;
}

template <class Real> void EnergyBalance<Real>::push(Real t, Values q, Values v) {
  std::rotate(node_.begin(), node_.end() - 1, node_.end());
  Node& node = node_.front();
  node.t = t;
  std::ranges::copy(q, node.q.begin());
  std::ranges::copy(v, node.v.begin());
  const auto a = std::span<Real>(node.a.data(), q.size());
  if (!probe_->acceleration(t, q, v, a)) node.a.setConstant(std::numeric_limits<Real>::quiet_NaN());
  if (seen_ <= 3) ++seen_;
}

/// Divided differences over repeated knots. Over equal knots they are derivatives divided by factorials.
template <class Real> void EnergyBalance<Real>::interpolate() {
  using std::abs;
  constexpr Real most_uneven = 8;
  const bool longer = abs(node_[0].t - node_[1].t) > most_uneven * abs(node_[1].t - node_[2].t);
  const Eigen::Index size = knots_ = per_node * (seen_ < 3 || longer ? 2 : 3);
  const auto node = [this](Eigen::Index i) -> const Node& { return node_[static_cast<std::size_t>(i / per_node)]; };
  for (Eigen::Index i = 0; i < size; ++i) {
    knot_[static_cast<std::size_t>(i)] = node(i).t;
    table_.col(i) = node(i).q;
  }
  difference_.col(0) = table_.col(0);
  for (Eigen::Index order = 1; order < size; ++order) {
    for (Eigen::Index i = 0; i + order < size; ++i) {
      const Real apart = knot_[static_cast<std::size_t>(i + order)] - knot_[static_cast<std::size_t>(i)];
      if (apart != 0) table_.col(i) = (table_.col(i + 1) - table_.col(i)) / apart;
      else if (order == 1) table_.col(i) = node(i).v;
      else table_.col(i) = node(i).a / 2;
    }
    difference_.col(order) = table_.col(0);
  }
}

/// Evaluates q_ and v_ of the polynomial by Horner's rule for Newton's form.
template <class Real> void EnergyBalance<Real>::move_to(Real t) {
  q_ = difference_.col(knots_ - 1);
  v_.setZero();
  for (Eigen::Index i = knots_ - 2; i >= 0; --i) {
    const Real from = t - knot_[static_cast<std::size_t>(i)];
    v_ = q_ + from * v_;
    q_ = difference_.col(i) + from * q_;
  }
}

template <class Real> Real EnergyBalance<Real>::integral(Real from, Real to) {
  static const auto half = gauss_half<Real>();
  const Real middle = (from + to) / 2, arm = (to - from) / 2;
  Real sum = 0;
  for (const auto& [node, weight] : half)
    for (const int side : {-1, 1}) {
      const Real t = middle + Real(side) * node * arm;
      move_to(t);
      if (bent_) probe_->project(t, values(q_), {v_.data(), static_cast<std::size_t>(v_.size())});
      sum += weight * probe_->power(t, values(q_), values(v_));
    }
  return arm * sum;
}

template <class Real> std::vector<Real> EnergyBalance<Real>::memory() const {
  std::vector<Real> numbers{static_cast<Real>(seen_), work_, first_};
  for (const Node& node : node_) {
    numbers.push_back(node.t);
    for (const VectorX<Real>* x : {&node.q, &node.v, &node.a}) numbers.insert(numbers.end(), x->begin(), x->end());
  }
  return numbers;
}

template <class Real> void EnergyBalance<Real>::remember(Values memory) {
  if (std::ssize(memory) != 3 + 3 * (1 + 3 * q_.size())) return;
  seen_ = static_cast<int>(memory[0]);
  work_ = memory[1];
  first_ = memory[2];
  memory = memory.subspan(3);
  const auto size = static_cast<std::size_t>(q_.size());
  for (Node& node : node_) {
    node.t = memory[0];
    memory = memory.subspan(1);
    for (VectorX<Real>* x : {&node.q, &node.v, &node.a}) {
      std::ranges::copy(memory.first(size), x->begin());
      memory = memory.subspan(size);
    }
  }
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class EnergyBalance<double>;
#else
template class EnergyBalance<long double>;
template class EnergyBalance<quad>;
#endif

}  // namespace nonholo
