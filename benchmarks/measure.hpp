// What the benchmarks share: runs of problems with a reference solution, timed by processor time.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace nonholo::benchmarks {

inline constexpr int repetitions = 7;

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Measured {
  double seconds, error;
  Summary summary;
};

inline Measured measure(Integrator<double>& integrator, const SolvedProblem<double>& on, const TimeSpan<double>& span) {
  Measured best{1e99, 0, {}};
  for (int i = 0; i < repetitions; ++i) {
    const double begin = cpu_seconds();
    best.summary = integrate(integrator, on.start, span, [](const auto&) {});
    best.seconds = std::min(best.seconds, cpu_seconds() - begin);
  }
  best.error = on.error(integrator.view());
  return best;
}

}  // namespace nonholo::benchmarks
