// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/second_opinion.hpp>

#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/runner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace nonholo {

namespace {

constexpr double most_digits_told = 16;  // doubles have no more
constexpr long patience = 100;           // steps for each of the run, before another method is given up

/// What is run in the place of a run, and how it is called.
struct Alternative {
  std::string how;
  RunSpec run;
};

/// One of another method, with two coarser runs of it, of which each has so many digits less in theory.
struct Independent {
  Alternative fine, coarse, coarsest;
  double digits_less;
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

Alternative by_dopri5(const RunSpec& run, double t, double rtol) {
  Alternative other{fmt::format("odeint_dopri5, rtol = {:g}", rtol), run};
  other.run.precision = Precision::double_;
  other.run.method = {&method_catalogue().at("odeint_dopri5"), {{"rtol", Number(rtol)}, {"atol", Number(rtol / 100)}}};
  other.run.h.reset();
  other.run.steps.reset();
  other.run.problem.t_end = Number(t);
  return other;
}

Alternative by_gauss(const RunSpec& run, double t, long steps) {
  Alternative other{fmt::format("spark(gauss,3), {} steps", steps), run};
  other.run.precision = Precision::double_;
  other.run.method = {&method_catalogue().at("spark"), {{"tableau", std::string("gauss")}, {"stages", 3L}}};
  other.run.steps = steps;
  other.run.h = Number((t - run.problem.t0.value()) / static_cast<double>(steps));
  return other;
}

/// dopri5 on the underlying ODE for methods with steps of one size; for the others Gauss' method, with as many
/// steps as they took, for few may be what is wrong with them a thousand at least.
Independent independent(const RunSpec& run, const RunResult& result) {
  const double t = result.summary.t;
  if (!by_tolerances(run)) return {by_dopri5(run, t, 1e-11), by_dopri5(run, t, 1e-10), by_dopri5(run, t, 1e-9), 1};
  const long steps = std::max(result.summary.steps, 1000L);
  return {by_gauss(run, t, steps), by_gauss(run, t, steps / 2), by_gauss(run, t, steps / 4), std::log10(64)};
}

double norm(const std::vector<double>& x, const std::vector<double>& y) {
  double length = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) length = std::hypot(length, x[i] - y[i]);
  return length;
}

/// On which one and the other agree, relative to the size at the start and at the end.
double agreeing_digits(const std::vector<double>& start, const std::vector<double>& one,
                       const std::vector<double>& other) {
  const double off = norm(one, other);
  if (off == 0) return most_digits_told;
  const std::vector<double> origin(one.size());
  return std::clamp(-std::log10(off / std::max(norm(start, origin), norm(one, origin))), 0.0, most_digits_told);
}

/// The fewer of q and of v: where coordinates begin says nothing of velocities.
double agreeing_digits(const RunSpec& run, const Endpoint& one, const Endpoint& other) {
  const Start<double> start = run.problem.start();
  return std::min(agreeing_digits({start.q.begin(), start.q.end()}, one.q, other.q),
                  agreeing_digits({start.v.begin(), start.v.end()}, one.v, other.v));
}

RunResult ran(const Experiment& experiment, const Alternative& alternative, long most_steps,
              const std::atomic<bool>* stop) {
  Experiment single = experiment;
  single.runs = {alternative.run};
  single.expectations.clear();
  single.expressions.clear();
  single.figures.clear();
  single.motion.reset();
  single.reference = Reference::none;
  Progress progress;
  const PreparedExperiment prepared(std::move(single));
  return prepared.run({.stop = stop, .most_steps = most_steps}, progress).runs.at(0);
}

/// @param with  compares a run that came to its end with the result, and says more
Opinion opinion(const Experiment& experiment, const Alternative& alternative, const RunResult& result,
                const std::atomic<bool>* stop, const std::function<void(const RunResult&, Opinion&)>& with = {}) try {
  const long most_steps = patience * (result.summary.steps + 1000);
  const RunResult other = ran(experiment, alternative, most_steps, stop);
  Opinion found{.how = alternative.how};
  if (is_success(other.summary.outcome)) {
    found.digits = agreeing_digits(alternative.run, result.endpoint, other.endpoint);
    if (with) with(other, found);
  } else if (other.summary.steps >= most_steps) {
    found.why_not = fmt::format("that run did not reach the end in {} steps", most_steps);
  } else {
    found.why_not = name(other.summary.outcome);
  }
  return found;
} catch (const InputError& error) {
  return {.how = alternative.how, .why_not = error.message()};
}

/// Of two runs of a method the difference is the error of the coarser one, as far as it is not round-off of their
/// steps. The finer one has more digits by what a coarsest one shows to be gained, and theory allows; where the two
/// have nothing in common nobody knows.
/// @param common, before  digits on which the two agree; on which the coarser and the coarsest one do
std::optional<double> own_digits(long steps, double common, double before, double digits_less) {
  if (common < 1) return std::nullopt;
  const double round_off = epsilon<double> * std::sqrt(static_cast<double>(steps));
  const double gained = std::clamp(common - before, 0.0, digits_less);
  return std::min({common + gained, std::max(common, -std::log10(round_off)), most_digits_told});
}

Opinion opinion(const Experiment& experiment, const Independent& other, const RunResult& result,
                const std::atomic<bool>* stop) {
  return opinion(experiment, other.fine, result, stop, [&](const RunResult& fine, Opinion& found) {
    std::optional<double> before;
    const Opinion common = opinion(experiment, other.coarse, fine, stop, [&](const RunResult& coarse, Opinion&) {
      before = opinion(experiment, other.coarsest, coarse, stop).digits;
    });
    if (common.digits)
      found.own_digits =
          own_digits(fine.summary.steps, *common.digits, before.value_or(*common.digits), other.digits_less);
    else found.why_not = fmt::format("digits of that run: {}", common.why_not);
  });
}

}  // namespace

void add_opinions(const Experiment& experiment, RunResult& result, const std::atomic<bool>* stop) {
  const auto run = std::ranges::find(experiment.runs, result.label, &RunSpec::label);
  if (!is_success(result.summary.outcome) || run == experiment.runs.end()) return;
  result.opinions.push_back(opinion(experiment, finer(*run), result, stop));
  result.opinions.push_back(opinion(experiment, independent(*run, result), result, stop));
}

std::vector<std::string> RunResult::opinion_lines() const {
  std::vector<std::string> lines;
  for (const Opinion& each : opinions) {
    lines.push_back(each.digits ? fmt::format("{}: {:.1f} digits agree with {}", label, *each.digits, each.how)
                                : fmt::format("{}: not compared with {}: {}", label, each.how, each.why_not));
    if (each.own_digits) lines.back() += fmt::format(", which has about {:.1f} itself", *each.own_digits);
    else if (each.digits && !each.why_not.empty()) lines.back() += fmt::format(" ({})", each.why_not);
  }
  return lines;
}

}  // namespace nonholo
