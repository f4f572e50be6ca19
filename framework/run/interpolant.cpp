// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/interpolant.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <cmath>
#include <limits>

namespace nonholo {

template <class Real> Interpolant<Real>::Interpolant(const System<Real>& system, const MethodTraits& traits)
    : most_(interpolation_nodes(traits, system.kind())),
      mechanical_(system.kind() == SystemKind::mechanical),
      holonomic_(system.traits().holonomic > 0),
      points_(static_cast<std::size_t>(most_)),
      curve_(system.coordinates(), most_),
      q_(system.coordinates()),
      v_(system.velocities()),
      z_(VectorX<Real>::Zero(system.constraints())),
      inputs_(system.inputs()) {
  if (mechanical_) {
    probe_ = make_probe(system);
    return;
  }
  dae_ = system.hessenberg();
  if (dae_->algebraic() > 0) onto_.emplace(*dae_);
  rates_.resize(dae_->differential(), dae_->parts());
}

template <class Real> void Interpolant<Real>::clear() {
  nodes_ = 0;
  fitted_ = false;
}

template <class Real> void Interpolant<Real>::add(const View<Real>& state) {
  newest_ = (newest_ > 0 ? newest_ : most_) - 1;
  nodes_ = std::min(nodes_ + 1, most_);
  Point& point = points_[static_cast<std::size_t>(newest_)];
  const auto assign = [](VectorX<Real>& to, std::span<const Real> from) {
    if (to.size() != std::ssize(from)) to.resize(std::ssize(from));
    std::ranges::copy(from, to.data());
  };
  point.curve.t = state.t;
  assign(point.curve.x, state.q);
  assign(point.v, state.v);
  assign(point.lambda, state.lambda_stage);
  point.complete = fitted_ = false;
}

template <class Real> View<Real> Interpolant<Real>::node(int back) const {
  const Point& at = point(back);
  return {at.curve.t, values(at.curve.x), values(at.v), values(at.lambda)};
}

/// Where the equations cannot be solved at a state, its highest derivative is not known. The polynomial then does
/// without it.
template <class Real> void Interpolant<Real>::complete(Point& point) {
  if (point.complete) return;
  point.complete = true;
  CurvePoint<Real>& at = point.curve;
  if (mechanical_) {
    at.first = point.v;
    at.second.resize(at.x.size());
    const std::span<Real> a(at.second.data(), static_cast<std::size_t>(at.second.size()));
    const bool solved = probe_->acceleration(at.t, values(at.x), values(at.first), a) && at.second.allFinite();
    at.known = solved ? 3 : 2;
    return;
  }
  if (point.lambda.size() == z_.size()) z_ = point.lambda;
  at.known = 1;
  if (z_.size() > 0 && !dae_->consistent(at.t, at.x, z_)) return;
  dae_->rates(at.t, at.x, z_, rates_);
  at.first = rates_.rowwise().sum();
  at.known = at.first.allFinite() ? 2 : 1;
}

template <class Real> View<Real> Interpolant<Real>::state(const Real& t) {
  for (int back = 0; back < nodes(); ++back)
    if (time(back) == t) return node(back);
  const Part part = about(t);
  if (inputs_) recall_inputs(time(part.step));
  if (!fitted_ || part.newest != fitted_part_.newest || part.nodes != fitted_part_.nodes) {
    for (int back = part.newest; back < part.newest + part.nodes; ++back) {
      if (inputs_) points_[at(back)].complete = false;  // on the border of two parts it has two accelerations
      complete(points_[at(back)]);
    }
    curve_.through(part.nodes, [&](int back) -> const CurvePoint<Real>& { return point(part.newest + back).curve; });
    fitted_ = true;
    fitted_part_ = part;
  }
  if (mechanical_) {
    curve_.at(t, q_, v_);
    project(t);
    return {t, values(q_), values(v_), {}};
  }
  VectorX<Real>& rate = v_;
  curve_.at(t, q_, rate);
  project(t);
  return {t, values(q_), {}, values(point(0).lambda)};
}

/// The states around t between which no input changes: all of them where there are no inputs.
template <class Real> typename Interpolant<Real>::Part Interpolant<Real>::about(const Real& t) const {
  Part part{.step = 0, .newest = 0, .nodes = nodes_};
  if (!inputs_ || nodes_ < 2) return part;
  while (part.step + 2 < nodes_ && t < time(part.step + 1)) ++part.step;
  part.newest = part.step;
  while (part.newest > 0 && !inputs_->changes_at(time(part.newest))) --part.newest;
  int oldest = part.step + 1;
  while (oldest + 1 < nodes_ && !inputs_->changes_at(time(oldest))) ++oldest;
  part.nodes = oldest - part.newest + 1;
  return part;
}

template <class Real> void Interpolant<Real>::recall_inputs(const Real& t) {
  if (inputs_) inputs_->arrive(t);
}

template <class Real> void Interpolant<Real>::project(const Real& t) {
  const auto span = [](VectorX<Real>& x) { return std::span<Real>(x.data(), static_cast<std::size_t>(x.size())); };
  if (mechanical_) {
    if (holonomic_) probe_->place(t, span(q_), values(v_));
    probe_->project(t, values(q_), span(v_));
    return;
  }
  if (!onto_) return;
  VectorX<Real> y = q_;
  if ((*onto_)(*dae_, t, z_, y)) q_ = y;
}

template <class Real> void DenseOutput<Real>::operator()(const Observation<Real>& seen) {
  if (seen.step == 0) {
    kept_.clear();
    last_ = 0;
  }
  const View<Real>& state = seen.state;
  kept_.push_back({state.t, vector_of(state.q), vector_of(state.v), vector_of(state.lambda_stage)});
}

template <class Real> Snapshot<Real> DenseOutput<Real>::state(const Real& t) {
  const bool inside = !kept_.empty() && first_time() <= t && t <= last_time();
  if (!inside)
    throw InputError("t", kept_.empty() ? "no run has begun"
                                        : fmt::format("{} is not between {} and {}, where the run goes", decimal(t),
                                                      decimal(first_time()), decimal(last_time())));
  const auto after = std::ranges::lower_bound(kept_, t, {}, &Kept::t);
  if (after->t == t) return {after->t, after->q, after->v};
  move_window(static_cast<std::size_t>(after - kept_.begin()));
  const View<Real> found = window_.state(t);
  return {t, vector_of(found.q), vector_of(found.v)};
}

/// In the first steps of a run the window waits for the steps after them.
template <class Real> void DenseOutput<Real>::move_window(std::size_t last) {
  const auto most = static_cast<std::size_t>(window_.most_nodes());
  last = std::min(std::max(last, most - 1), kept_.size() - 1);
  if (last == last_) return;
  last_ = last;
  window_.clear();
  for (std::size_t i = last + 1 - std::min(most, last + 1); i <= last; ++i)
    window_.add({kept_[i].t, values(kept_[i].q), values(kept_[i].v), values(kept_[i].lambda)});
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class Interpolant<double>;
template class DenseOutput<double>;
#else
template class Interpolant<quad>;
template class DenseOutput<quad>;
#endif

}  // namespace nonholo
