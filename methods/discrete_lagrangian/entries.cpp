// The discrete Lagrange-d'Alembert integrators by name, and their options.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/discrete_lagrangian/difference_option.hpp>
#include <nonholo/methods/discrete_lagrangian/discrete_lagrangian.hpp>
#include <nonholo/methods/family/surroundings.hpp>

namespace nonholo {

namespace {

const Selection<Difference> constraint_difference =
    difference_option({.key = "constraint_difference", .meaning = "of the discrete constraint", .usual = "midpoint"});

const Selection<Nodes> nodes({.key = "nodes",
                              .meaning = "where states are read; A v = 0 holds at those of the constraint",
                              .usual = "constraint"},
                             {{"constraint", Nodes::constraint}, {"path", Nodes::path}});

const Selection<PathStart> path_start({.key = "start",
                                       .meaning = "how path nodes start: the pair before the first",
                                       .usual = "half_step"},
                                      {{"half_step", PathStart::half_step},
                                       {"naive", PathStart::naive},
                                       {"previous_node", PathStart::previous_node},
                                       {"previous_velocity", PathStart::previous_velocity}});

template <class Real> DiscreteLagrangian<Real> discrete_lagrangian_of(const MethodOptions& given) {
  DiscreteLagrangian<Real> method{.lagrangian = rule<Real>(lagrangian_difference.in(given)),
                                  .constraint = rule<Real>(constraint_difference.in(given)),
                                  .nodes = nodes.in(given),
                                  .start = path_start.in(given)};
  if (given.has("start") && method.nodes == Nodes::constraint)
    throw InputError("start", "applies to nodes = \"path\" only: leave it out");
  return method;
}

}  // namespace

Entries discrete_lagrangian_entries(const Surroundings& given) {
  const StageSolvers& solvers = given.solvers;
  return {
      {
          .name = "mclachlan_perlmutter",
          .description = "discrete Lagrange-d'Alembert, symmetric, order 2; for M(q) its symmetrised form",
          .source = "McLachlan & Perlmutter 2006; Hilden 2009, (3.4)",
          .optional = solvers.options(),
          .integrators = solvers.makers(
              [](const auto& system, const auto&, const auto& solver) { return mclachlan_perlmutter(system, solver); }),
          .references = {"mclachlan2006", "hilden2009"},
          .cost = "n + m unknowns",
          .adjoint = "mclachlan_perlmutter",
      },
      {
          .name = "mclachlan_perlmutter_hilden",
          .description = "the same for constant mass; for M(q) order 1 and not reversible",
          .source = "Hilden 2009, (4.3)",
          .optional = solvers.options(),
          .integrators = solvers.makers([](const auto& system, const auto&, const auto& solver) {
            return mclachlan_perlmutter_hilden(system, solver);
          }),
          .references = {"hilden2009"},
          .cost = "n + m unknowns",
      },
      {
          .name = "implicit_midpoint_dla",
          .description =
              "discrete Lagrange-d'Alembert with the Lagrangian at the midpoint, symmetric, order 2 for any mass",
          .source = "Jimenez & Scheurle 2014, A2",
          .optional = solvers.options(),
          .integrators = solvers.makers([](const auto& system, const auto&, const auto& solver) {
            return implicit_midpoint_dla(system, solver);
          }),
          .references = {"jimenez2014", "mclachlan2006"},
          .cost = "n + m unknowns",
          .adjoint = "implicit_midpoint_dla",
      },
      {
          .name = "cortes_martinez",
          .description =
              "the same trajectory read at the nodes of the path: the constraint is off by O(h), v of order 1",
          .source = "Cortes & Martinez 2001; Hilden 2009, (3.3); Jimenez & Scheurle 2014, A1",
          .optional = solvers.after({path_start}),
          .integrators = solvers.makers([](const auto& system, const MethodOptions& options, const auto& solver) {
            return cortes_martinez(system, path_start.in(options), solver);
          }),
          .references = {"cortes2001", "hilden2009", "jimenez2014"},
          .cost = "n + m unknowns",
          .variants = {{{"start", "naive"}}, {{"start", "previous_node"}}},
      },
      {
          .name = "discrete_lagrangian",
          .description =
              "discrete Lagrange-d'Alembert of a finite-difference rule for the Lagrangian and one for the constraint",
          .source = "Cortes & Martinez 2001; McLachlan & Perlmutter 2006",
          .optional = solvers.after({lagrangian_difference, constraint_difference, nodes, path_start}),
          .integrators = solvers.makers(
              []<class Real>(const System<Real>& system, const MethodOptions& options, const auto& solver) {
                return discrete_lagrangian(system, discrete_lagrangian_of<Real>(options), solver);
              }),
          .references = {"cortes2001", "mclachlan2006"},
          .cost = "n + m unknowns",
          .variants = {{{"difference", "left"}},
                       {{"difference", "right"}},
                       {{"difference", "midpoint"}},
                       {{"difference", "left"}, {"nodes", "path"}},
                       {{"difference", "midpoint"}, {"constraint_difference", "symmetrised"}, {"nodes", "path"}}},
      },
  };
}

}  // namespace nonholo
