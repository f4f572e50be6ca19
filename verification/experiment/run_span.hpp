// The times of a run as its file gives them, and what its expressions and its result begin with. Private header of
// verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/run_expression.hpp>

#include <optional>

namespace nonholo {

/// @throws InputError as TimeSpan
template <class Real> TimeSpan<Real> time_span(const RunSpec& run) {
  const Real t0 = run.problem.t0.as<Real>();
  if (run.steps && run.h) return TimeSpan<Real>::fixed(t0, run.h->as<Real>(), *run.steps);
  const Real t_end = *run.problem.end_time<Real>();
  if (run.h) return TimeSpan<Real>::until(t0, t_end, run.h->as<Real>());
  return TimeSpan<Real>::adaptive(t0, t_end);
}

/// The time of the last state, as steps add up to it.
template <class Real> Real end_of_steps(const TimeSpan<Real>& span) {
  return span.h > 0 ? Real(span.t0 + static_cast<Real>(span.steps) * span.h) : span.t_end;
}

/// What the run is, before anything is known of its way.
template <class Real>
RunResult described_run(const RunSpec& run, const TimeSpan<Real>& span, const System<Real>& system) {
  RunResult result{.label = run.label,
                   .method = run.method,
                   .h = run.h ? std::optional(run.h->value()) : std::nullopt,
                   .t0 = static_cast<double>(span.t0),
                   .precision = run.precision,
                   .kind = system.kind(),
                   .constrained = system.constraints() > 0};
  result.start.names = result.endpoint.names = system.names();
  return result;
}

/// @param names of the experiment, or nullptr where it has none
template <class Real> RunExpressions<Real> run_expressions(const System<Real>& system, const StateNames* names,
                                                           const typename RunExpressions<Real>::List& list,
                                                           const RunSpec& run) {
  static const StateNames none;
  return {system, names ? *names : none, list, run.parameters};
}

}  // namespace nonholo
