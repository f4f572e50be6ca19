// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/outcome.hpp>

#include <algorithm>
#include <array>

namespace nonholo {

namespace {

struct Entry {
  Outcome outcome;
  std::string_view name, text, advice;
};

constexpr std::array table{
    Entry{Outcome::success, "success", "completed", ""},
    Entry{Outcome::event, "event", "an event ended it", ""},
    Entry{Outcome::stage_solver_diverged, "stage_solver_diverged", "the iteration for the stage equations diverged",
          "a smaller h; a method with fewer stages or of lower order"},
    Entry{Outcome::stage_solver_stagnated, "stage_solver_stagnated",
          "the iteration for the stage equations stopped falling above round-off",
          "a smaller h; check that the derivatives of the problem are smooth"},
    Entry{Outcome::singular_matrix, "singular_matrix",
          "K p_v^-1 K^T (g_y f_z of a DAE) is singular: the constraints lost rank, or the mass is no longer definite",
          "a smaller h; look at A(q) and M(q) at this state if none helps"},
    Entry{Outcome::not_finite, "not_finite", "a value that is not finite appeared",
          "a smaller h; check the problem's functions at this state"},
    Entry{Outcome::step_size_too_small, "step_size_too_small", "the step size fell to round-off of t",
          "looser tolerances; check that the problem's functions are defined and smooth at this state"},
    Entry{Outcome::too_many_steps, "too_many_steps", "the limit on internal steps was reached",
          "looser tolerances or a shorter interval"},
    Entry{Outcome::tolerance_too_tight, "tolerance_too_tight",
          "the solver reports that it cannot meet the tolerances in this precision",
          "larger tolerances, relative and absolute"},
    Entry{Outcome::other_root, "other_root",
          "the state changed to another root of the constraint, and so to another motion: z of the hidden constraint "
          "g_t + g_y f(t, y, z) = 0 of a DAE, or v of a constraint nonlinear in v",
          "a smaller h, or tighter tolerances; the start (initial.z of a DAE) chooses the root"},
    Entry{Outcome::integrator_failed, "integrator_failed", "the integrator gave up",
          "looser tolerances; check the problem at this state"},
    Entry{Outcome::not_conservative, "not_conservative",
          "the system does not conserve its energy, which the method requires",
          "a method that does not keep the energy"},
    Entry{Outcome::interrupted, "interrupted", "the run was told to stop",
          "the same command with --resume, where results went to --out"},
    Entry{Outcome::not_started, "not_started", "a step was asked for before start()",
          "start() the integrator, or let integrate() do it"},
};

const Entry& entry(Outcome outcome) { return *std::ranges::find(table, outcome, &Entry::outcome); }

}  // namespace

std::string_view name(Outcome outcome) { return entry(outcome).name; }
std::string_view text(Outcome outcome) { return entry(outcome).text; }
std::string_view advice(Outcome outcome) { return entry(outcome).advice; }

std::vector<std::string_view> outcome_names() {
  std::vector<std::string_view> names;
  for (const Entry& each : table) names.push_back(each.name);
  return names;
}

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Entry::name);
  return found == table.end() ? std::nullopt : std::optional(found->outcome);
}

}  // namespace nonholo
