// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/perturbed_run.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/contract/perturbation.hpp>

#include <algorithm>

namespace nonholo {

bool asks_for_perturbation(const Experiment& experiment, const RunSpec& run) {
  const auto names_it = [](std::string_view quantity) { return quantity == "perturbation"; };
  const auto draws_it = [&names_it](const RunNumber& number) { return names_it(number.quantity); };
  return std::ranges::any_of(
             experiment.expectations,
             [&](const Expectation& each) { return names_it(each.quantity) && each.concerns(run.label); }) ||
         std::ranges::any_of(experiment.figures, [&](const FigureSpec& figure) {
           return (draws_it(figure.over) || std::ranges::any_of(figure.of, draws_it)) &&
                  std::ranges::find(figure.runs, run.label) != figure.runs.end();
         });
}

void add_perturbation(const RunSpec& run, RunResult& result) {
  if (!is_success(result.summary.outcome)) return void(result.no_perturbation = "the run ended early");
  if (run.precision != Precision::double_) return void(result.no_perturbation = "it is computed in double alone");
  if (!run.h) return void(result.no_perturbation = "the method chooses its steps");
  const System<double> system = run.problem.system<double>();
  const auto integrator = run.method.make(system);
  const auto start = checked(run.problem.start<double>(), system, run.problem.t0.value());
  integrator->guess_multipliers(values(start.lambda));
  const Perturbation found = perturbation(*integrator, start, run.h->value(), result.summary.steps);
  result.no_perturbation = found.why_not;
  if (found.why_not.empty()) result.perturbation = found.largest;
}

}  // namespace nonholo
