// The only time loop: stepping, observing, counting and stopping happen here and nowhere else.
//
// With fixed steps times are t0 + k h, never accumulated. Only the end is stored. An observer sees the start and every
// accepted step; the observer of trajectory.hpp keeps them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/velocity_branch.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace nonholo {

/// The time span of a run: `steps` steps of size h from t0, or from t0 to t_end (adaptive methods; h may be 0).
/// complete() computes the member that is not given. {.t_end = 10, .h = 0.1} gets the steps of until();
/// {.h = 0.1, .steps = 100} gets the end of fixed(). With steps given, t_end = 0 counts as not given.
template <class Real = double> struct TimeSpan {
  Real t0 = 0;
  Real t_end = 0;
  Real h = 0;
  long steps = 0;

  /// @throws InputError (key "h" or "steps") unless 0 < h and 0 <= steps <= most_fixed_steps.
  static TimeSpan fixed(Real t0, Real h, long steps);

  /// There is no short last step.
  /// @throws InputError if (t_end - t0)/h is not whole to 1e-9 relative; it names the two nearest step sizes.
  static TimeSpan until(Real t0, Real t_end, Real h);
  static TimeSpan adaptive(Real t0, Real t_end);

  /// This span with its steps or its end computed if they are missing. @throws InputError as fixed(), until() and
  /// adaptive(), and (key "steps") for steps without h or with another end than t_end.
  TimeSpan complete() const;
};

struct Summary {
  Outcome outcome = Outcome::success;
  long steps = 0;  ///< accepted
  long rejected = 0;
  long iterations = 0;   ///< of nonlinear solvers
  long evaluations = 0;  ///< of the system
  double t = 0;          ///< where the run ended
  double h = 0;          ///< the step size; for an adaptive method that of its last accepted step
  StepReport last{};     ///< report of the step that failed
  long first_order = 0;  ///< steps of order 1 of a method of variable order
  long blind = 0;        ///< the most steps in a row whose error estimate was zero to round-off
  long blind_now = 0;    ///< such steps in a row up to the last step
  std::string remark{};  ///< the integrator's remark() on the step that failed

  /// One line: what failed, at which t and h, the residual and iterations, and what to try.
  std::string failure(std::string_view method) const;
};

/// A state that owns its numbers, unlike a View.
template <class Real> struct Snapshot {
  Real t;
  VectorX<Real> q, v;
};

/// The result of a run: its summary and the last accepted state.
template <class Real> struct Integrated : Summary { Snapshot<Real> end; };

template <class Real> struct Observation {
  long step;         ///< 0 at the start
  View<Real> state;  ///< for a DAE it contains z already at the start
};

/// An observer may return a bool: false ends the run.
template <class O, class Real>
concept Observer = requires(O& observe, const Observation<Real>& seen) {
  observe(seen);
};

inline constexpr long most_adaptive_steps = 100'000'000;
inline constexpr long most_fixed_steps = 1'000'000'000'000'000;  ///< a double holds every step number up to it exactly

namespace detail {

/// The state shown at the start. For a DAE z is taken from the start if the method has no multipliers yet.
template <class Real> View<Real> view_of_start(const Integrator<Real>& integrator, const AdmissibleStart<Real>& start) {
  View<Real> state = integrator.view();
  if (state.lambda_stage.empty() && integrator.system().kind() == SystemKind::dae)
    state.lambda_stage = values(start.lambda);
  return state;
}

template <class Real> Snapshot<Real> state_of(const View<Real>& view) {
  return {view.t, vector_of(view.q), vector_of(view.v)};
}

/// Adds a report to the summary. `volatile` makes the compiler load one number at a time: a load of two numbers that
/// were just stored one by one would stall.
inline void count(const volatile StepReport& report, Summary& summary) {
  summary.rejected += report.rejected;
  summary.iterations += report.iterations;
  summary.evaluations += report.evaluations;
  summary.outcome = report.outcome;
  summary.first_order += report.order == 1;
  summary.blind_now = report.blind ? summary.blind_now + 1 : 0;
  summary.blind = std::max(summary.blind, summary.blind_now);
}

template <class Real> Summary failed(const Integrator<Real>& integrator, const StepReport& report, Summary& summary) {
  summary.last = report;
  summary.remark = integrator.remark();
  return summary;
}

/// The summary of a run whose last step() ended on another branch of the constraints.
template <class Real> Summary left_branch(const Integrator<Real>& integrator, StepReport report, Summary& summary) {
  summary.outcome = report.outcome = Outcome::other_root;
  return failed(integrator, report, summary);
}

/// Shows a state to the observer. False if the observer ends the run.
template <class Real, Observer<Real> O> bool show(O& observe, const Observation<Real>& seen) {
  if constexpr (std::is_same_v<decltype(observe(seen)), bool>) return observe(seen);
  else observe(seen);
  return true;
}

inline Summary interrupted(Summary& summary) {
  summary.outcome = Outcome::interrupted;
  return summary;
}

/// Before a step from t.
template <class Real> void change_inputs(Integrator<Real>& integrator, const Real& t) {
  const auto& inputs = integrator.system().inputs();
  if (inputs && inputs->depart(t)) integrator.changed();
}

/// Where the next step of an adaptive method must end: inputs are functions of time up to there.
template <class Real> Real end_of_inputs(const Integrator<Real>& integrator, const Real& t_end) {
  const auto& inputs = integrator.system().inputs();
  return inputs ? std::min(t_end, inputs->next(integrator.view().t)) : t_end;
}

template <class Real, Observer<Real> O> Summary run_fixed(Integrator<Real>& integrator, const TimeSpan<Real>& span,
                                                          Summary summary, VelocityBranch<Real>& branch, O& observe) {
  while (summary.steps < span.steps) {
    change_inputs(integrator, Real(span.t0 + static_cast<Real>(summary.steps) * span.h));
    const StepReport report = integrator.step(span.h);
    count(report, summary);
    if (summary.outcome != Outcome::success) return failed(integrator, report, summary);
    const Real t = span.t0 + static_cast<Real>(summary.steps + 1) * span.h;
    integrator.set_time(t);
    const View<Real> state = integrator.view();
    if (!branch.holds(t, state.q, state.v)) return left_branch(integrator, report, summary);
    ++summary.steps;
    summary.t = static_cast<double>(t);
    if (!show(observe, Observation<Real>{summary.steps, state})) return interrupted(summary);
  }
  return summary;
}

template <class Real, Observer<Real> O> Summary run_adaptive(Integrator<Real>& integrator, const TimeSpan<Real>& span,
                                                             Summary summary, VelocityBranch<Real>& branch,
                                                             O& observe) {
  using std::abs;
  while (integrator.view().t < span.t_end) {
    change_inputs(integrator, integrator.view().t);
    const Real end = end_of_inputs(integrator, span.t_end), remaining = end - integrator.view().t;
    const StepReport report = integrator.step(span.h > 0 ? std::min(span.h, remaining) : remaining);
    count(report, summary);
    if (const Real t = integrator.view().t; abs(end - t) <= 4 * epsilon<Real> * std::max<Real>(abs(t), abs(end)))
      integrator.set_time(end);  // t + (end - t) need not be end
    if (summary.outcome == Outcome::success && summary.steps == most_adaptive_steps)
      summary.outcome = Outcome::too_many_steps;
    if (summary.outcome != Outcome::success) return failed(integrator, report, summary);
    const View<Real> state = integrator.view();
    if (!branch.holds(state.t, state.q, state.v)) return left_branch(integrator, report, summary);
    ++summary.steps;
    summary.h = static_cast<double>(state.t) - summary.t;
    summary.t = static_cast<double>(state.t);
    if (!show(observe, Observation<Real>{summary.steps, state})) return interrupted(summary);
  }
  return summary;
}

}  // namespace detail

/// Continues a run from the present state of the integrator to the end of the span. Inputs from tables (inputs.hpp)
/// change between steps. `run` is its summary up to there.
/// If constraints are nonlinear in v and a step leaves their branch, the run ends with Outcome::other_root
/// (velocity_branch.hpp).
template <class Real, Observer<Real> O> Integrated<Real> proceed(Integrator<Real>& integrator,
                                                                 const std::type_identity_t<TimeSpan<Real>>& span,
                                                                 Summary run, O&& observe) {
  run.outcome = Outcome::success;
  const TimeSpan<Real> complete = span.complete();
  VelocityBranch<Real> branch(integrator.system());
  const View<Real> from = integrator.view();
  if (const auto& inputs = integrator.system().inputs()) {
    inputs->want(complete.t0, complete.t_end, integrator.traits().adaptive ? Real(0) : complete.h);
    if (run.steps > 0) inputs->arrive(from.t);
  }
  branch.start(from.t, from.q, from.v);
  const Summary summary = integrator.traits().adaptive
                              ? detail::run_adaptive(integrator, complete, run, branch, observe)
                              : detail::run_fixed(integrator, complete, run, branch, observe);
  if (branch.left()) return {summary, {branch.t(), branch.q(), branch.v()}};
  return {summary, detail::state_of(integrator.view())};
}

/// Runs the integrator from the start over the span. Shows the start and every accepted step to the observer. If that
/// returns false, the run ends with Outcome::interrupted.
/// @param start a start of the integrator's system, at span.t0
/// @throws InputError for a start at another time, a span that h does not divide, and a span without h for a method
///         with fixed steps.
template <class Real, std::same_as<AdmissibleStart<Real>> S, Observer<Real> O>
Integrated<Real> integrate(Integrator<Real>& integrator, const S& start,
                           const std::type_identity_t<TimeSpan<Real>>& span, O&& observe) {
  if (start.t != span.t0) throw InputError("t0", "must be the time at which the start was checked");
  const bool adaptive = integrator.traits().adaptive;
  if (!adaptive && !(span.h > 0)) throw InputError("h", "this method takes fixed steps: h > 0 is needed");
  const TimeSpan<Real> complete = span.complete();
  if (const auto& inputs = integrator.system().inputs()) inputs->depart(span.t0);
  integrator.guess_multipliers(values(start.lambda));
  integrator.start(span.t0, values(start.q), values(start.v));
  Summary run{.t = static_cast<double>(span.t0), .h = adaptive ? 0 : static_cast<double>(span.h)};
  if (detail::show(observe, Observation<Real>{0, detail::view_of_start(integrator, start)}))
    return proceed(integrator, complete, run, std::forward<O>(observe));
  return {detail::interrupted(run), detail::state_of(integrator.view())};
}

/// The same from a start that is checked first. @throws also the errors of checked() (start.hpp).
template <class Real, Observer<Real> O>
Integrated<Real> integrate(Integrator<Real>& integrator, const std::type_identity_t<Start<Real>>& start,
                           const std::type_identity_t<TimeSpan<Real>>& span, O&& observe) {
  return integrate(integrator, checked(start, integrator.system(), span.t0), span, std::forward<O>(observe));
}

/// The same without an observer.
template <class Real> Integrated<Real> integrate(Integrator<Real>& integrator,
                                                 const std::type_identity_t<Start<Real>>& start,
                                                 const std::type_identity_t<TimeSpan<Real>>& span) {
  return integrate(integrator, start, span, [](const Observation<Real>&) {});
}

}  // namespace nonholo
