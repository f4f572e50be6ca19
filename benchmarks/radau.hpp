// deSolve's radau, run by R in a process of its own (radau.R), which times itself.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grounds.hpp"

#include <cstdio>
#include <memory>
#include <sstream>

namespace nonholo::benchmarks {

struct RadauRun {
  double seconds;
  std::vector<double> end;
};

/// On all its tolerances; nothing where there is no R or no deSolve.
/// @param folder  with radau.R and radau.so
inline std::vector<RadauRun> radau_runs(const Ground& on, const std::string& folder) {
  const auto n = on.problem.system.coordinates();
  std::string command = fmt::format("Rscript {0}/radau.R {0} {1} {2} {3} {4}", folder, on.name, n,
                                    on.problem.system.constraints(), on.problem.t_end);
  for (const auto* part : {&on.problem.start.q, &on.problem.start.v})
    for (const double x : *part) command += fmt::format(" {}", x);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  std::vector<RadauRun> all;
  char line[4096];
  while (pipe && std::fgets(line, sizeof line, pipe.get())) {
    std::istringstream in(line);
    double tolerance, microseconds, x;
    if (!(in >> tolerance >> microseconds)) continue;  // its own messages
    RadauRun run{1e-6 * microseconds, {}};
    while (in >> x) run.end.push_back(x);
    if (static_cast<Eigen::Index>(run.end.size()) == 2 * n) all.push_back(std::move(run));
  }
  return all;
}

}  // namespace nonholo::benchmarks
