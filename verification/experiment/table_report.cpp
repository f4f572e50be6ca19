// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/table_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo::program {

namespace {

std::string cell(const std::optional<double>& x) {
  return x && std::isfinite(*x) ? fmt::format("{:.2e}", *x) : x ? fmt::format("{}", *x) : "-";
}

std::string row(const RunResult& run, std::size_t width) {
  const double steps = static_cast<double>(std::max(run.summary.steps, 1L));
  const std::string iterations =
      run.summary.iterations > 0 ? fmt::format("{:.2f}", static_cast<double>(run.summary.iterations) / steps) : "-";
  return fmt::format("  {:<{}}  {:>7}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8.2f}\n", run.label, width,
                     run.summary.steps, iterations, cell(run.extremes.max_energy_error),
                     cell(run.extremes.max_constraint_residual), cell(run.extremes.max_constraint_residual_scaled),
                     cell(run.endpoint_error), 1e3 * run.cpu_seconds);
}

std::string verdict_line(const Verdict& v) {
  const std::string seen = v.observed ? fmt::format("{:.6g}", *v.observed) : v.observed_text;
  const std::string published = v.published ? fmt::format(", published {:.6g}", *v.published) : "";
  return fmt::format("  {}  {}   (observed {}{})\n", v.holds ? "holds" : "FAILS", v.text, seen, published);
}

}  // namespace

std::string to_table(const ExperimentResult& result) {
  const Experiment& experiment = *result.experiment;
  std::size_t width = 5;
  for (const RunResult& run : result.runs) width = std::max(width, run.label.size());
  std::string text = fmt::format("{}: {}\n{}\n\n", experiment.name, experiment.title, experiment.source);
  text += fmt::format("  {:<{}}  {:>7}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8}\n", "run", width, "steps", "its",
                      "max|dE|", "max|Av|", "scaled", "end error", "cpu ms");
  for (const RunResult& run : result.runs) text += row(run, width);
  for (const RunResult& run : result.runs) {
    if (!run.failure.empty()) text += fmt::format("  {}\n", run.failure);
    if (!run.warning.empty()) text += fmt::format("  {}\n", run.warning);
  }
  if (!result.verdicts.empty()) text += '\n';
  for (const Verdict& verdict : result.verdicts) text += verdict_line(verdict);
  return text;
}

}  // namespace nonholo::program
