// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/flow_checks.hpp>

#include <nonholo/framework/system/text_invariant.hpp>
#include <nonholo/verification/contract/problem_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <ranges>

namespace nonholo {

namespace {

using Vec = VectorX<double>;

constexpr double solution_times[] = {0, 0.12, 0.4, 1};  // parts of the time that is looked at

/// In which the state changes, if that is less than the time that is looked at: steps of differences are parts of it.
double local_time(const Sample& at, const Sample& along, double time) {
  const double size = at.v.size() > 0 ? at.v.norm() : at.q.norm(),
               speed = at.v.size() > 0 ? along.v.norm() : along.q.norm();
  return size > 0 && speed > 0 ? std::min(time, size / speed) : time;
}

/// A rate by differences, and what they tell of how far it is off.
struct Rate {
  double value = std::nan(""), error = std::nan("");
};

/// Of f(s) at 0: at the step where rounding, eps |f| / step, and what the next step changes are least together.
Rate rate_of(const std::function<double(double s)>& f, double unit) {
  Rate best;
  double next = std::nan("");
  for (const double step : std::views::reverse(difference_steps)) {
    const double e = step * unit, rate = difference(f, e);
    const double error = std::abs(rate - next) + epsilon<double> * std::max(std::abs(f(e)), std::abs(f(-e))) / e;
    if (std::isfinite(error) && !(error >= best.error)) best = {rate, error};
    next = rate;
  }
  return best;
}

/// The rate of a function along the flow: nothing where it is within its error.
double rate_along(const StateFunction& quantity, const Sample& at, const Sample& along, double time) {
  const Rate rate = rate_of([&](double s) { return quantity(at.t + s, at.q + s * along.q, at.v + s * along.v); },
                            local_time(at, along, time));
  const double known = std::abs(rate.value) - rate.error;
  return std::isnan(known) ? known : known > 0 ? rate.value : 0;
}

/// The sum of the sizes of its terms, one for each variable that moves, t among them. NaN where the function is not
/// defined beside the motion.
double terms_along(const StateFunction& quantity, const Sample& at, const Sample& along, double time) {
  const double unit = local_time(at, along, time);
  const auto size = [&](const std::function<double(double s)>& f) { return std::abs(rate_of(f, unit).value); };
  double sum = size([&](double s) { return quantity(at.t + s, at.q, at.v); });
  for (Eigen::Index i = 0; i < at.q.size(); ++i)
    sum += size([&](double s) { return quantity(at.t, at.q + s * along.q[i] * Vec::Unit(at.q.size(), i), at.v); });
  for (Eigen::Index i = 0; i < at.v.size(); ++i)
    sum += size([&](double s) { return quantity(at.t, at.q, at.v + s * along.v[i] * Vec::Unit(at.v.size(), i)); });
  return sum;
}

/// What is left of a rate, in parts of its terms or of the size of what changes, whichever is less.
double left_of(double rate, double terms, double time, double size) {
  if (rate == 0) return 0;
  const double in_time = std::abs(rate) * time / size;
  return std::isnan(terms) ? in_time : std::min(in_time, std::abs(rate) / terms);
}

/// The terms of the rate of an invariant, with the derivatives of its text.
std::vector<double> rate_terms(const TextInvariant<double>& invariant, const Sample& at, const Sample& along) {
  const Vec slopes = *invariant.slopes(at.t, values(at.q), values(at.v));
  std::vector<double> terms{slopes[0]};
  for (Eigen::Index i = 0; i < at.q.size(); ++i) terms.push_back(slopes[1 + i] * along.q[i]);
  for (Eigen::Index i = 0; i < at.v.size(); ++i) terms.push_back(slopes[1 + at.q.size() + i] * along.v[i]);
  return terms;
}

}  // namespace

double off_rate(const std::function<Vec(double)>& x, double t, const Vec& x_dot, double time, double least_size) {
  double least = std::nan("");
  const double size = std::max(x(t).norm(), least_size);
  for (const double step : difference_steps) {
    const double e = step * time;
    const Vec other = difference([&](double s) { return x(t + s); }, e);
    const double rates = x_dot.norm() + other.norm() + 1e-3 * size / time;
    const double off = (other - x_dot).norm(), part = off == 0 ? 0 : off / rates;
    if (std::isfinite(part) && !(part >= least)) least = part;
    if (least <= rate_allowed) break;
  }
  return least;
}

Flow flow_of(const LooseDynamics& dynamics) {
  return [&dynamics](const Sample& at) -> std::optional<Sample> {
    const auto a = dynamics.acceleration(at.t, at.q, at.v);
    return a ? std::optional(Sample{1, at.v, *a}) : std::nullopt;
  };
}

StateFunction quantity_of(const NamedInvariant<double>& invariant) {
  return [value = invariant.value](double t, const Vec& q, const Vec& v) { return value(t, values(q), values(v)); };
}

double variation(const StateFunction& quantity, const std::vector<Sample>& states) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Sample& at : states) {
    const double x = quantity(at.t, at.q, at.v);
    low = std::min(low, x);
    high = std::max(high, x);
  }
  return high > low ? high - low : std::abs(high);
}

Finding conserved(const Check& check, std::string_view name, const StateFunction& quantity,
                  const std::vector<Sample>& states, const Flow& flow, double time, const StateFunction& size) {
  Worst worst(check, name);
  const double varies = size ? 0 : variation(quantity, states);
  for (const Sample& at : states) {
    const auto along = flow(at);
    if (!along) continue;
    const double rate = rate_along(quantity, at, *along, time);
    double scale = varies;
    if (size)  // it may start at rest, from 0
      for (const double s : {0.0, difference_steps[0] * local_time(at, *along, time)})
        scale = std::max(scale, size(at.t + s, at.q + s * along->q, at.v + s * along->v));
    const double terms = rate == 0 ? 0 : terms_along(quantity, at, *along, time);
    worst.see(left_of(rate, terms, time, scale), [&] { return fmt::format("its rate is {:.6g} {}", rate, place(at)); });
  }
  return worst.finding();
}

Finding conserved_exactly(const Check& check, std::string_view name, const std::vector<Sample>& states,
                          const RateTerms& terms_at, const StateFunction& size, double time) {
  Worst worst(check, name);
  for (const Sample& at : states) {
    const auto terms = terms_at(at);
    if (!terms) continue;
    double rate = 0, sum = 0;
    for (const double term : *terms) {
      rate += term;
      sum += std::abs(term);
    }
    worst.see(left_of(rate, sum, time, size(at.t, at.q, at.v)),
              [&] { return fmt::format("its rate is {:.6g} {}", rate, place(at)); });
  }
  return worst.finding();
}

Finding conserved_finding(const NamedInvariant<double>& invariant, const std::vector<Sample>& states, const Flow& flow,
                          double time) {
  const auto* text = invariant.value.target<TextInvariant<double>>();
  const StateFunction quantity = quantity_of(invariant);
  if (!text || text->slope.number_of_outputs() == 0)
    return conserved(problem_check("invariant"), invariant.name, quantity, states, flow, time);
  const double varies = variation(quantity, states);
  const RateTerms terms = [&](const Sample& at) {
    const auto along = flow(at);
    return along ? std::optional(rate_terms(*text, at, *along)) : std::nullopt;
  };
  return conserved_exactly(
      problem_check("invariant"), invariant.name, states, terms, [varies](auto...) { return varies; }, time);
}

RateTerms energy_terms(const LooseDynamics& dynamics) {
  return [&dynamics](const Sample& at) -> std::optional<std::vector<double>> {
    const auto a = dynamics.acceleration(at.t, at.q, at.v);
    if (!a) return std::nullopt;
    const Vec p_dot = dynamics.rates(at.t, at.q, at.v, *a).p_dot;
    const Vec L_q = dynamics.force(at.t, at.q, at.v) - dynamics.external_force(at.t, at.q, at.v);
    std::vector<double> terms{-dynamics.lagrangian_rate(at.t, at.q, at.v)};
    for (Eigen::Index i = 0; i < at.q.size(); ++i) {
      terms.push_back(at.v[i] * p_dot[i]);
      terms.push_back(-at.v[i] * L_q[i]);
    }
    return terms;
  };
}

std::vector<Finding> solution_findings(const System<double>& system, const LooseDynamics& dynamics, const Sample& from,
                                       double time) {
  Worst starts(problem_check("solution_start"), "(q0, v0)"), velocity(problem_check("solution_velocity")),
      motion(problem_check("solution_motion"), "the equations of motion"), keeps(problem_check("solution_constraint"));
  const auto at_time = [&](double t) {
    const auto x = system.exact_solution()(t, values(from.q), values(from.v));
    return Sample{t, x.q, x.v};
  };
  const auto largest = [](const Vec& x) { return x.cwiseAbs().maxCoeff(); };
  starts.see(std::max(largest(at_time(0).q - from.q), largest(at_time(0).v - from.v)), [&] { return place(from); });
  for (const double part : solution_times) {
    const double t = part * time;
    const Sample at = at_time(t);
    const auto a = dynamics.acceleration(t, at.q, at.v);
    if (!a) continue;
    velocity.see(off_rate([&](double s) { return at_time(s).q; }, t, at.v, time), [&] { return place(at); });
    motion.see(off_rate([&](double s) { return at_time(s).v; }, t, *a, time, 1e-6 * at.q.norm() / time),
               [&] { return place(at); });
    const Vec k = dynamics.constraint(t, at.q, at.v);
    const double size = (1 + at.v.norm()) * (1 + at.q.norm());  // k sees the rounding of q
    if (k.size() > 0) keeps.see(largest(k) / size, [&] { return place(at); });
  }
  return {starts.finding(), velocity.finding(), motion.finding(), keeps.finding()};
}

}  // namespace nonholo
