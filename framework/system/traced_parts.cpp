// The faces of a struct that was recorded as expressions, in quad (system.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>
#include <nonholo/framework/faces/skew_gradient_of_expressions.hpp>
#include <nonholo/framework/system/system.hpp>

#include <fmt/format.h>

#include <utility>

namespace nonholo::detail {

namespace {

constexpr std::span<const quad> no_parameters;

void add_mechanical(TracedProblem traced, SystemParts<quad>& out) {
  const auto derivatives =
      derivatives_of(ExpressionSystem{std::move(traced.graph), traced.n, traced.m, traced.lagrangian,
                                      std::move(traced.constraint), std::move(traced.position), std::move(traced.force),
                                      std::move(traced.reaction), std::move(traced.basis), traced.claims});
  out.kind = Mechanical<quad>{.dynamics = dynamics_of<quad>(derivatives, no_parameters),
                              .kick_drift = kick_drift_of<quad>(derivatives, no_parameters),
                              .underlying_ode = underlying_ode_of<quad>(derivatives, no_parameters)};
  out.traits = traits_of(*derivatives);
}

void add_dae(TracedProblem traced, SystemParts<quad>& out) {
  const auto derivatives = derivatives_of(
      ExpressionDae{std::move(traced.graph), traced.n, traced.m, std::move(traced.f), std::move(traced.g)});
  out.kind = Dae<quad>{hessenberg_of<quad>(derivatives, no_parameters)};
  out.traits = {.constant_mass = false, .linear_constraint = false, .conservative = false};
}

void add_skew_gradient(TracedProblem traced, SystemParts<quad>& out) {
  const auto derivatives = derivatives_of(
      ExpressionSkewGradient{std::move(traced.graph), traced.n, traced.hamiltonian, std::move(traced.structure)});
  out.kind = Conservative<quad>{hessenberg_of<quad>(derivatives->equation, no_parameters),
                                skew_gradient_of<quad>(derivatives, no_parameters)};
  out.traits = {.constant_mass = false, .linear_constraint = false, .conservative = true};
}

}  // namespace

void refuse_quad(const InputError& what_cannot_be_recorded) {
  throw InputError("precision", fmt::format("quad needs the functions of a problem as expressions. {}: {}",
                                            what_cannot_be_recorded.key(), what_cannot_be_recorded.message()));
}

SystemParts<quad> parts_of_trace(TracedProblem traced) {
  SystemParts<quad> parts{.coordinates = traced.n, .constraints = traced.m, .exact_solution = {}, .invariants = {}};
  switch (traced.kind) {
    case TracedKind::mechanical: add_mechanical(std::move(traced), parts); break;
    case TracedKind::dae: add_dae(std::move(traced), parts); break;
    case TracedKind::skew_gradient: add_skew_gradient(std::move(traced), parts); break;
  }
  return parts;
}

}  // namespace nonholo::detail
