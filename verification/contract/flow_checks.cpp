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

namespace nonholo {

namespace {

using Vec = VectorX<double>;

constexpr double solution_times[] = {0, 0.12, 0.4, 1};  // parts of the time that is looked at

/// The rate of a function along the flow, by differences: the least over their steps.
double rate_along(const StateFunction& quantity, const Sample& at, const Sample& along, double time) {
  double least = std::nan("");
  const auto later = [&](double s) { return quantity(at.t + s, at.q + s * along.q, at.v + s * along.v); };
  const double size = std::abs(later(0));
  for (const double step : difference_steps) {
    const double e = step * time, rate = difference(later, e), rest = std::abs(rate) - difference_rounding * size / e;
    const double seen = rest <= 0 ? 0 : std::copysign(rest, rate);
    if (std::isfinite(seen) && !(std::abs(seen) >= std::abs(least))) least = seen;
  }
  return least;
}

/// How much a function varies from state to state; its size where it does not.
double variation(const StateFunction& quantity, const std::vector<Sample>& states) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Sample& at : states) {
    const double x = quantity(at.t, at.q, at.v);
    low = std::min(low, x);
    high = std::max(high, x);
  }
  return high > low ? high - low : std::abs(high);
}

/// Sums terms of a rate, and how large they are.
struct RateSum {
  double rate = 0, terms = 0;
  void add(double x) {
    rate += x;
    terms += std::abs(x);
  }
};

/// What cancels but for rounding of its terms is none, and so is what changes nothing in the time that is looked at.
void see_rate(Worst& worst, const RateSum& sum, double size, double time, const Sample& at) {
  const double of_terms = std::abs(sum.rate) / sum.terms, in_time = std::abs(sum.rate) * time / size;
  worst.see(sum.rate == 0                    ? 0
            : std::isnan(of_terms + in_time) ? std::nan("")
                                             : std::min(of_terms, in_time),
            [&] { return fmt::format("its rate is {:.6g} {}", sum.rate, place(at)); });
}

/// With the derivatives of the text.
Finding conserved_exactly(std::string_view name, const TextInvariant<double>& invariant,
                          const std::vector<Sample>& states, const Flow& flow, double time) {
  Worst worst(problem_check("invariant"), name);
  const double size =
      variation([&](double t, const Vec& q, const Vec& v) { return invariant(t, values(q), values(v)); }, states);
  for (const Sample& at : states) {
    const auto along = flow(at);
    if (!along) continue;
    const Vec slopes = *invariant.slopes(at.t, values(at.q), values(at.v));
    RateSum sum;
    sum.add(slopes[0]);
    for (Eigen::Index i = 0; i < at.q.size(); ++i) sum.add(slopes[1 + i] * along->q[i]);
    for (Eigen::Index i = 0; i < at.v.size(); ++i) sum.add(slopes[1 + at.q.size() + i] * along->v[i]);
    see_rate(worst, sum, size, time, at);
  }
  return worst.finding();
}

}  // namespace

double off_rate(const std::function<Vec(double)>& x, double t, const Vec& x_dot, double time, double least_size) {
  double least = std::nan("");
  const double size = std::max(x(t).norm(), least_size);
  for (const double step : difference_steps) {
    const double e = step * time;
    const Vec other = difference([&](double s) { return x(t + s); }, e);
    const double rates = x_dot.norm() + other.norm() + 1e-3 * size / time;
    const double off = std::max((other - x_dot).norm() - difference_rounding * size / e, 0.0);
    const double part = off == 0 ? 0 : off / rates;
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
      for (const double s : {0.0, difference_steps[0] * time})
        scale = std::max(scale, size(at.t + s, at.q + s * along->q, at.v + s * along->v));
    worst.see(rate == 0 ? 0 : std::abs(rate) * time / scale,
              [&] { return fmt::format("its rate is {:.6g} {}", rate, place(at)); });
  }
  return worst.finding();
}

Finding conserved_finding(const NamedInvariant<double>& invariant, const std::vector<Sample>& states, const Flow& flow,
                          double time) {
  const auto* text = invariant.value.target<TextInvariant<double>>();
  return text && text->slope.number_of_outputs() > 0
             ? conserved_exactly(invariant.name, *text, states, flow, time)
             : conserved(problem_check("invariant"), invariant.name, quantity_of(invariant), states, flow, time);
}

Finding energy_conserved_exactly(const LooseDynamics& dynamics, const std::vector<Sample>& states, double time) {
  Worst worst(problem_check("energy"));
  for (const Sample& at : states) {
    const auto a = dynamics.acceleration(at.t, at.q, at.v);
    if (!a) continue;
    const Vec p_dot = dynamics.rates(at.t, at.q, at.v, *a).p_dot;
    const Vec L_q = dynamics.force(at.t, at.q, at.v) - dynamics.external_force(at.t, at.q, at.v);
    RateSum sum;
    for (Eigen::Index i = 0; i < at.q.size(); ++i) {
      sum.add(at.v[i] * p_dot[i]);
      sum.add(-at.v[i] * L_q[i]);
    }
    sum.add(-dynamics.lagrangian_rate(at.t, at.q, at.v));
    const double V = dynamics.energy(at.t, at.q, Vec::Zero(at.v.size()));
    see_rate(worst, sum, std::abs(dynamics.energy(at.t, at.q, at.v) - V) + std::abs(V), time, at);
  }
  return worst.finding();
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
    if (k.size() > 0) keeps.see(largest(k) / (1 + at.v.norm()), [&] { return place(at); });
  }
  return {starts.finding(), velocity.finding(), motion.finding(), keeps.finding()};
}

}  // namespace nonholo
