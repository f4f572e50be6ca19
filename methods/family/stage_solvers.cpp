// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/family/stage_solvers.hpp>

#include <string_view>
#include <utility>

namespace nonholo {

namespace {

std::vector<std::pair<std::string_view, SolverEntry>> by_name(const std::vector<SolverEntry>& solvers) {
  std::vector<std::pair<std::string_view, SolverEntry>> named;
  for (const SolverEntry& solver : solvers) named.emplace_back(solver.name, solver);
  return named;
}

}  // namespace

StageSolvers::StageSolvers(const std::vector<SolverEntry>& solvers)
    : jacobian_(
          {.key = "jacobian", .meaning = "of the stage solver", .usual = "auto"},
          {{"auto", JacobianChoice::automatic}, {"frozen", JacobianChoice::frozen}, {"exact", JacobianChoice::exact}}),
      solver_({.key = "solver",
               .meaning = "solver of the stage equations; simplified_newton is Hilden's loose one and needs "
                          "solver_tolerance, which is absolute there",
               .usual = solvers.empty() ? "" : solvers.front().name},
              by_name(solvers)),
      tolerance_{.key = "solver_tolerance",
                 .kind = OptionKind::number,
                 .meaning = "tolerance of the stage solver for the relative increment; default: to round-off"} {}

std::vector<Option> StageSolvers::after(std::vector<Option> own) const {
  own.insert(own.end(), {jacobian_, solver_, tolerance_});
  return own;
}

}  // namespace nonholo
