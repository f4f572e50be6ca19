// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/monitor.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/archives.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

/// Raises `most` to x. Takes a NaN and keeps it: a run with NaN must not look good. True if x is larger or NaN.
bool raise(double& most, double x) {
  const bool more = x > most || std::isnan(x);
  if (more) most = x;
  return more;
}

template <class Real> Eigen::Map<const VectorX<Real>> vector(std::span<const Real> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

/// Whether this step has the checks that cost too much at every step: 0, 1, 2, 4, ..., 64, 128, 192, ...
bool is_sampled(long step) { return step % 64 == 0 || (step < 64 && (step & (step - 1)) == 0); }

/// Terms of a constraint on positions count as vanishing below this part of |g_q| |q|.
constexpr double vanishing = 1e-8;

/// Most steps between two checks of the rank. Checks are that far apart while the rows turn and grow slowly.
constexpr long rank_seldom = 8;

}  // namespace

template <class Real> Monitor<Real>::Monitor(const System<Real>& system, const VectorX<Real>& z, Watching what)
    : system_(system),
      probe_(make_probe(system)),
      balance_(system),
      z_(z.size() > 0 ? z : VectorX<Real>::Zero(system.constraints())),
      middle_(system.coordinates()),
      path_(what.path),
      span_(what.span),
      start_invariants_(system.invariants().size()),
      exact_(what.exact && system.exact_solution()) {
  reading_.invariants.resize(start_invariants_.size());
  reading_.invariant_errors.resize(start_invariants_.size());
  if (!has_energy()) reading_.energy = reading_.energy_error = std::numeric_limits<double>::quiet_NaN();
}

template <class Real> void Monitor<Real>::operator()(const Observation<Real>& seen) {
  const View<Real>& state = seen.state;
  const bool first = seen.step == 0;
  if (first) begin(state);
  if (has_energy()) {
    watch_energy(state, first);
    energy_errors_.add(static_cast<double>(state.t), reading_.energy_error);
  }
  const bool sampled = is_sampled(seen.step);
  if (sampled) look_later(state);
  const bool worse = watch_residuals(state);
  if (worse || sampled) watch_rows(first, sampled);
  if (sampled) take_signs(state, seen.step <= 1);
  if (seen.step >= rank_next_) {
    rank_every_ = watch_rank(state) ? 1 : std::min(2 * rank_every_, rank_seldom);
    rank_next_ = seen.step + rank_every_;
  }
  if (path_) watch_middle(state, first);
  if (exact_) watch_solution(state);
  if (!start_invariants_.empty()) watch_invariants(state, first);
}

template <class Real> void Monitor<Real>::look(const View<Real>& state) {
  if (has_energy()) watch_energy(state, false);
  watch_residuals(state);
  if (exact_) watch_solution(state);
  if (!start_invariants_.empty()) watch_invariants(state, false);
}

/// True if one is worse than all before.
template <class Real> bool Monitor<Real>::watch_residuals(const View<Real>& state) {
  const ConstraintResidual<Real> residual = probe_->constraint(state.t, state.q, state.v);
  reading_.constraint_residual = static_cast<double>(residual.absolute);
  bool worse = raise(extremes_.max_constraint_residual, reading_.constraint_residual);
  worse |= raise(extremes_.max_constraint_residual_scaled, static_cast<double>(residual.scaled));
  if (system_.traits().holonomic > 0) {
    reading_.position_residual = static_cast<double>(residual.position);
    extremes_.max_position_residual = extremes_.max_position_residual.value_or(0);
    extremes_.max_position_residual_scaled = extremes_.max_position_residual_scaled.value_or(0);
    worse |= raise(*extremes_.max_position_residual, reading_.position_residual);
    worse |= raise(*extremes_.max_position_residual_scaled, static_cast<double>(residual.scaled_position));
  }
  return worse;
}

template <class Real> void Monitor<Real>::finish(const View<Real>& state) {
  probe_->constraint(state.t, state.q, state.v);  // watch_middle() may have looked elsewhere
  watch_rank(state);
  take_signs(state, false);
}

/// Sets later_ and later_positions_ for this state.
template <class Real> void Monitor<Real>::look_later(const View<Real>& state) {
  constexpr Real last_digits = 1 + 4 * epsilon<Real>;
  probe_->constraint(state.t * last_digits, state.q, state.v);
  const RowResiduals<Real> then = probe_->rows();
  later_ = vector(then.residual);
  later_positions_ = vector(then.position);
}

/// Takes the rows of the latest probe_->constraint(), and later_ if looked_later.
template <class Real> void Monitor<Real>::watch_rows(bool first, bool looked_later) {
  // All terms of a constraint on positions may vanish at the start, and then for as long as the constraint holds: its
  // scale is then |g_q| |q|. At q = 0 that is 0, too, so the first state with another q decides.
  const auto take = [&](std::vector<RowSigns>& rows, auto residuals, auto scales, auto reaches, const auto& later) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto residual = static_cast<double>(residuals[i]), scale = static_cast<double>(scales[i]),
                 reach = reaches.empty() ? 0 : static_cast<double>(reaches[i]);
      if (first) rows[i].at_start = residual;
      if (rows[i].scale == 0) rows[i].by_reach = !reaches.empty() && scale <= vanishing * reach;
      raise(rows[i].most, residual);
      raise(rows[i].scale, rows[i].by_reach ? reach : scale);
      if (!looked_later) continue;
      const Real change = later[static_cast<Eigen::Index>(i)] - residuals[i];
      rows[i].by_time = std::max(rows[i].by_time, std::abs(static_cast<double>(change)));  // drops NaN
    }
  };
  const RowResiduals<Real> now = probe_->rows();
  if (first) {
    signs_.rows.resize(now.residual.size());
    if (system_.traits().holonomic > 0) signs_.positions.resize(now.position.size());
  }
  take(signs_.rows, now.residual, now.scale, std::span<const Real>(), later_);
  take(signs_.positions, now.position, now.position_scale, now.position_reach, later_positions_);
}

/// Whether the rows stayed independent on the way from looked_ to this state, although they seem to have turned round.
/// Checks states in between on the cubic Hermite interpolant. A DAE has no velocities, so its states are interpolated
/// linearly. False without a previous check.
template <class Real> bool Monitor<Real>::rank_held_on_the_way(const View<Real>& state) {
  if (looked_.size() == 0) return false;
  constexpr int parts = 64;
  const auto n = static_cast<Eigen::Index>(state.q.size()), velocities = static_cast<Eigen::Index>(state.v.size());
  VectorX<Real> at = looked_, along = looked_;
  along << state.t, vector(state.q), vector(state.v);
  along -= looked_;
  const VectorX<Real> leaving =
      velocities == n ? VectorX<Real>(along[0] * looked_.tail(n) - along.segment(1, n)) : VectorX<Real>();
  probe_->rank_step_back();
  bool held = true;
  for (int part = 1; held && part < parts; ++part) {
    const Real s = Real(part) / parts;
    at = looked_ + s * along;
    if (velocities == n)  // cubic terms, from the velocities at both ends
      at.segment(1, n) += s * (1 - s) * ((1 - 2 * s) * leaving - (s * along[0]) * along.tail(n));
    const std::span<const Real> numbers = values(at);
    probe_->constraint(at[0], numbers.subspan(1, state.q.size()), numbers.subspan(1 + state.q.size()));
    held = probe_->rank_held();
  }
  probe_->constraint(state.t, state.q, state.v);
  return held && probe_->rank_held();
}

/// Whether the residual of constraints on positions hides which of two crossing branches the state is on. Let r be the
/// residual relative to its terms, and sigma = probe_->rank_left(). A run with residual r passes the crossing on a
/// hyperbola, where sigma^2 is 2 r at the least. Steps that resolve the turn there see sigma^2 up to twice that. Where
/// all terms have vanished so far, at a start at the origin, no residual is relative to them.
template <class Real> bool Monitor<Real>::other_branch_is_near() const {
  const auto sigma = static_cast<double>(probe_->rank_left());
  return std::ranges::any_of(signs_.positions, [sigma](const RowSigns& row) {
    return row.scale > 0 && sigma * sigma * row.scale < 4 * row.most;
  });
}

/// Checks the rank at the state of the latest probe_->constraint(). True if the next check should come soon.
template <class Real> bool Monitor<Real>::watch_rank(const View<Real>& state) {
  const bool followed = state.v.size() == state.q.size();  // a line may pass through dependence that a motion avoids
  bool held = probe_->rank_held() && !(followed && probe_->rank_turned());
  const bool swings = probe_->rank_swings(), near_crossing = other_branch_is_near();
  held = held || signs_.rank_lost || rank_held_on_the_way(state);
  held = held && (signs_.rank_lost || !near_crossing);
  looked_.resize(1 + static_cast<Eigen::Index>(state.q.size() + state.v.size()));
  looked_ << state.t, vector(state.q), vector(state.v);
  if (held) return swings;
  const VectorX<double> singular = probe_->regularity(state.t, state.q, state.v).constraint_singular_values;
  signs_.rank_lost = {static_cast<double>(state.t), {}, {singular.begin(), singular.end()}};
  for (const Real& x : state.q) signs_.rank_lost->state.push_back(static_cast<double>(x));
  return swings;
}

template <class Real> void Monitor<Real>::take_signs(const View<Real>& state, bool early) {
  const auto norm = [](std::span<const Real> numbers, double before) {  // in a fixed order, unlike Eigen's norms
    for (const Real& x : numbers) before = std::hypot(before, static_cast<double>(x));
    return before;
  };
  const double size = norm(state.v, norm(state.q, 0));
  signs_.speed = std::max(signs_.speed, norm(state.v, 0));
  if (early) signs_.start_size = std::max(signs_.start_size, size);
  if (early || (signs_.from_0 && std::abs(static_cast<double>(state.t - t0_)) <= span_ / 10))
    signs_.start_rates =
        std::max(signs_.start_rates, static_cast<double>(probe_->rate_terms(state.t, state.q, values(z_))));
  if (size > absurd_growth * signs_.start_size && !(signs_.size > absurd_growth * signs_.start_size))
    signs_.size_time = static_cast<double>(state.t);
  signs_.size = std::max(signs_.size, size);
  signs_.solution_size = std::max(signs_.solution_size, reading_.solution_size);
  if (!signs_.indefinite && !probe_->mass_definite(state.t, state.q, state.v))
    signs_.indefinite = static_cast<double>(state.t);
  if (has_energy()) take_energy(state, early);
}

/// Energy that the method added is taken off the kinetic energy: it is no measure of the energy of the motion.
template <class Real> void Monitor<Real>::take_energy(const View<Real>& state, bool early) {
  const double kinetic = static_cast<double>(probe_->kinetic_energy(state.t, state.q, state.v));
  const double terms = kinetic + static_cast<double>(probe_->energy_terms(state.q)),
               size = std::abs(reading_.energy) + terms, error = reading_.energy_error;
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
       extremes_, energy_errors_, signs_, rank_every_, rank_next_, looked_);
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
  signs_.from_0 = v0_.empty() && std::ranges::all_of(q0_, [](const Real& x) { return x == 0; });
}

/// driven_ stays true: once the system was driven, the energy error contains the work, which has errors of its own. An
/// energy error that may raise a flag is recorded at once, not only in sampled steps.
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
  const Real error = energy - start_energy_ - balance_.work();
  reading_.energy = static_cast<double>(energy);
  reading_.energy_error = static_cast<double>(error);
  extremes_.final_energy_error = reading_.energy_error;
  using std::isfinite;  // of Real: a finite number may overflow in double
  if (!signs_.undefined && !isfinite(error)) signs_.undefined = static_cast<double>(state.t);
  raise(*extremes_.max_energy_error, std::abs(reading_.energy_error));
  if (std::abs(reading_.energy_error) > lost_energy * signs_.kinetic) take_energy(state, false);
}

/// No step ends at the start, so the start has no midstep before it.
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

/// Invariants of a DAE are functions of y and its consistent z: the root that is found from the z of the state before.
/// They are NaN if no root is found.
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

template class Monitor<double>;
template class Monitor<quad>;
}  // namespace nonholo
