// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/reasons.hpp>

#include <fmt/format.h>

#include <cmath>

namespace nonholo {

namespace {

const std::string not_finite = "it is not finite", not_begun = "the run did not begin";

std::string of_energy(const RunResult& run) {
  if (run.extremes.max_energy_error) return not_finite;
  return run.kind == SystemKind::dae ? "a DAE has no energy" : not_begun;
}

std::string of_drift(const RunResult& run) {
  if (run.members) return "an ensemble has no energy of its own";
  const std::string why = of_energy(run);
  if (why != not_finite || !std::isfinite(*run.extremes.max_energy_error)) return why;
  return "the run has too few steps";
}

std::string of_solution(const RunResult& run) {
  if (run.extremes.max_solution_error) return not_finite;
  return run.no_solution.empty() ? not_begun : run.no_solution;
}

/// @param beside why it may be absent where the error of the state is known
std::string of_endpoint(const RunResult& run, const std::optional<double>& error, const char* beside = "") {
  if (error) return not_finite;
  if (!is_success(run.summary.outcome)) return fmt::format("the run ended early: {}", name(run.summary.outcome));
  return run.endpoint_error ? beside : run.no_reference;
}

}  // namespace

std::string reason(const Quantity& quantity, const RunResult& run) {
  if (!std::holds_alternative<std::monostate>(quantity.of(run))) return "";
  const std::string_view name = quantity.name;
  if (name == "max_energy_error" || name == "final_energy_error") return of_energy(run);
  if (name == "drift_rate" || name == "drift_rate_error" || name == "growth") return of_drift(run);
  if (name == "max_solution_error" || name == "max_component_error") return of_solution(run);
  if (name == "max_position_residual" || name == "max_position_residual_scaled")
    return run.extremes.max_position_residual ? not_finite : "no constraint is on positions";
  if (name == "max_midstep_constraint_residual")
    return run.extremes.max_midstep_constraint_residual ? not_finite
                                                        : "the states of this method are not nodes of a path";
  if (name == "mean_step") return "no step was taken";
  if (name == "perturbation")
    return run.no_perturbation.empty() ? "no expectation and no figure asks for it" : run.no_perturbation;
  if (name == "endpoint_error") return of_endpoint(run, run.endpoint_error);
  if (name == "endpoint_error_v") return of_endpoint(run, run.endpoint_error_v, "this system has no velocities");
  if (name == "endpoint_error_lambda") return of_endpoint(run, run.endpoint_error_lambda, "there are no multipliers");
  if (name == "max_invariant_error")
    return run.extremes.max_invariant_error.empty() ? "the problem names no invariant" : not_finite;
  if (name == "rejected_steps") return "steps of fixed size are not rejected";
  if (name == "iterations_per_step")
    return run.summary.steps > 0 ? "no iteration was needed: the steps are explicit, or the guesses were solutions"
                                 : "no step was taken";
  return not_finite;
}

std::string reason(std::string_view quantity, const RunResult& run) {
  const Quantity* const known = quantities().find(quantity);
  if (known) return reason(*known, run);
  const auto found = run.expressions.find(std::string(quantity));
  return found != run.expressions.end() && std::isfinite(found->second) ? "" : not_finite;
}

}  // namespace nonholo
