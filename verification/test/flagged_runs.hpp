// Runs of one system by one method, watched, and the flags that they raise.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/health.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace nonholo::test {

struct Course {
  System<double> system;
  Start<double> start;
};

inline Course course(std::string_view problem, std::string_view setup) {
  const ProblemChoice choice = problem_choice(problem, setup);
  return {choice.system(), choice.start()};
}

inline RunResult run(const Course& on, std::string_view method, const MethodOptions& options,
                     const TimeSpan<double>& span) {
  const MethodEntry& entry = method_catalogue().at(method);
  const auto integrator = entry.make(on.system, options);
  Monitor<double> monitor(on.system, {}, {.span = std::abs(span.t_end - span.t0)});
  RunResult result{.label = "run", .method = {&entry, options}, .kind = on.system.kind()};
  result.t0 = span.t0;
  result.summary = integrate(*integrator, on.start, span, monitor);
  monitor.finish(integrator->view());
  result.extremes = monitor.extremes();
  result.flags = flags_of(result, monitor.signs(), integrator->traits(), epsilon<double>);
  return result;
}

inline std::string flags_at(const Course& on, std::string_view method, const MethodOptions& options, double t_end,
                            double h) {
  const RunResult result = run(on, method, options, {.t_end = t_end, .h = h});
  CHECK(result.summary.outcome == Outcome::success);
  return names_of(result.flags);
}

/// A particle of mass 1 in space with the constraint z' = y x', where the text has none.
inline Course particle(TextSystem text, const Eigen::Vector3d& q, const Eigen::Vector3d& v) {
  text.coordinates = {"x", "y", "z"};
  text.mass_matrix = {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}};
  if (text.constraints.empty()) text.constraints = {"vz - y*vx"};
  return {problem_entry(text).make<double>({}), {.q = q, .v = v}};
}

inline MethodOptions tolerances(double rtol, double atol) { return {{"rtol", Number(rtol)}, {"atol", Number(atol)}}; }
inline MethodOptions gauss_options(long stages) { return {{"tableau", std::string("gauss")}, {"stages", stages}}; }

}  // namespace nonholo::test
