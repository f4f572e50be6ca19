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
      inputs_(system.inputs()),
      changes_(inputs_ ? inputs_->changes() : 0),
      idle_(system.traits().conservative || system.kind() != SystemKind::mechanical),
      bent_(!system.traits().linear_constraint),
      curve_(system.coordinates(), 3),
      q_(system.coordinates()),
      v_(system.coordinates()) {
  for (Node& node : node_)
    node = {0, VectorX<Real>::Zero(q_.size()), VectorX<Real>::Zero(q_.size()), VectorX<Real>::Zero(q_.size())};
}

template <class Real> void EnergyBalance<Real>::start(Real t, Values q, Values v) {
  if (inputs_) changes_ = inputs_->changes();
  seen_ = 0;
  work_ = first_ = 0;
  if (!idle_) push(t, q, v);
}

/// The first step is integrated again after the second step, along the polynomial through three nodes.
template <class Real> Real EnergyBalance<Real>::advance(Real t, Values q, Values v) {
  if (seen_ == 0) start(t, q, v);
  if (idle_ || seen_ == 0) return 0;
  begin_anew();
  push(t, q, v);
  interpolate();
  if (seen_ == 3 && curve_.conditions() == 9) work_ += integral(node_[2].t, node_[1].t) - first_;
  const Real step = integral(node_[1].t, node_[0].t);
  if (seen_ == 2) first_ = step;
  return work_ += step;
}

template <class Real> void EnergyBalance<Real>::push(Real t, Values q, Values v) {
  std::rotate(node_.begin(), node_.end() - 1, node_.end());
  Node& node = node_.front();
  node.t = t;
  std::ranges::copy(q, node.x.begin());
  std::ranges::copy(v, node.first.begin());
  accelerate(node);
  if (seen_ <= 3) ++seen_;
}

template <class Real> void EnergyBalance<Real>::accelerate(Node& node) {
  const auto a = std::span<Real>(node.second.data(), static_cast<std::size_t>(node.second.size()));
  if (!probe_->acceleration(node.t, values(node.x), values(node.first), a))
    node.second.setConstant(std::numeric_limits<Real>::quiet_NaN());
}

/// At the newest node, if inputs changed since then.
template <class Real> void EnergyBalance<Real>::begin_anew() {
  if (!inputs_ || inputs_->changes() == changes_) return;
  changes_ = inputs_->changes();
  accelerate(node_.front());
  seen_ = 1;
  first_ = 0;
}

/// Over three nodes. Two are taken where the last step is much longer than the one before: differences over both would
/// magnify rounding.
template <class Real> void EnergyBalance<Real>::interpolate() {
  using std::abs;
  constexpr Real most_uneven = 8;
  const bool longer = abs(node_[0].t - node_[1].t) > most_uneven * abs(node_[1].t - node_[2].t);
  curve_.through(seen_ < 3 || longer ? 2 : 3,
                 [this](int i) -> const Node& { return node_[static_cast<std::size_t>(i)]; });
}

template <class Real> Real EnergyBalance<Real>::integral(Real from, Real to) {
  static const auto half = gauss_half<Real>();
  const Real middle = (from + to) / 2, arm = (to - from) / 2;
  Real sum = 0;
  for (const auto& [node, weight] : half)
    for (const int side : {-1, 1}) {
      const Real t = middle + Real(side) * node * arm;
      curve_.at(t, q_, v_);
      if (bent_) probe_->project(t, values(q_), {v_.data(), static_cast<std::size_t>(v_.size())});
      sum += weight * probe_->power(t, values(q_), values(v_));
    }
  return arm * sum;
}

template <class Real> std::vector<Real> EnergyBalance<Real>::memory() const {
  std::vector<Real> numbers{static_cast<Real>(seen_), work_, first_};
  for (const Node& node : node_) {
    numbers.push_back(node.t);
    for (const VectorX<Real>* x : {&node.x, &node.first, &node.second})
      numbers.insert(numbers.end(), x->begin(), x->end());
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
    for (VectorX<Real>* x : {&node.x, &node.first, &node.second}) {
      std::ranges::copy(memory.first(size), x->begin());
      memory = memory.subspan(size);
    }
  }
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class EnergyBalance<double>;
#else
template class EnergyBalance<quad>;
#endif

}  // namespace nonholo
