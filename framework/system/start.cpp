// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/start.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/dae_start.hpp>
#include <nonholo/framework/system/independent_rows.hpp>
#include <nonholo/framework/system/nearly_dependent_row.hpp>
#include <nonholo/framework/system/singular_mass.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nonholo {

namespace {

using detail::check_vector, detail::list, detail::short_list, detail::writable;

/// Of rows that are nearly combinations of others, in both of their numbers.
template <class Real> std::string what_is_left(const System<Real>& system, const Start<Real>& start, const Real& t) {
  const auto row = detail::nearly_dependent_row(system, t, values(start.q), values(start.v));
  if (!row) return {};
  return fmt::format(
      "Row {} is a combination of the other rows up to {:.3g} of its length, and its right side up to {:.3g}. A row is "
      "redundant if both remainders are rounding errors. ",
      row->row, row->direction, row->right_side);
}

/// What to do about constraints that depend on each other.
template <class Real> std::string advice_on_rows(const System<Real>& system, const Start<Real>& start, const Real& t) {
  if (!system.traits().ideal) return "Leave out the redundant rows";  // of such reactions rows say nothing
  const auto held = with_independent_rows(system, t, values(start.q), values(start.v)).held_rows();
  if (held.empty())
    return what_is_left(system, start, t) +
           "Their rank changes near this state, or they contradict each other: give another start, or leave out "
           "redundant rows";
  return fmt::format("Rows [{}] imply the others: leave those out, or run with_independent_rows()",
                     fmt::join(held, ", "));
}

/// Why the equations of motion cannot be solved at the start.
template <class Real>
std::string singular_message(Probe<Real>& probe, const Start<Real>& start, const Real& t, const System<Real>& system) {
  const Regularity at = probe.regularity(t, values(start.q), values(start.v));
  const std::string where = fmt::format("q = {}, t = {}", list(start.q), decimal(t));
  if (!at.mass_eigenvalues.allFinite() || !at.constraint_singular_values.allFinite())
    return fmt::format("the mass matrix or the constraint matrix is not finite at {}", where);
  if (!at.mass_is_definite())
    return fmt::format("the mass matrix is not symmetric positive definite at {}: {} {}, asymmetry {:.3g}.{}", where,
                       at.mass_numbers(), short_list(at.mass_eigenvalues), at.mass_asymmetry,
                       at.pivots ? "" : singular_direction(system, t, values(start.q), values(start.v)));
  if (!at.constraints_are_independent())
    return fmt::format("the constraints are dependent at {}: singular values of A {}. {}", where,
                       short_list(at.constraint_singular_values), advice_on_rows(system, start, t));
  return fmt::format("the equations of motion cannot be solved at {}: {}", where,
                     system.traits().ideal
                         ? "a force or a derivative is not finite there"
                         : "a force or a derivative is not finite there, or the reactions cannot hold the "
                           "constraints (k_v L_vv^-1 R_lambda is singular)");
}

template <class Real>
bool is_regular(Probe<Real>& probe, const Start<Real>& start, const Real& t, const System<Real>& system) {
  const Regularity at = probe.regularity(t, values(start.q), values(start.v));
  // where nothing has to be balanced, reactions of their own are solved for, singular or not
  const bool dependent = !system.traits().ideal && !at.constraints_are_independent();
  return !dependent && at.mass_is_definite();
}

template <class Real> void check_multipliers(Probe<Real>& probe, const Real& t, const Start<Real>& given,
                                             const Start<Real>& start, std::string_view name, const char* implied_by) {
  if (given.lambda.size() == 0 || given.consistent != Consistent::error) return;
  if (!probe.same_multipliers(t, values(start.q), values(start.v), values(given.lambda), values(start.lambda)))
    throw InconsistentStart(
        name, fmt::format("{} is not what {}: {}", list(given.lambda), implied_by, list(start.lambda)), true);
}

template <class Real> using Worst = std::optional<Violation<Real>>;

/// q moved onto the constraints on positions, when that is wanted and possible.
template <class Real>
void place(Start<Real>& start, Probe<Real>& probe, const Violation<Real>& violated, const Real& t) {
  VectorX<Real> placed = start.q;
  const bool possible =
      probe.place(t, writable(placed), values(start.v)) && !probe.misplaced(t, values(placed), values(start.v));
  if (start.consistent == Consistent::error || !possible)
    throw InconsistentStart(
        "q",
        fmt::format("the start is off the constraint on positions: g[{}] = {:.3g} at q = {}. {}", violated.constraint,
                    static_cast<double>(violated.residual), list(start.q),
                    possible
                        ? "A position near it that satisfies the constraint, in the mass metric, is q = " + list(placed)
                        : "No position that satisfies the constraint was found near it"),
        possible);
  start.q = placed;
}

/// v projected onto the constraint, when that is wanted and possible.
template <class Real>
void project(Start<Real>& start, Probe<Real>& probe, const Violation<Real>& violated, const Real& t, bool affine) {
  VectorX<Real> projected = start.v;
  const bool possible =
      probe.project(t, values(start.q), writable(projected)) && !probe.violated(t, values(start.q), values(projected));
  if (start.consistent == Consistent::error || !possible)
    throw InconsistentStart(
        "v",
        fmt::format("the start is off the constraint: {}[{}] = {:.3g}, {:.3g} of |{}_{}||v| in the mass metric, "
                    "at q = {}, v = {}. {}",
                    affine ? "(A v + b)" : "k", violated.constraint, static_cast<double>(violated.residual),
                    static_cast<double>(violated.scaled), affine ? "A" : "k_v", violated.constraint, list(start.q),
                    list(start.v),
                    possible ? "The nearest consistent velocity in the mass metric is v = " + list(projected)
                             : "No consistent velocity was found near it"),
        possible);
  start.v = projected;
}

template <class Real>
Worst<Real> make_consistent_mechanical(Start<Real>& start, const System<Real>& system, const Real& t) {
  check_vector(start.q, "q", system.coordinates(), "coordinates");
  check_vector(start.v, "v", system.coordinates(), "coordinates");
  if (start.lambda.size() > 0) check_vector(start.lambda, "lambda", system.constraints(), "constraints");
  const auto probe = make_probe(system);
  const Start<Real> given = start;
  const Worst<Real> misplaced = probe->misplaced(t, values(start.q), values(start.v));
  if (misplaced && start.consistent != Consistent::assume) place(start, *probe, *misplaced, t);
  const auto q = values(start.q);
  start.lambda.resize(system.constraints());
  const bool regular = probe->multipliers(t, q, values(start.v), writable(start.lambda));
  if (!regular || (!probe->surely_regular() && !is_regular(*probe, start, t, system)))
    throw InputError("q", singular_message(*probe, given, t, system));
  const Worst<Real> violated = probe->violated(t, q, values(start.v));
  if (violated && start.consistent != Consistent::assume) {
    project(start, *probe, *violated, t, system.traits().linear_constraint);
    probe->multipliers(t, q, values(start.v), writable(start.lambda));
  }
  check_multipliers(*probe, t, given, start, "lambda", "q and v imply");
  if (start.consistent != Consistent::assume) return std::nullopt;
  return violated ? violated : misplaced;
}

}  // namespace

template <class Real>
AdmissibleStart<Real> checked(const Start<Real>& start, const System<Real>& system, std::type_identity_t<Real> t) {
  if (const auto& inputs = system.inputs()) {
    inputs->want(t, t, 0);
    inputs->depart(t);
  }
  Start<Real> from = start;
  const auto violated = system.kind() == SystemKind::mechanical ? make_consistent_mechanical(from, system, t)
                                                                : detail::make_consistent_dae(from, system, t);
  return {t, from, violated};
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template AdmissibleStart<double> checked(const Start<double>&, const System<double>&, double);
#else
template AdmissibleStart<quad> checked(const Start<quad>&, const System<quad>&, quad);
#endif

}  // namespace nonholo
