// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/saved_run.hpp>

#include <nonholo/verification/experiment/archives.hpp>

#include <algorithm>

namespace nonholo {

void archive(Archive& with, Summary& x) {
  auto& [outcome, steps, rejected, iterations, evaluations, t, h, last, first_order, blind, blind_now, remark] = x;
  with(outcome, steps, rejected, iterations, evaluations, t, h, last, first_order, blind, blind_now, remark);
}

void archive(Archive& with, Extremes& x) {
  auto& [energy, final_energy, residual, scaled, position, scaled_position, midstep, solution, component, invariant] =
      x;
  with(energy, final_energy, residual, scaled, position, scaled_position, midstep, solution, component, invariant);
}

void archive(Archive& with, RankLoss& x) { with(x.t, x.state, x.singular_values); }

void archive(Archive& with, RowSigns& x) { with(x.at_start, x.most, x.scale, x.by_time, x.by_reach); }

void archive(Archive& with, VitalSigns& x) {
  auto& [energy_scale, energy_size, work, kinetic, excess, excess_time, change, change_time, speed, from_0, start_rates,
         start_size, size, size_time, solution_size, rows, positions, rank_lost, indefinite, undefined] = x;
  with(energy_scale, energy_size, work, kinetic, excess, excess_time, change, change_time, speed, from_0, start_rates,
       start_size, size, size_time, solution_size, rows, positions, rank_lost, indefinite, undefined);
}

void archive(Archive& with, RaisedFlag& x) { with(x.flag, x.t, x.text); }
void archive(Archive& with, Opinion& x) { with(x.how, x.digits, x.own_digits, x.why_not); }

void archive(Archive& with, Located& x) { with(x.name, x.section, x.count, x.first, x.last, x.csv); }

void archive(Archive& with, RecordedReduction& x) { with(x.name, x.t, x.value); }

void archive(Archive& with, RecordedHistogram& x) { with(x.name, x.from, x.to, x.counts); }

void archive(Archive& with, Drift& x) { with(x.rate, x.error); }
void archive(Archive& with, GrowthEvidence& x) { with(x.best, x.criteria); }

void archive(Archive& with, MotionRun& x) {
  auto& [label, t, x_, y, heading, spin] = x;
  with(label, t, x_, y, heading, spin);
}

void archive(Archive& with, Endpoint& x) {
  auto& [names, t, q, v, lambda, lambda_stage, digits] = x;  // names: of the kind of system
  with(t, q, v, lambda, lambda_stage, digits);
}

void archive(Archive& with, Series& x) {
  auto& [name, label, kind, index] = x;
  with(name, label, kind, index);
}

void archive(Archive& with, Reading& x) {
  auto& [t, energy, energy_error, residual, position, q, v, lambda, constraint, midstep, invariants, invariant_errors,
         expressions, error, velocity_error, solution_size, velocity_size] = x;
  with(t, energy, energy_error, residual, position, q, v, lambda, constraint, midstep, invariants, invariant_errors,
       expressions, error, velocity_error, solution_size, velocity_size);
}

void archive(Archive& with, Curve& x) {
  auto& [run, label, series, x_, y, points, slope, reason] = x;
  with(run, label, series, x_, y, points, slope, reason);
}

void archive(Archive& with, RecordedCurve& x) {
  auto& [figure, x_, y, curve, hidden] = x;
  with(figure, x_, y, curve, hidden);
}

/// A member more makes this a compile error, so that none is forgotten.
void archive(Archive& with, RunResult& x) {
  auto& [label, method, h, t0, precision, summary, extremes, endpoint_error, endpoint_error_v, endpoint_error_lambda,
         kind, no_solution, no_reference, uncompared, start, endpoint, wall_seconds, cpu_seconds, failure, recorded,
         warning, note, flags, expressions, perturbation, no_perturbation, opinions, constrained, located, members,
         failed, drift, growth, csv, members_csv] = x;
  with(label, h, t0, precision, summary, extremes, endpoint_error, endpoint_error_v, endpoint_error_lambda, kind,
       no_solution, no_reference, uncompared, start, endpoint, wall_seconds, cpu_seconds, failure, recorded.curves,
       recorded.motion, recorded.exact, recorded.members, recorded.reduced, recorded.slope_errors, recorded.histograms,
       warning, note, flags, expressions, perturbation, no_perturbation, opinions, constrained, located, members,
       failed, drift, growth, csv, members_csv);
}

namespace {

/// Of a file that nobody of ours wrote, an enumerator may be any number.
bool has_names(const RunResult& result) {
  const auto is_flag = [](const RaisedFlag& raised) {
    return std::ranges::any_of(flags(), [&raised](const FlagInfo& each) { return each.flag == raised.flag; });
  };
  const auto index = static_cast<std::size_t>(result.summary.outcome);
  const bool grows_by_name = !result.growth || static_cast<std::size_t>(result.growth->best) < growth_names.size();
  return grows_by_name && index < outcome_names().size() && std::ranges::all_of(result.flags, is_flag);
}

}  // namespace

std::string saved(RunResult result) {
  Archive all;
  all(result);
  return all.bytes();
}

std::optional<RunResult> loaded(std::string bytes, const RunSpec& run) {
  Archive all(std::move(bytes));
  RunResult result{.label = run.label, .method = run.method};
  all(result);
  if (!all.complete() || result.label != run.label || !has_names(result)) return std::nullopt;
  result.start.names = result.endpoint.names = variable_names(result.kind);
  return result;
}

}  // namespace nonholo
