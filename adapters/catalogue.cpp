// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/catalogue.hpp>

#include <nonholo/adapters/ida.hpp>
#include <nonholo/adapters/kinsol.hpp>
#include <nonholo/adapters/odeint.hpp>

namespace nonholo {

namespace {

const Selection<IndexOneForm> index_one_form(
    {.key = "form",
     .meaning =
         "v' in the differentiated constraint: eliminated by the equations of motion, or an unknown of the integrator",
     .usual = "accelerations"},
    {{"accelerations", IndexOneForm::accelerations}, {"multipliers", IndexOneForm::multipliers}});

const Selection<ErrorTest> error_test(
    {.key = "error_test",
     .meaning = "which local errors control the step size: those of q and v, or those of the multipliers too",
     .usual = "states"},
    {{"states", ErrorTest::states}, {"all", ErrorTest::all}});

const Selection<IndexTwoForm> index_two_form(
    {.key = "form",
     .meaning = "stabilised (default): a DAE with its hidden constraint, constraints on positions with their "
                "derivatives; constrained: the constraint of a DAE alone, or those derivatives alone"},
    {{"stabilised", IndexTwoForm::stabilised}, {"constrained", IndexTwoForm::constrained}});

const Selection<OdeFormulation> ode_formulation(
    {.key = "formulation",
     .meaning = "of the ordinary differential equation: the multiplier eliminated, or integrated as well (Hilden's "
                "(2.12), constraint differentiated twice)",
     .usual = "eliminated"},
    {{"eliminated", OdeFormulation::eliminated}, {"multiplier_integrated", OdeFormulation::multiplier_integrated}});

using OdeBaseline = std::unique_ptr<Integrator<double>>(const System<double>&, const Tolerances&, OdeFormulation);

PerPrecision<MakeIntegrator> of_ode(OdeBaseline* baseline) {
  return in_double_only([baseline](const System<double>& system, const MethodOptions& options) {
    return baseline(system, tolerances_in(options), ode_formulation.in(options));
  });
}

/// Tolerances as MethodEntry::trials() gives them, and one option more.
std::vector<MethodOptions> variant(std::string_view key, std::string_view value) {
  return {{{"rtol", Number(1e-8)}, {"atol", Number(1e-8)}, {key, std::string(value)}}};
}

}  // namespace

std::vector<MethodEntry> baseline_entries() {
  return {
      {
          .name = "ida_index1",
          .description =
              "SUNDIALS IDA (BDF, orders 1-5) on the index-1 form: the constraint is differentiated once and drifts",
          .source = "Hindmarsh et al. 2005; Hilden 2009, (2.11)",
          .stepping = Stepping::adaptive,
          .required = {relative_tolerance(), absolute_tolerance()},
          .optional = {index_one_form, error_test},
          .integrators = in_double_only([](const System<double>& system, const MethodOptions& options) {
            return ida_index1(system, tolerances_in(options),
                              {.form = index_one_form.in(options), .error_test = error_test.in(options)});
          }),
          .references = {"hindmarsh2005", "hilden2009"},
          .cost = "adaptive, 2n + m unknowns",
          .variants = variant("form", "multipliers"),
      },
      {
          .name = "ida_index2",
          .description = "SUNDIALS IDA on the index-2 form, multipliers out of the error test: the constraint holds to "
                         "the tolerance and does not drift; of a DAE with the hidden constraint beside it",
          .source = "Hindmarsh et al. 2005; Hilden 2009, (2.6); Gear et al. 1985",
          .stepping = Stepping::adaptive,
          .required = {relative_tolerance(), absolute_tolerance()},
          .optional = {index_two_form},
          .integrators = in_double_only([](const System<double>& system, const MethodOptions& options) {
            return ida_index2(system, tolerances_in(options), index_two_form.given(options));
          }),
          .references = {"hindmarsh2005", "hilden2009", "gear1985"},
          .cost = "adaptive, 2n + m unknowns",
      },
      {
          .name = "odeint_dopri5",
          .description =
              "Boost.odeint, controlled Dormand-Prince 5(4), underlying ODE: constraint differentiated, multiplier "
              "eliminated (or integrated); drifts",
          .source = "Ahnert & Mulansky 2011; Dormand & Prince 1980; Hilden 2009, (2.12)",
          .stepping = Stepping::adaptive,
          .required = {relative_tolerance(), absolute_tolerance()},
          .optional = {ode_formulation},
          .integrators = of_ode(odeint_dopri5),
          .references = {"ahnert2011", "dormand1980", "hilden2009"},
          .cost = "adaptive, 6 evaluations",
          .variants = variant("formulation", "multiplier_integrated"),
      },
      {
          .name = "odeint_fehlberg78",
          .description = "the same with Fehlberg 7(8), for tight tolerances; blind to the error of quadratures: wrong "
                         "on a disk that "
                         "rolls freely",
          .source = "Ahnert & Mulansky 2011; Fehlberg 1968; Hilden 2009, (2.12)",
          .stepping = Stepping::adaptive,
          .required = {relative_tolerance(), absolute_tolerance()},
          .optional = {ode_formulation},
          .integrators = of_ode(odeint_fehlberg78),
          .references = {"ahnert2011", "fehlberg1968", "hilden2009"},
          .cost = "adaptive, 13 evaluations",
          .variants = variant("formulation", "multiplier_integrated"),
      },
  };
}

std::vector<SolverEntry> baseline_solvers() {
  const ChooseSolver<double> kinsol = [](SolverOptions<double>& options) { options.make = kinsol_solver; };
  return {
      {
          "kinsol",
          "SUNDIALS KINSOL, Newton's method with the exact Jacobian at the start of the step, then at every iterate; "
          "to round-off",
          {.in_double = kinsol, .in_quad = {}},
          {"hindmarsh2005"},
      },
  };
}

}  // namespace nonholo
