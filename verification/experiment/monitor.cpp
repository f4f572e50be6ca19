// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/monitor.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/root_branch.hpp>
#include <nonholo/verification/experiment/archives.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

/// max that takes NaN and keeps it: a run that leaves the numbers must not look good.
void raise(double& most, double x) {
  if (x > most || std::isnan(x)) most = x;
}

template <class Real> Eigen::Map<const VectorX<Real>> vector(std::span<const Real> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

/// Steps at which is done what would cost too much at all of them: 0, 1, 2, 4, ..., 64, 128, 192, ...
bool is_sampled(long step) { return step % 64 == 0 || (step < 64 && (step & (step - 1)) == 0); }

}  // namespace

template <class Real> Monitor<Real>::Monitor(const System<Real>& system, const VectorX<Real>& z, bool path)
    : system_(system),
      probe_(make_probe(system)),
      balance_(system),
      z_(z.size() > 0 ? z : VectorX<Real>::Zero(system.constraints())),
      middle_(system.coordinates()),
      path_(path),
      start_invariants_(system.invariants().size()) {
  reading_.invariants.resize(start_invariants_.size());
  reading_.invariant_errors.resize(start_invariants_.size());
  if (!has_energy()) reading_.energy = reading_.energy_error = std::numeric_limits<double>::quiet_NaN();
}

template <class Real> void Monitor<Real>::operator()(const Observation<Real>& seen) {
  const View<Real>& state = seen.state;
  const bool first = seen.step == 0;
  if (first) begin(state);
  if (has_energy()) watch_energy(state, first);
  const ConstraintResidual<Real> residual = probe_->constraint(state.t, state.q, state.v);
  reading_.constraint_residual = static_cast<double>(residual.absolute);
  raise(extremes_.max_constraint_residual, reading_.constraint_residual);
  raise(extremes_.max_constraint_residual_scaled, static_cast<double>(residual.scaled));
  if (system_.traits().holonomic > 0) {
    reading_.position_residual = static_cast<double>(residual.position);
    extremes_.max_position_residual = extremes_.max_position_residual.value_or(0);
    extremes_.max_position_residual_scaled = extremes_.max_position_residual_scaled.value_or(0);
    raise(*extremes_.max_position_residual, reading_.position_residual);
    raise(*extremes_.max_position_residual_scaled, static_cast<double>(residual.scaled_position));
  }
  if (first)
    signs_.residual = {extremes_.max_constraint_residual, extremes_.max_constraint_residual_scaled,
                       extremes_.max_position_residual_scaled.value_or(0)};
  if (is_sampled(seen.step)) {
    if (residual.scaled > 0)
      signs_.constraint_scale =
          std::max(signs_.constraint_scale, static_cast<double>(residual.absolute / residual.scaled));
    take_signs(state, seen.step <= 1);
  }
  if (seen.step % 8 == 0) watch_rank(state);
  if (path_) watch_middle(state, first);
  if (exact_) watch_solution(state);
  if (!start_invariants_.empty()) watch_invariants(state, first);
}

template <class Real> void Monitor<Real>::finish(const View<Real>& state) {
  watch_rank(state);
  take_signs(state, false);
}

/// Of the state whose constraint was looked at last.
template <class Real> void Monitor<Real>::watch_rank(const View<Real>& state) {
  if (probe_->rank_held() || signs_.rank_lost) return;
  const VectorX<double> singular = probe_->regularity(state.t, state.q, state.v).constraint_singular_values;
  signs_.rank_lost = {static_cast<double>(state.t), {}, {singular.begin(), singular.end()}};
  for (const Real& x : state.q) signs_.rank_lost->state.push_back(static_cast<double>(x));
}

template <class Real> void Monitor<Real>::take_signs(const View<Real>& state, bool early) {
  const auto norm = [](std::span<const Real> numbers, double before) {  // in one order, which Eigen's norms have not
    for (const Real& x : numbers) before = std::hypot(before, static_cast<double>(x));
    return before;
  };
  const double size = norm(state.v, norm(state.q, 0));
  signs_.speed = std::max(signs_.speed, norm(state.v, 0));
  if (early) signs_.start_size = std::max(signs_.start_size, size);
  if (size > absurd_growth * signs_.start_size && !(signs_.size > absurd_growth * signs_.start_size))
    signs_.size_time = static_cast<double>(state.t);
  signs_.size = std::max(signs_.size, size);
  signs_.solution_size = std::max(signs_.solution_size, reading_.solution_size);
  if (!signs_.indefinite && !probe_->mass_definite(state.t, state.q, state.v))
    signs_.indefinite = static_cast<double>(state.t);
  if (has_energy()) take_energy(state, early);
}

/// What the method added to the energy is no measure of the motion's.
template <class Real> void Monitor<Real>::take_energy(const View<Real>& state, bool early) {
  const double kinetic = static_cast<double>(probe_->kinetic_energy(state.t, state.q, state.v));
  const double size = std::abs(reading_.energy) + kinetic, error = reading_.energy_error;
  const auto follow = [&](double now, double share, double& largest, double& time) {
    if (!(largest > share * signs_.kinetic)) time = static_cast<double>(state.t);
    largest = std::max(largest, now);
  };
  follow(error, absurd_excess, signs_.excess, signs_.excess_time);
  if (!driven_) follow(std::abs(error), lost_energy, signs_.change, signs_.change_time);
  signs_.work = std::max(signs_.work, std::abs(static_cast<double>(balance_.work())));
  signs_.kinetic = std::max(signs_.kinetic, kinetic - std::max(error, 0.0));
  signs_.energy_size = std::max(signs_.energy_size, size);
  if (early) signs_.energy_scale = std::max({signs_.energy_scale, std::abs(reading_.energy), kinetic});
}

template <class Real> void Monitor<Real>::archive(Archive& with) {
  with(driven_, z_, t_before_, start_invariants_, q0_, v0_, t0_, start_energy_, exact_, reading_, solution_error_,
       extremes_, signs_);
  std::vector<Real> rank = probe_->rank_memory();
  with(rank);
  if (with.reads()) probe_->remember_rank(rank);
  std::vector<Real> balance = balance_.memory();
  with(balance);
  if (with.reads()) balance_.remember(balance);
}

template <class Real> void Monitor<Real>::begin(const View<Real>& state) {
  t0_ = state.t;
  q0_.assign(state.q.begin(), state.q.end());
  v0_.assign(state.v.begin(), state.v.end());
  exact_ = system_.exact_solution() && !is_out_of_time(system_, t0_, q0_, v0_) &&
           !other_exact_root<Real>(system_, q0_, values(z_)) && !exact_elsewhere(system_, q0_, v0_);
}

/// What drives the system once makes its energy a sum with the work, which has errors of its own. An energy error that
/// would raise a flag is not left to the few steps whose kinetic energy is looked at.
template <class Real> void Monitor<Real>::watch_energy(const View<Real>& state, bool first) {
  driven_ = driven_ || !probe_->driven_by(state.t, state.q, state.v).empty();
  const Real energy = probe_->energy(state.t, state.q, state.v);
  if (first) {
    balance_.start(state.t, state.q, state.v);
    start_energy_ = energy;
    extremes_.max_energy_error = 0;
  } else {
    balance_.advance(state.t, state.q, state.v);
  }
  reading_.energy = static_cast<double>(energy);
  reading_.energy_error = static_cast<double>(energy - start_energy_ - balance_.work());
  extremes_.final_energy_error = reading_.energy_error;
  if (!signs_.undefined && !std::isfinite(reading_.energy_error)) signs_.undefined = static_cast<double>(state.t);
  raise(*extremes_.max_energy_error, std::abs(reading_.energy_error));
  if (std::abs(reading_.energy_error) > lost_energy * signs_.kinetic) take_energy(state, false);
}

/// The start is no step's end: nothing lies half a step behind it.
template <class Real> void Monitor<Real>::watch_middle(const View<Real>& state, bool first) {
  const Real half = (state.t - t_before_) / 2;
  t_before_ = state.t;
  if (first) {
    extremes_.max_midstep_constraint_residual = 0;
    return;
  }
  middle_ = vector(state.q) - half * vector(state.v);
  const auto residual = probe_->constraint(state.t - half, values(middle_), state.v);
  raise(*extremes_.max_midstep_constraint_residual, static_cast<double>(residual.absolute));
}

/// Those of a DAE are functions of the z that y implies, next to the one before.
template <class Real> void Monitor<Real>::watch_invariants(const View<Real>& state, bool first) {
  const auto z = std::span<Real>(z_.data(), static_cast<std::size_t>(z_.size()));
  const bool dae = system_.kind() == SystemKind::dae;
  const bool known = !dae || probe_->multipliers(state.t, state.q, state.v, z);
  if (first) extremes_.max_invariant_error.assign(start_invariants_.size(), 0);
  for (std::size_t i = 0; i < start_invariants_.size(); ++i) {
    const Real value = system_.invariants()[i].value(state.t, state.q, dae ? z : state.v);
    if (first) start_invariants_[i] = value;
    reading_.invariants[i] = known ? static_cast<double>(value) : std::nan("");
    reading_.invariant_errors[i] = known ? static_cast<double>(value - start_invariants_[i]) : std::nan("");
    raise(extremes_.max_invariant_error[i], std::abs(reading_.invariant_errors[i]));
  }
}

template <class Real> void Monitor<Real>::watch_solution(const View<Real>& state) {
  const Point<Real, dynamic> exact = system_.exact_solution()(state.t - t0_, q0_, v0_);
  const VectorX<double> difference = (vector(state.q) - exact.q).template cast<double>();
  reading_.error.assign(difference.begin(), difference.end());
  reading_.solution_size = static_cast<double>(exact.q.norm());
  if (!state.v.empty()) {
    const VectorX<double> change = (vector(state.v) - exact.v).template cast<double>();
    reading_.velocity_error.assign(change.begin(), change.end());
    reading_.velocity_size = static_cast<double>(exact.v.norm());
  }
  solution_error_ = {two_norm(reading_.error), two_norm(reading_.velocity_error)};
  if (!extremes_.max_solution_error) {
    extremes_.max_solution_error = 0;
    extremes_.max_component_error.assign(q0_.size(), 0);
  }
  raise(*extremes_.max_solution_error, solution_error_->first);
  for (std::size_t i = 0; i < q0_.size(); ++i)
    raise(extremes_.max_component_error[i], std::abs(difference[static_cast<Eigen::Index>(i)]));
}

template <class Real> std::optional<VectorX<Real>> other_exact_root(const System<Real>& system,
                                                                    std::span<const Real> y0,
                                                                    std::span<const Real> z0) {
  if (system.kind() != SystemKind::dae || !system.exact_solution()) return std::nullopt;
  const VectorX<Real> exact = system.exact_solution()(0, y0, {}).v, z = vector_of(z0);
  const VectorX<Real> state = vector_of(y0);
  const bool same = (exact - z).norm() <= Real(1e-6) * (exact.norm() + z.norm()) ||
                    is_one_root<Real>(*system.reducible(), 0, state, exact, z);
  return same ? std::nullopt : std::optional(exact);
}

template <class Real> std::optional<VectorX<Real>> exact_elsewhere(const System<Real>& system,
                                                                   std::type_identity_t<std::span<const Real>> q0,
                                                                   std::type_identity_t<std::span<const Real>> v0) {
  if (!system.exact_solution()) return std::nullopt;
  const VectorX<Real> q = vector_of(q0), v = vector_of(v0);
  const Point<Real, dynamic> exact = system.exact_solution()(0, q0, v0);
  using std::hypot;
  const Real off = v0.empty() ? Real((exact.q - q).norm()) : Real(hypot((exact.q - q).norm(), (exact.v - v).norm()));
  if (off <= Real(1e-6) * hypot(q.norm(), v.norm())) return std::nullopt;
  const auto probe = make_probe(system);
  if (probe->violated(0, q0, v0) || probe->misplaced(0, q0, v0)) return std::nullopt;
  VectorX<Real> found(q.size() + v.size());
  found << exact.q, (v0.empty() ? v : VectorX<Real>(exact.v));
  return found;
}

template <class Real> bool is_out_of_time(const System<Real>& system, std::type_identity_t<Real> t0,
                                          std::type_identity_t<std::span<const Real>> q0,
                                          std::type_identity_t<std::span<const Real>> v0) {
  if (t0 == 0 || !system.exact_solution()) return false;
  const auto probe = make_probe(system);
  for (int number = 0; number < 3; ++number) {  // at the first alone what depends on time may vanish
    const auto beside = [number](std::span<const Real> x) {
      VectorX<Real> moved = vector_of(x);
      for (Eigen::Index i = 0; i < moved.size(); ++i) moved[i] += Real(0.01 * number * static_cast<double>(i + 1));
      return moved;
    };
    const VectorX<Real> q = beside(q0), v = beside(v0);
    for (const double since : {0.0, 0.37, 1.3, 4.1, 17.0})
      if (probe->differs_at(t0 + Real(since), Real(since), values(q), values(v))) return true;
  }
  return false;
}

template class Monitor<double>;
template class Monitor<long double>;
template class Monitor<quad>;
template bool is_out_of_time(const System<double>&, double, std::span<const double>, std::span<const double>);
template bool is_out_of_time(const System<long double>&, long double, std::span<const long double>,
                             std::span<const long double>);
template bool is_out_of_time(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template std::optional<VectorX<double>> exact_elsewhere(const System<double>&, std::span<const double>,
                                                        std::span<const double>);
template std::optional<VectorX<long double>> exact_elsewhere(const System<long double>&, std::span<const long double>,
                                                             std::span<const long double>);
template std::optional<VectorX<quad>> exact_elsewhere(const System<quad>&, std::span<const quad>,
                                                      std::span<const quad>);
template std::optional<VectorX<double>> other_exact_root(const System<double>&, std::span<const double>,
                                                         std::span<const double>);
template std::optional<VectorX<long double>> other_exact_root(const System<long double>&, std::span<const long double>,
                                                              std::span<const long double>);
template std::optional<VectorX<quad>> other_exact_root(const System<quad>&, std::span<const quad>,
                                                       std::span<const quad>);

}  // namespace nonholo
