// Running an engine in a test: from a start that is projected onto the constraint, to its end state.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace nonholo::test {

inline Start<double> driven_start() {
  return {.q = Eigen::Vector3d(0.3, -0.2, 0.5), .v = Eigen::Vector3d(0.4, 0.7, 0.6), .consistent = Consistent::project};
}

inline Start<double> five_start() {
  Start<double> start{.q = VectorX<double>(5), .v = VectorX<double>(5), .consistent = Consistent::project};
  start.q << 0.1, 0.4, -0.3, 0.2, 0.5;
  start.v << 0.3, -0.2, 0.5, 0.1, -0.4;
  return start;
}

/// A family of tableaus and its number of stages.
using Family = std::pair<const char*, int>;

inline std::unique_ptr<Integrator<double>> spark_of(const System<double>& system, const Family& member,
                                                    const SolverOptions<double>& options = {}) {
  return spark(system, tableau_catalogue().at(member.first)(member.second), options);
}

inline VectorX<double> state_of(const Integrator<double>& integrator) {
  const View<double> view = integrator.view();
  VectorX<double> state(static_cast<Eigen::Index>(view.q.size() + view.v.size()));
  std::ranges::copy(view.q, state.begin());
  std::ranges::copy(view.v, state.begin() + static_cast<Eigen::Index>(view.q.size()));
  return state;
}

struct Ran {
  VectorX<double> end;
  double worst_constraint = 0;  // scaled
  Summary summary;
};

inline Ran run(Integrator<double>& integrator, const Start<double>& start, double t_end, long steps) {
  Ran ran;
  const auto probe = make_probe(integrator.system());
  ran.summary = integrate(
      integrator, start, TimeSpan<double>::fixed(0, t_end / static_cast<double>(steps), steps), [&](const auto& seen) {
        ran.worst_constraint =
            std::max(ran.worst_constraint, probe->constraint(seen.state.t, seen.state.q, seen.state.v).scaled);
      });
  ran.end = state_of(integrator);
  return ran;
}

/// The end that 6-stage Gauss finds in 64 steps: order 12, round-off.
inline VectorX<double> exact_end(const System<double>& system, const Start<double>& start, double t_end) {
  return run(*spark(system, tableaus::gauss(6)), start, t_end, 64).end;
}

/// By how much the second increment of the frozen iteration is smaller than the first, in a step of size h.
inline double contraction(const std::function<std::unique_ptr<Integrator<double>>(const SolverOptions<double>&)>& make,
                          const Start<double>& start, double h) {
  const auto increment = [&](int iterations) {
    const auto integrator = make({.jacobian = JacobianChoice::frozen, .max_iterations = iterations});
    integrate(*integrator, start, TimeSpan<double>::fixed(0, h, 1), [](const auto&) {});
    return integrator->step(h).residual;
  };
  return increment(2) / increment(1);
}

/// Key and message of the refusal.
inline std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.key() + ": " + error.message();
  }
  return "accepted";
}

/// Least-squares slope of log(error) over log(h) for steps = first, 2 first, ... of the error of the end state against
/// `exact`.
inline double measured_order(Integrator<double>& integrator, const Start<double>& start, double t_end, long first,
                             int halvings, const VectorX<double>& exact) {
  std::vector<double> x, y;
  for (int i = 0; i < halvings; ++i) {
    const long steps = first << i;
    x.push_back(std::log(t_end / static_cast<double>(steps)));
    y.push_back(std::log((run(integrator, start, t_end, steps).end - exact).norm()));
  }
  const double n = halvings;
  const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
  const double mx = sum(x) / n, my = sum(y) / n;
  double xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
  }
  return xy / xx;
}

}  // namespace nonholo::test
