// What the benchmarks share: problems with a reference solution, and runs timed by processor time.
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>

namespace nonholo::benchmarks {

inline constexpr int repetitions = 7;

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A problem with its start, end time and the solution there.
struct Case {
  std::string name;
  System<double> system;
  Start<double> start;
  double t_end;
  VectorX<double> solution;  // (q, v)
};

inline Case make_case(std::string_view problem, std::string_view setup_name, double t_end) {
  const ProblemEntry& entry = problem_catalogue().at(problem);
  const Setup<double>& setup = entry.setup(setup_name);
  ParameterValues parameters;
  for (const auto& [name, value] : setup.parameters) parameters.emplace(name, value);
  const System<double> system = entry.make(parameters);
  Start<double> start;
  start.q = Eigen::Map<const VectorX<double>>(setup.q.data(), entry.n);
  start.v = Eigen::Map<const VectorX<double>>(setup.v.data(), entry.n);
  const auto reference = reference_solution(system, start, 0, t_end);
  VectorX<double> solution(2 * entry.n);
  solution << reference.value().q, reference->v;
  return {fmt::format("{} ({})", problem, setup_name), system, start, t_end, solution};
}

struct Measured {
  double seconds, error;
  Summary summary;
};

inline Measured measure(Integrator<double>& integrator, const Case& on, const TimeSpan<double>& span) {
  Measured best{1e99, 0, {}};
  for (int i = 0; i < repetitions; ++i) {
    const double begin = cpu_seconds();
    best.summary = integrate(integrator, on.start, span, [](const auto&) {});
    best.seconds = std::min(best.seconds, cpu_seconds() - begin);
  }
  VectorX<double> end(on.solution.size());
  std::ranges::copy(integrator.view().q, end.begin());
  std::ranges::copy(integrator.view().v, end.begin() + end.size() / 2);
  best.error = (end - on.solution).norm();
  return best;
}

}  // namespace nonholo::benchmarks
