// How a step or a run ended: one enumerator per meaning, one table enumerator -> name, text, advice.
//
// Three tiers never mixed: programmer errors are assertions, wrong input is an InputError (error.hpp), numerics that
// fail are an Outcome in the result. A run that fails keeps everything computed up to the failure.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace nonholo {

enum class Outcome {
  success,
  event,
  stage_solver_diverged,
  stage_solver_stagnated,
  singular_matrix,
  not_finite,
  step_size_too_small,
  too_many_steps,
  tolerance_too_tight,
  other_root,
  integrator_failed,
  not_conservative,
  interrupted,
  not_started,
};

/// A run that went as it was asked to: to its end, or to the event that was to end it.
inline bool is_success(Outcome outcome) { return outcome == Outcome::success || outcome == Outcome::event; }

std::string_view name(Outcome outcome);    ///< as written in experiment files and JSON
std::string_view text(Outcome outcome);    ///< one clause for people
std::string_view advice(Outcome outcome);  ///< what to try

/// Whether an iteration came to no end.
inline bool is_unsolved(Outcome outcome) {
  return outcome == Outcome::stage_solver_diverged || outcome == Outcome::stage_solver_stagnated;
}

/// Every name, success first.
std::vector<std::string_view> outcome_names();

/// The outcome of that name, or nothing.
std::optional<Outcome> outcome_named(std::string_view name);

}  // namespace nonholo
