// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/second_opinion.hpp>

#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/runner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

constexpr double most_digits_told = 16;  // doubles have no more

/// What is run in the place of a run, and how it is called.
struct Alternative {
  std::string how;
  RunSpec run;
};

Number part_of(const Number& x, double divisor) { return {x.value() / divisor}; }

Alternative finer(const RunSpec& run) {
  Alternative other{"", run};
  if (run.h) {
    other.run.h = part_of(*run.h, 2);
    if (run.steps) other.run.steps = 2 * *run.steps;
    other.how = fmt::format("h = {}", other.run.h->text());
  } else {
    MethodOptions& options = other.run.method.options;
    for (const char* key : {"rtol", "atol"}) options.set(key, part_of(options.number(key), 10));
    other.how = fmt::format("rtol = {:g}, atol = {:g}", options.number("rtol").value(), options.number("atol").value());
  }
  return other;
}

/// Whether it runs by tolerances: explicit methods of ours do too, and could be dopri5's next of kin.
bool by_tolerances(const RunSpec& run) { return run.method.options.has("rtol"); }

/// dopri5 on the underlying ODE for methods with steps of one size; for the others Gauss' method, with as many
/// steps as they took, for few may be what is wrong with them a thousand at least.
Alternative independent(const RunSpec& run, const RunResult& result) {
  Alternative other{"", run};
  other.run.precision = Precision::double_;
  if (!by_tolerances(run)) {
    other.run.method = {&method_catalogue().at("odeint_dopri5"), {{"rtol", Number(1e-11)}, {"atol", Number(1e-13)}}};
    other.run.h.reset();
    other.run.steps.reset();
    other.run.problem.t_end = Number(result.summary.t);
    other.how = "odeint_dopri5, rtol = 1e-11";
    return other;
  }
  const double t0 = run.problem.t0.value();
  other.run.method = {&method_catalogue().at("spark"), {{"tableau", std::string("gauss")}, {"stages", 3L}}};
  other.run.steps = std::max(result.summary.steps, 1000L);
  other.run.h = Number((result.summary.t - t0) / static_cast<double>(*other.run.steps));
  other.how = fmt::format("spark(gauss,3), {} steps", *other.run.steps);
  return other;
}

double distance_squared(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

/// Of (q, v) at the end, relative to their norm.
double agreeing_digits(const Endpoint& one, const Endpoint& other) {
  const std::vector<double> origin(one.q.size());
  const double off = distance_squared(one.q, other.q) + distance_squared(one.v, other.v),
               size = distance_squared(one.q, origin) + distance_squared(one.v, origin);
  if (off == 0) return most_digits_told;
  return std::clamp(-std::log10(std::sqrt(off / size)), 0.0, most_digits_told);
}

Opinion opinion(const Experiment& experiment, const Alternative& alternative, const RunResult& result,
                const std::atomic<bool>* stop) try {
  Experiment single = experiment;
  single.runs = {alternative.run};
  single.expectations.clear();
  single.expressions.clear();
  single.figures.clear();
  single.motion.reset();
  single.reference = Reference::none;
  Progress progress;
  const PreparedExperiment prepared(std::move(single));
  const RunResult other = prepared.run({.stop = stop}, progress).runs.at(0);
  if (other.summary.outcome != Outcome::success)
    return {alternative.how, std::nullopt, std::string(name(other.summary.outcome))};
  return {alternative.how, agreeing_digits(result.endpoint, other.endpoint), ""};
} catch (const InputError& error) {
  return {alternative.how, std::nullopt, error.message()};
}

}  // namespace

void add_opinions(const Experiment& experiment, RunResult& result, const std::atomic<bool>* stop) {
  const auto run = std::ranges::find(experiment.runs, result.label, &RunSpec::label);
  if (result.summary.outcome != Outcome::success || run == experiment.runs.end()) return;
  for (const Alternative& each : {finer(*run), independent(*run, result)})
    result.opinions.push_back(opinion(experiment, each, result, stop));
}

std::vector<std::string> RunResult::opinion_lines() const {
  std::vector<std::string> lines;
  for (const Opinion& each : opinions)
    lines.push_back(each.digits ? fmt::format("{}: {:.1f} digits agree with {}", label, *each.digits, each.how)
                                : fmt::format("{}: not compared with {}: {}", label, each.how, each.why_not));
  return lines;
}

}  // namespace nonholo
