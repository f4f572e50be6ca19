// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/members_done.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace nonholo {

namespace {

/// The largest of both, NaN where one is.
void take_larger(double& most, double x) {
  if (!(x <= most) && !std::isnan(most)) most = x;
}
void take_larger(std::optional<double>& most, const std::optional<double>& x) {
  if (!most) most = x;
  else if (x) take_larger(*most, *x);
}
void take_larger(std::vector<double>& most, const std::vector<double>& x) {
  if (most.empty()) most = x;
  for (std::size_t i = 0; i < std::min(most.size(), x.size()); ++i) take_larger(most[i], x[i]);
}

void take_larger(Extremes& most, const Extremes& x) {
  take_larger(most.max_energy_error, x.max_energy_error);
  take_larger(most.max_constraint_residual, x.max_constraint_residual);
  take_larger(most.max_constraint_residual_scaled, x.max_constraint_residual_scaled);
  take_larger(most.max_position_residual, x.max_position_residual);
  take_larger(most.max_position_residual_scaled, x.max_position_residual_scaled);
  take_larger(most.max_midstep_constraint_residual, x.max_midstep_constraint_residual);
  take_larger(most.max_solution_error, x.max_solution_error);
  take_larger(most.max_component_error, x.max_component_error);
  take_larger(most.max_invariant_error, x.max_invariant_error);
}

void count(Summary& all, const Summary& x) {
  all.steps += x.steps;
  all.rejected += x.rejected;
  all.iterations += x.iterations;
  all.evaluations += x.evaluations;
}

using Flags = std::vector<std::pair<long, RaisedFlag>>;

/// Each flag once, of the first member that raises it.
void take_first(Flags& all, const Flags& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::ranges::stable_sort(all, {}, &Flags::value_type::first);
  Flags first;
  for (auto& each : all)
    if (std::ranges::none_of(first, [&](const auto& known) { return known.second.flag == each.second.flag; }))
      first.push_back(std::move(each));
  all = std::move(first);
}

}  // namespace

void MembersDone::add(SumRow row, const Extremes& own, const Summary& done, const std::vector<RaisedFlag>& raised) {
  last = next++;
  ++size;
  sums.add(std::move(row));
  take_larger(extremes, own);
  count(summary, done);
  summary.t = done.t;
  summary.h = done.h;
  Flags own_flags;
  for (const RaisedFlag& each : raised) own_flags.emplace_back(last, each);
  if (!raised.empty()) take_first(flags, own_flags);
}

void MembersDone::add_failed(const std::string& why) {
  if (failed.empty()) why_first = why;
  failed.push_back(next++);
  ++size;
  sums.add({});
}

void MembersDone::join(MembersDone other) {
  if (!other.failed.empty() && (failed.empty() || other.failed.front() < failed.front()))
    why_first = std::move(other.why_first);
  const auto middle = static_cast<std::ptrdiff_t>(failed.size());
  std::ranges::copy(other.failed, std::back_inserter(failed));
  std::ranges::inplace_merge(failed, failed.begin() + middle);
  take_larger(extremes, other.extremes);
  count(summary, other.summary);
  if (other.last > last) {
    last = other.last;
    summary.t = other.summary.t;
    summary.h = other.summary.h;
  }
  take_first(flags, other.flags);
  next = std::max(next, other.next);
  size += other.size;
  sums.join(std::move(other.sums));
  kept += other.kept;
  wall += other.wall;
  cpu += other.cpu;
}

}  // namespace nonholo
