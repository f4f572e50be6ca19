// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/between_steps.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/archives.hpp>
#include <nonholo/verification/experiment/run_span.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

bool is_of(const LocatedSpec& spec, const RunSpec& run) {
  return std::ranges::find(spec.runs, run.label) != spec.runs.end();
}

template <class Real> Real full_turn() {
  using std::atan;
  return 8 * atan(Real(1));
}

}  // namespace

template <class Real>
std::vector<Real> sample_times(const RunSpec& run, const Real& first, const Real& last, const Real& digits) {
  using std::abs;
  std::vector<Real> all;
  for (long i = 0, size = run.samples.value_or(0); i < size; ++i) {
    const Real part = static_cast<Real>(i) / static_cast<Real>(size - 1);
    all.push_back(i + 1 == size ? last : Real(first + (last - first) * part));
  }
  for (const Number& each : run.t_eval) {
    Real t = each.template as<Real>();
    if (abs(t - last) <= digits) t = last;
    if (!(first <= t && t <= last))
      throw InputError("t_eval",
                       fmt::format("{}: the run goes from {} to {}", each.text(), decimal(first), decimal(last)));
    all.push_back(t);
  }
  return all;
}

template <class Real> bool BetweenSteps<Real>::needed(const Experiment& experiment, const RunSpec& run) {
  const auto located = [&run](const LocatedSpec& spec) { return is_of(spec, run); };
  return !run.t_eval.empty() || run.samples || std::ranges::any_of(experiment.located, located);
}

template <class Real>
BetweenSteps<Real>::BetweenSteps(const Experiment& experiment, const RunSpec& run, const Integrator<Real>& integrator,
                                 std::vector<Real> times, Monitor<Real> monitor, RunExpressions<Real> expressions)
    : experiment_(experiment),
      run_(run),
      system_(integrator.system()),
      finder_(events(), [this](const Occurrence<Real>& found) { of_step_.push_back(found); }),
      dense_(integrator),
      times_(std::move(times)),
      monitor_(std::move(monitor)),
      expressions_(std::move(expressions)),
      interpolates_(!times_.empty() || !event_of_.empty()),
      every_step_(!integrator.system().traits().conservative ||
                  std::ranges::any_of(experiment.expressions, [](const auto& each) { return !each->taken.empty(); })) {
  for (const LocatedSpec& each : experiment.located) located_.push_back({.name = each.name, .section = each.section});
}

template <class Real> auto BetweenSteps<Real>::expression(const std::shared_ptr<const RunExpression>& text) const
    -> Expression {
  return {std::make_unique<RunExpressions<Real>>(
      run_expressions<Real>(system_, experiment_.state_names.get(), {text}, run_))};
}

/// Those of the run, and what is watched beside them.
template <class Real> std::vector<Event<Real>> BetweenSteps<Real>::events() {
  std::vector<Event<Real>> all;
  for (std::size_t i = 0; i < experiment_.located.size(); ++i) {
    const LocatedSpec& spec = experiment_.located[i];
    if (!is_of(spec, run_)) continue;
    Watch watch{.spec = &spec, .index = i, .condition = {}, .csv = {}};
    if (spec.condition) watch.condition = expression(spec.condition);
    watches_.push_back(std::move(watch));
    if (!spec.when) continue;
    event_of_.push_back(watches_.size() - 1);
    const std::shared_ptr<RunExpressions<Real>> when = expression(spec.when).of;
    all.push_back({.when =
                       [this, when, &spec](const View<Real>& state) {
                         (*when)(state);
                         const Real value = when->value(0);
                         if (value != value) tell_not_a_number(spec, state.t);
                         return value;
                       },
                   .direction = spec.direction,
                   .terminal = spec.terminal});
  }
  return all;
}

/// Nothing changes its sign there, so that its zeros would be missed in silence.
template <class Real> void BetweenSteps<Real>::tell_not_a_number(const LocatedSpec& spec, const Real& t) {
  if (not_a_number_.empty())
    not_a_number_ =
        fmt::format("{}: {} '{}', {}, is not a number at t = {:.6g}: zeros beside such times are not found", run_.label,
                    spec.section ? "section" : "event", spec.name, spec.when->text, static_cast<double>(t));
}

template <class Real>
void BetweenSteps<Real>::write_to(const std::function<std::unique_ptr<CsvWriter<Real>>(const std::string& name)>& csv) {
  for (Watch& each : watches_) each.csv = csv(each.spec->name);
}

template <class Real> void BetweenSteps<Real>::begin() {
  for (Watch& each : watches_)
    if (each.csv) each.csv->begin();
}

template <class Real> void BetweenSteps<Real>::begin_run() {
  next_ = 0;
  for (Located& each : located_) each = {.name = each.name, .section = each.section};
}

template <class Real>
bool BetweenSteps<Real>::operator()(const Observation<Real>& seen, const Step& step, const AtPoint& point) {
  if (seen.step == 0) begin_run();
  if (!interpolates_) return close(seen, step, point);
  return dense_(seen, [&](const DenseStep<Real>& each) { return take(each, step, point); });
}

template <class Real> bool BetweenSteps<Real>::finish(const Step& step, const AtPoint& point) {
  return dense_.finish([&](const DenseStep<Real>& each) { return take(each, step, point); });
}

template <class Real>
bool BetweenSteps<Real>::take(const DenseStep<Real>& step, const Step& show, const AtPoint& point) {
  of_step_.clear();
  const bool goes_on = finder_(step);
  const auto state = [&](const Real& t) { return step.state(t); };
  for (const Occurrence<Real>& each : of_step_) {
    sample_to(each.t, state, point);
    locate(watches_[event_of_[each.event]], each.view(), point);
  }
  if (!goes_on) return close({step.number, finder_.end()->view()}, show, point) && false;
  if (step.number > 0) sample_to(step.t(), state, point);
  return close({step.number, step.end()}, show, point);
}

/// The end of a step, with the sections that take every so many of them.
template <class Real>
bool BetweenSteps<Real>::close(const Observation<Real>& seen, const Step& show, const AtPoint& point) {
  steps_ = seen.step;
  if (seen.step == 0) {
    monitor_(seen);
    expressions_(seen.state);
    looked_ = seen.state.t;
  } else if (every_step_) {
    look(seen.state);
  }
  const bool goes_on = show(seen);
  if (seen.step == 0)
    sample_to(
        seen.state.t, [&](const Real&) { return seen.state; }, point);
  for (const Watch& each : watches_)
    if (each.spec->every > 0 && seen.step % each.spec->every == 0) locate(each, seen.state, point);
  return goes_on;
}

/// Samples that are due, up to t.
template <class Real> void BetweenSteps<Real>::sample_to(const Real& t,
                                                         const std::function<View<Real>(const Real&)>& state,
                                                         const AtPoint& point) {
  for (; next_ < times_.size() && times_[next_] <= t; ++next_) {
    const View<Real> at = state(times_[next_]);
    look(at);
    point({at, monitor_, expressions_});
  }
}

template <class Real>
void BetweenSteps<Real>::locate(const Watch& watch, const View<Real>& state, const AtPoint& point) {
  if (watch.condition && !((*watch.condition)(state) > 0)) return;
  look(state);
  Located& found = located_[watch.index];
  found.last = static_cast<double>(state.t);
  if (++found.count == 1) found.first = found.last;
  static const Real turn = full_turn<Real>();
  View<Real> shown = state;
  std::vector<Real> q(state.q.begin(), state.q.end());
  for (const std::size_t i : watch.spec->wrap) {
    using std::round;
    q[i] -= turn * round(Real(q[i] / turn));
  }
  if (!watch.spec->wrap.empty()) shown.q = q;
  if (watch.csv) watch.csv->write(shown, monitor_, expressions_);
  point({shown, monitor_, expressions_, watch.index});
}

/// A state that was just seen is not looked at again: the work on the way to it is done.
template <class Real> void BetweenSteps<Real>::look(const View<Real>& state) {
  if (looked_ == state.t) return;
  looked_ = state.t;
  monitor_.look(state);
  expressions_(state);
}

template <class Real> std::vector<std::pair<std::string, FileStamp>> BetweenSteps<Real>::commit(bool durable) {
  std::vector<std::pair<std::string, FileStamp>> all;
  for (Watch& each : watches_)
    if (each.csv) all.emplace_back(each.spec->name, each.csv->commit(durable));
  return all;
}

template <class Real> void BetweenSteps<Real>::archive(Archive& with) {
  std::vector<Real> dense, finder;
  if (!with.reads()) {
    dense = dense_.memory();
    finder = finder_.memory();
  }
  with(dense, finder, next_, monitor_, expressions_, looked_, located_, steps_);
  if (!with.reads()) return;
  dense_.remember(dense);
  finder_.remember(finder);
}

template <class Real> void BetweenSteps<Real>::save(Archive& with) {
  for (Watch& each : watches_)
    if (each.csv) each.csv->save(with);
  archive(with);
}

template <class Real> bool BetweenSteps<Real>::go_on(Archive& with) {
  for (Watch& each : watches_)
    if (each.csv && !each.csv->go_on(with)) return false;
  archive(with);
  return true;
}

template <class Real> void BetweenSteps<Real>::sync() {
  for (Watch& each : watches_)
    if (each.csv) each.csv->sync();
}

template std::vector<double> sample_times(const RunSpec&, const double&, const double&, const double&);
template std::vector<quad> sample_times(const RunSpec&, const quad&, const quad&, const quad&);
template class BetweenSteps<double>;
template class BetweenSteps<quad>;

}  // namespace nonholo
