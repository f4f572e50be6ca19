// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/table_report.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/reasons.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace nonholo::program {

namespace {

/// The reasons of a table's -, each under a letter, in the order in which they come.
class Footnotes {
 public:
  std::string mark(std::string_view quantity, const RunResult& run) {
    return mark_with(reason(quantities().at(quantity), run));
  }

  std::string mark_with(const std::string& why) {
    auto found = std::ranges::find(reasons_, why);
    if (found == reasons_.end()) found = reasons_.insert(reasons_.end(), why);
    return {'-', static_cast<char>('a' + (found - reasons_.begin()))};
  }

  std::string text() const {
    std::string lines;
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      lines += fmt::format("  -{}: {}\n", static_cast<char>('a' + i), reasons_[i]);
    return lines;
  }

 private:
  std::vector<std::string> reasons_;
};

std::string row(const RunResult& run, std::size_t width, Footnotes& notes) {
  const auto cell = [&](const char* quantity, const std::optional<double>& x, const char* format) {
    if (!x) return notes.mark(quantity, run);
    return std::isfinite(*x) ? fmt::format(fmt::runtime(format), *x) : fmt::format("{}", *x);
  };
  const double steps = static_cast<double>(std::max(run.summary.steps, 1L));
  const bool iterates = run.summary.iterations > 0 && run.summary.steps > 0;
  const auto iterations = iterates ? std::optional(static_cast<double>(run.summary.iterations) / steps) : std::nullopt;
  constexpr const char* small = "{:.2e}";
  const auto of_constraints = [&](double x) {
    if (!run.constrained) return notes.mark_with("the system has no constraints");
    return std::isfinite(x) ? fmt::format(fmt::runtime(small), x) : fmt::format("{}", x);
  };
  const std::string its = cell("iterations_per_step", iterations, "{:.2f}"),
                    energy = cell("max_energy_error", run.extremes.max_energy_error, small),
                    residual = of_constraints(run.extremes.max_constraint_residual),
                    scaled = of_constraints(run.extremes.max_constraint_residual_scaled),
                    end = cell("endpoint_error", run.endpoint_error, small);
  return fmt::format("  {:<{}}  {:>7}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8.2f}\n", run.label, width,
                     run.summary.steps, its, energy, residual, scaled, end, 1e3 * run.cpu_seconds);
}

std::string verdict_line(const Verdict& v) {
  const std::string seen = !v.reason.empty() ? "nothing: " + v.reason
                           : v.observed      ? fmt::format("{:.6g}", *v.observed)
                                             : v.observed_text;
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
  Footnotes notes;
  for (const RunResult& run : result.runs) text += row(run, width, notes);
  text += notes.text();
  std::set<std::string> told;  // runs have their notes in common
  for (const RunResult& run : result.runs) {
    if (!run.failure.empty()) text += fmt::format("  {}\n", run.failure);
    if (!run.warning.empty()) text += fmt::format("  {}\n", run.warning);
    if (!run.note.empty() && told.insert(run.note).second) text += fmt::format("  Note: {}\n", run.note);
    for (const std::string& flag : run.flag_lines()) text += fmt::format("  {}\n", flag);
    for (const std::string& opinion : run.opinion_lines()) text += fmt::format("  {}\n", opinion);
  }
  if (!result.verdicts.empty()) text += '\n';
  for (const Verdict& verdict : result.verdicts) text += verdict_line(verdict);
  return text;
}

}  // namespace nonholo::program
