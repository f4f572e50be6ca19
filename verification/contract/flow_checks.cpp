// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/flow_checks.hpp>

#include <nonholo/verification/contract/problem_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

using Vec = VectorX<double>;

constexpr double solution_times[] = {0.0, 0.3, 1.0, 2.5};

}  // namespace

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
                  const std::vector<Sample>& states, const Flow& flow, const StateFunction& size) {
  Worst worst(check, name);
  for (const Sample& at : states) {
    const auto along = flow(at);
    if (!along) continue;
    const auto later = [&](const StateFunction& x, double s) {
      return x(at.t + s, at.q + s * along->q, at.v + s * along->v);
    };
    const double rate = difference([&](double s) { return later(quantity, s); });
    const Vec& fastest = along->v.size() > 0 ? along->v : along->q;
    const double scale = size ? std::max(later(size, 0), later(size, difference_step))  // it may start at rest, from 0
                              : 1 + std::abs(later(quantity, 0)) + fastest.norm();
    worst.see(rate == 0 ? 0 : std::abs(rate) / scale,
              [&] { return fmt::format("its rate is {:.6g} {}", rate, place(at)); });
  }
  return worst.finding();
}

std::vector<Finding> solution_findings(const System<double>& system, const LooseDynamics& dynamics,
                                       const Sample& from) {
  Worst starts(problem_check("solution_start"), "(q0, v0)"), velocity(problem_check("solution_velocity")),
      motion(problem_check("solution_motion"), "the equations of motion"), keeps(problem_check("solution_constraint"));
  const auto at_time = [&](double t) {
    const auto x = system.exact_solution()(t, values(from.q), values(from.v));
    return Sample{t, x.q, x.v};
  };
  const auto largest = [](const Vec& x) { return x.cwiseAbs().maxCoeff(); };
  starts.see(std::max(largest(at_time(0).q - from.q), largest(at_time(0).v - from.v)), [&] { return place(from); });
  for (const double t : solution_times) {
    const Sample at = at_time(t);
    const auto a = dynamics.acceleration(t, at.q, at.v);
    if (!a) continue;
    const double size = 1 + at.v.norm() + a->norm();
    const Vec q_dot = difference([&](double s) { return at_time(t + s).q; }),
              v_dot = difference([&](double s) { return at_time(t + s).v; });
    velocity.see((q_dot - at.v).norm() / size, [&] { return place(at); });
    motion.see((v_dot - *a).norm() / size, [&] { return place(at); });
    const Vec k = dynamics.constraint(t, at.q, at.v);
    if (k.size() > 0) keeps.see(largest(k) / (1 + at.v.norm()), [&] { return place(at); });
  }
  return {starts.finding(), velocity.finding(), motion.finding(), keeps.finding()};
}

}  // namespace nonholo
