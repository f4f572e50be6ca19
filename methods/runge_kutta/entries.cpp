// The methods of a tableau by name, and their options; and those that a tableau of their own stands for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/surroundings.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>

namespace nonholo {

namespace {

const Option tableau_option{
    .key = "tableau",
    .meaning =
        "a catalogue name (nonholo list tableaus), or the path of a tableau file, *.toml, from this file's folder",
    .in_name = true};

const Option stages_option{.key = "stages",
                           .kind = OptionKind::whole,
                           .meaning = "number of stages; not needed where there is only one",
                           .in_name = true};

/// What a mechanical system is run as; nothing: as it is, on its Lagrangian.
using Formulation = Selection<std::optional<HessenbergForm>>;

const Formulation spark_formulation({.key = "formulation", .meaning = "of a mechanical system", .usual = "lagrangian"},
                                    {{"lagrangian", std::nullopt},
                                     {"hessenberg_qp", HessenbergForm::qp},
                                     {"hessenberg_qv", HessenbergForm::qv}});

const Formulation standard_formulation({.key = "formulation",
                                        .meaning = "of a mechanical system",
                                        .usual = "hessenberg_qv"},
                                       {{"hessenberg_qp", HessenbergForm::qp}, {"hessenberg_qv", HessenbergForm::qv}});

template <class Real> std::optional<HessenbergForm> form_of(const System<Real>& system, const MethodOptions& options,
                                                            const Formulation& formulation) {
  if (system.kind() == SystemKind::mechanical) return formulation.in(options);
  if (options.has("formulation")) throw InputError("formulation", "applies to mechanical systems only: leave it out");
  return HessenbergForm::usual;
}

const Selection<FirstGuess> first_guess(
    {.key = "guess",
     .meaning = "first iterate of simplified_newton: on the tangent of the motion, "
                "Hilden's (2.22), with the multiplier of the last stage; the same with "
                "the multiplier recomputed at each step; or naively at the start of the "
                "step",
     .usual = "tangent"},
    {{"tangent", FirstGuess::tangent}, {"recomputed", FirstGuess::recomputed}, {"naive", FirstGuess::naive}});

template <class Real> SolverOptions<Real> with_guess(SolverOptions<Real> solver, const MethodOptions& options) {
  solver.guess = first_guess.in(options);
  if (solver.guess != FirstGuess::tangent && !uses_simplified_newton(solver))
    throw InputError("guess", "applies to solver = \"simplified_newton\" only: leave it out");
  return solver;
}

TableauSet tableau_of(const MethodOptions& options, const TableauSource& tableaus) {
  const std::string& name = options.text("tableau");
  const auto stages = options.has("stages") ? std::optional(options.integer("stages")) : std::nullopt;
  const TableauSet* given = options.tableau("tableau");
  if (!given) return tableaus(name, stages);
  refuse_other_stages(*given, name, stages);
  return *given;
}

/// spark with the one set of that name.
PerPrecision<MakeIntegrator> named(const char* tableau, const StageSolvers& solvers) {
  return solvers.makers([tableau](const auto& system, const auto&, const auto& solver) {
    return spark(system, known_tableau(tableau, std::nullopt), solver);
  });
}

const MethodOptions gauss_2 = {{"tableau", "gauss"}, {"stages", 2L}};

Entries of_any_tableau(const StageSolvers& solvers, const TableauSource& tableaus) {
  return {
      {
          .name = "spark",
          .description = "SPARK and SRK-DAE2 Runge-Kutta methods of a tableau, velocity constraint kept",
          .source = "Jay 2009, (6.1); Hilden 2009, (2.20), (2.25), (2.26)",
          .required = {tableau_option},
          .optional = solvers.after({stages_option, spark_formulation, first_guess}),
          .integrators = solvers.makers([tableaus](const auto& system, const auto& options, const auto& given) {
            const auto solver = with_guess(given, options);
            const TableauSet set = tableau_of(options, tableaus);
            const auto form = form_of(system, options, spark_formulation);
            return form ? spark(system, set, *form, solver) : spark(system, set, solver);
          }),
          .references = {"jay2009", "jay2003", "jay2006", "hilden2009"},
          .cost = "s (n + m) + n unknowns",
          .examples = {gauss_2},
      },
      {
          .name = "runge_kutta",
          .description =
              "standard Runge-Kutta methods on the index-2 equations: constraint at the stages, order reduced unless "
              "stiffly accurate",
          .source = "Hairer, Lubich & Roche 1989; Hilden 2009, (2.15)",
          .required = {tableau_option},
          .optional = solvers.after({stages_option, standard_formulation, first_guess}),
          .integrators = solvers.makers([tableaus](const auto& system, const auto& options, const auto& solver) {
            const auto form = form_of(system, options, standard_formulation);
            return runge_kutta(system, tableau_of(options, tableaus), *form, with_guess(solver, options));
          }),
          .references = {"hairer1989", "hilden2009"},
          .cost = "(s + 1) 2n + s m unknowns, dense",
          .examples = {gauss_2},
      },
  };
}

Entries of_one_tableau(const StageSolvers& solvers) {
  return {
      {
          .name = "modified_lobatto_iiia_b",
          .description = "2-stage Lobatto IIIA-B with the constraint at the middle: explicit where IIIA-B is not; for "
                         "M(q), and where L has terms linear in v, order 1",
          .source = "Jay 2009, section 8.4",
          .optional = solvers.options(),
          .integrators = named("modified_lobatto_iiia_b", solvers),
          .references = {"jay2009"},
          .cost = "3n + 2m unknowns",
          .orders =
              [](const DynamicsTraits& traits) {
                const bool plain = traits.constant_mass && traits.natural;  // p does not depend on q
                return Orders{plain ? 2 : 1, plain ? 1 : 0};
              },
      },
      {
          .name = "symmetric_lobatto_iiia_b",
          .description = "the same with the constraint at (q0 + q1)/2: symmetric, order 2 for any mass",
          .source = "Jay 2009, section 8.4",
          .optional = solvers.options(),
          .integrators = named("symmetric_lobatto_iiia_b", solvers),
          .references = {"jay2009"},
          .cost = "3n + 2m unknowns",
          .adjoint = "symmetric_lobatto_iiia_b",
          .orders =
              [](const DynamicsTraits&) {
                return Orders{2, 1};
              },
      },
      {
          .name = "symplectic_euler_1",
          .description = "spark with the set of that name: explicit in q, order 1",
          .source = "Jay 2009, section 7",
          .optional = solvers.options(),
          .integrators = named("symplectic_euler_1", solvers),
          .references = {"jay2009"},
          .cost = "2n + m unknowns",
          .adjoint = "symplectic_euler_2",
      },
      {
          .name = "symplectic_euler_2",
          .description = "spark with the set of that name: implicit in q, order 1, adjoint of the other",
          .source = "Jay 2009, section 7",
          .optional = solvers.options(),
          .integrators = named("symplectic_euler_2", solvers),
          .references = {"jay2009"},
          .cost = "2n + m unknowns",
          .adjoint = "symplectic_euler_1",
      },
      {
          .name = "half_explicit_euler",
          .description =
              "spark with the tableau of that name: explicit Euler whose multiplier keeps the constraint at the end, "
              "order 1",
          .source = "Hairer, Lubich & Roche 1989; Jimenez & Scheurle 2014",
          .optional = solvers.options(),
          .integrators = named("half_explicit_euler", solvers),
          .references = {"hairer1989", "jimenez2014"},
          .cost = "2n + m unknowns",
      },
  };
}

}  // namespace

Entries runge_kutta_entries(const Surroundings& given) {
  Entries all = of_any_tableau(given.solvers, given.tableau);
  const Entries named = of_one_tableau(given.solvers);
  all.insert(all.end(), named.begin(), named.end());
  return all;
}

}  // namespace nonholo
