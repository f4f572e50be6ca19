// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/state_reader.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/archives.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace nonholo {

namespace {

template <class To, class From> void round_to(To& to, const From& from) {
  to.resize(static_cast<std::size_t>(from.size()));
  std::ranges::transform(from, to.begin(), [](const auto& x) { return static_cast<double>(x); });
}

}  // namespace

template <class Real> StateReader<Real>::StateReader(const System<Real>& system, const Recorder& recorder)
    : coordinates_(system.coordinates()),
      velocities_(system.velocities()),
      state_(recorder.needs_state()),
      energy_(recorder.needs_energy() && system.kind() != SystemKind::dae),
      multipliers_(recorder.needs_multipliers()),
      rows_asked_(recorder.needs_constraint_rows()),
      midstep_(recorder.needs_midstep_rows()),
      expressions_(recorder.needs_expressions()),
      y_(coordinates_ + velocities_),
      rows_(system.constraints()),
      lambda_(VectorX<Real>::Zero(system.constraints())) {
  if (energy_ || multipliers_) probe_ = make_probe(system);
  if (rows_asked_ || midstep_) constraint_ = system.with_all_rows().hessenberg();
}

template <class Real>
const Reading& StateReader<Real>::operator()(const View<Real>& state, const Monitor<Real>& monitor,
                                             const RunExpressions<Real>& expressions, bool at_step) {
  read_known(monitor.reading());
  for (std::size_t i = 0; expressions_ && i < expressions.size(); ++i)
    reading_.expressions.push_back(static_cast<double>(expressions.value(i)));
  reading_.t = static_cast<double>(state.t);
  if (state_) {
    round_to(reading_.q, state.q);
    round_to(reading_.v, state.v);
  }
  if (energy_) reading_.energy = static_cast<double>(probe_->energy(state.t, state.q, state.v));
  if (rows_asked_) read_constraint(state);
  if (midstep_ && at_step) read_midstep(state);
  if (multipliers_) read_multipliers(state);
  if (reference_) read_errors(state);
  return reading_;
}

/// What the monitor does not know is empty. Copies of empty lists cost as much as a step of an explicit method.
template <class Real> void StateReader<Real>::read_known(const Reading& known) {
  reading_.energy = known.energy;
  reading_.energy_error = known.energy_error;
  reading_.constraint_residual = known.constraint_residual;
  reading_.position_residual = known.position_residual;
  reading_.solution_size = known.solution_size;
  reading_.velocity_size = known.velocity_size;
  for (const auto list : {&Reading::lambda, &Reading::constraint, &Reading::midstep_constraint, &Reading::invariants,
                          &Reading::invariant_errors, &Reading::expressions, &Reading::error, &Reading::velocity_error})
    if (!(known.*list).empty() || !(reading_.*list).empty()) reading_.*list = known.*list;
}

template <class Real> void StateReader<Real>::archive(Archive& with) {
  with(t_before_, lambda_, reading_);
  if (reference_) with(*reference_);
}

/// y of the Hessenberg form is (q, v).
template <class Real> void StateReader<Real>::read_constraint(const View<Real>& state) {
  std::ranges::copy(state.q, y_.begin());
  std::ranges::copy(state.v, y_.begin() + coordinates_);
  read_rows(state.t, reading_.constraint);
}

/// Nothing lies half a step behind the start.
template <class Real> void StateReader<Real>::read_midstep(const View<Real>& state) {
  const std::optional<Real> before = std::exchange(t_before_, state.t);
  if (!before) return;
  const Real half = (state.t - *before) / 2;
  for (Eigen::Index i = 0; i < coordinates_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    y_[i] = state.q[at] - half * state.v[at];
    y_[coordinates_ + i] = state.v[at];
  }
  read_rows(state.t - half, reading_.midstep_constraint);
}

template <class Real> void StateReader<Real>::read_rows(const Real& t, std::vector<double>& rows) {
  constraint_->constraint(t, y_, rows_);
  round_to(rows, rows_);
}

template <class Real> void StateReader<Real>::read_multipliers(const View<Real>& state) {
  std::ranges::copy(state.lambda_stage, lambda_.begin());  // a DAE takes the root next to it
  const std::span<Real> lambda(lambda_.data(), static_cast<std::size_t>(lambda_.size()));
  if (probe_->multipliers(state.t, state.q, state.v, lambda)) round_to(reading_.lambda, lambda_);
  else reading_.lambda.clear();
}

template <class Real> void StateReader<Real>::read_errors(const View<Real>& state) {
  if (!reference_->advance(state.t)) {
    reading_.error.clear();
    reading_.velocity_error.clear();
    return;
  }
  const View<Real> exact = reference_->view();
  const auto compare = [](std::span<const Real> x, std::span<const Real> y, std::vector<double>& error, double& size) {
    error.resize(x.size());
    size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      error[i] = static_cast<double>(x[i] - y[i]);
      size = std::hypot(size, static_cast<double>(y[i]));
    }
  };
  compare(state.q, exact.q, reading_.error, reading_.solution_size);
  compare(state.v, exact.v, reading_.velocity_error, reading_.velocity_size);
}

template class StateReader<double>;
template class StateReader<quad>;

}  // namespace nonholo
