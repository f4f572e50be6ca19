// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/expectation.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/reasons.hpp>
#include <nonholo/verification/experiment/run_number.hpp>
#include <nonholo/verification/figure/slope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

const RunResult* find(const std::vector<RunResult>& runs, const std::string& label) {
  const auto found = std::ranges::find(runs, label, &RunResult::label);
  return found == runs.end() ? nullptr : &*found;
}

double observed(const Expectation& expectation, const Experiment& experiment, const RunResult& run) {
  return quantity_of(run, expectation.quantity, expectation.component, experiment);
}

/// Whether its runs are among these: of a sweep two, for a slope. --quick may have left them out.
bool can_be_judged(const Expectation& e, const std::vector<RunResult>& runs) {
  const auto is_there = [&runs](const std::string& label) { return find(runs, label) != nullptr; };
  if (e.over.empty()) return is_there(e.run) && (e.versus.empty() || is_there(e.versus));
  return std::ranges::count_if(e.swept, [&](const auto& point) { return is_there(point.first); }) >= 2;
}

/// The least-squares slope over the runs that are there; NaN where one has no logarithm, or ended early.
double slope(const Expectation& e, const Experiment& experiment, const std::vector<RunResult>& runs) {
  AxisSlope line(true, true);
  for (const auto& [label, value] : e.swept) {
    const RunResult* run = find(runs, label);
    if (!run) continue;
    const double y = observed(e, experiment, *run);
    if (!(y > 0) || !is_success(run->summary.outcome)) return unknown;
    line.add(value, y);
  }
  return line.value().value_or(unknown);
}

/// Why there is no number: that of the run, or of the one that it is held against, or of a sweep.
std::string reason_of(const Expectation& e, const std::vector<RunResult>& runs) {
  if (!e.over.empty()) return "a run of the sweep ended early, or has no positive number";
  const std::string own = reason(e.quantity, *find(runs, e.run));
  if (e.versus.empty()) return own;
  const std::string other = reason(e.quantity, *find(runs, e.versus));
  return own.empty() && other.empty() ? "both are 0" : own.empty() ? fmt::format("{}: {}", e.versus, other) : own;
}

/// What is infinite holds no bound, but a ratio over 0.
bool holds(const Expectation& e, double x) {
  if (std::isinf(x) && e.versus.empty()) return false;
  if (e.min) return x >= *e.min;
  if (e.max) return x <= *e.max;
  if (e.between) return x >= e.between->first && x <= e.between->second;
  return e.equals && std::abs(x - *e.equals) <= e.abs + e.rel * std::abs(*e.equals);
}

}  // namespace

bool Expectation::concerns(const std::string& label) const {
  const auto is = [&label](const auto& point) { return point.first == label; };
  return run == label || versus == label || std::ranges::any_of(swept, is);
}

std::string Expectation::text() const {
  std::string sentence = fmt::format("{}: {}{}", run, over.empty() ? "" : "order of ", quantity);
  if (!component.empty()) sentence += fmt::format("[{}]", component);
  if (!over.empty()) sentence += fmt::format(" in {}", over);
  if (!versus.empty()) sentence += fmt::format(" over that of {}", versus);
  if (min) return sentence + fmt::format(" >= {}", *min);
  if (max) return sentence + fmt::format(" <= {}", *max);
  if (between) return sentence + fmt::format(" in [{}, {}]", between->first, between->second);
  if (name) return sentence + fmt::format(" is {}", *name);
  sentence += fmt::format(" = {}", equals.value_or(unknown));
  if (rel > 0) sentence += fmt::format(" (rel {})", rel);
  if (abs > 0) sentence += fmt::format(" (abs {})", abs);
  return sentence;
}

std::vector<Verdict> judge(const std::vector<Expectation>& expectations, const Experiment& experiment,
                           const std::vector<RunResult>& runs) {
  std::vector<Verdict> verdicts;
  for (const Expectation& e : expectations) {
    if (!can_be_judged(e, runs)) continue;
    Verdict verdict{.text = e.text(), .run = e.run, .quantity = e.quantity, .published = e.published, .page = e.page};
    if (e.name) {
      const QuantityValue known = quantities().at(e.quantity).of(*find(runs, e.run));
      if (const auto* const text = std::get_if<std::string>(&known)) verdict.observed_text = *text;
      else verdict.reason = reason(e.quantity, *find(runs, e.run));
      verdict.holds = verdict.observed_text == *e.name;
    } else {
      double x = e.over.empty() ? observed(e, experiment, *find(runs, e.run)) : slope(e, experiment, runs);
      if (!e.versus.empty()) x /= observed(e, experiment, *find(runs, e.versus));
      verdict.observed = x;
      verdict.holds = holds(e, x);
      if (std::isnan(x)) verdict.reason = reason_of(e, runs);
    }
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

int exit_code(const ExperimentResult& result) {
  const auto expected = [&result](const RunResult& run, std::string_view what) {
    return std::ranges::any_of(result.verdicts,
                               [&](const Verdict& v) { return v.run == run.label && v.quantity == what && v.holds; });
  };
  const auto unexpected = [&expected](const RunResult& run) {
    if (!is_success(run.summary.outcome)) return !expected(run, "outcome");
    const bool failed = std::ranges::any_of(run.flags, [](const RaisedFlag& each) { return info(each.flag).failure; });
    return failed && !expected(run, "flags");
  };
  if (std::ranges::any_of(result.runs, unexpected)) return 3;
  return std::ranges::all_of(result.verdicts, &Verdict::holds) ? 0 : 1;
}

}  // namespace nonholo
