// The energy-preserving methods by name, and their options.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>
#include <nonholo/methods/family/surroundings.hpp>

namespace nonholo {

namespace {

const Selection<Gradient> gradient_option({.key = "gradient", .meaning = "the discrete gradient", .in_name = true},
                                          {{"avf", Gradient::avf},
                                           {"gonzalez", Gradient::gonzalez},
                                           {"itoh_abe", Gradient::itoh_abe}});

const Selection<Space> space({.key = "space", .meaning = "adapted coordinates, or (q, p)", .usual = "reduced"},
                             {{"reduced", Space::reduced}, {"full", Space::full}});

const Selection<KernelBasis> basis(
    {.key = "basis",
     .meaning =
         "of ker A: adapted, the problem's own; mass, orthonormal in the mass metric, the same in all units; qr, "
         "orthonormal in the coordinates (Celledoni et al. 2016, Algorithm 1), which depends on units; default: "
         "adapted where the problem has one, else mass"},
    {{"adapted", KernelBasis::own}, {"mass", KernelBasis::mass}, {"qr", KernelBasis::qr}});

const Selection<BasisDerivative> differentiation(
    {.key = "differentiation",
     .meaning = "of the bases adapted and qr (Celledoni et al. 2016, Remark 3.5); central_difference, "
                "over h in every coordinate, depends on units",
     .usual = "exact"},
    {{"exact", BasisDerivative::exact},
     {"dual_numbers", BasisDerivative::dual_numbers},
     {"central_difference", BasisDerivative::central_difference}});

const Selection<Metric> metric(
    {.key = "metric",
     .meaning =
         "of gonzalez' increment: euclidean, of q and p together, depends on units, with large masses to the point "
         "of no solution; mass does not; default: euclidean with the bases adapted and qr, else mass"},
    {{"euclidean", Metric::euclidean}, {"mass", Metric::mass}});

const Option compensated{.key = "compensated",
                         .kind = OptionKind::truth,
                         .meaning = "true: carry the rounding error of adding each step's increment to the state"};

const Option stages{.key = "stages", .kind = OptionKind::whole, .meaning = "number of Gauss nodes", .in_name = true};

}  // namespace

Entries energy_entries(const Surroundings& given) {
  return {
      {
          .name = "discrete_gradient",
          .description =
              "energy-preserving discrete gradients in adapted coordinates: energy and constraint exact; with space = "
              "\"full\" the energy alone",
          .source = "Celledoni et al. 2016",
          .required = {gradient_option},
          .optional = given.solvers.after({space, basis, differentiation, metric, compensated}),
          .integrators = given.solvers.makers([](const auto& system, const auto& options, const auto& solver) {
            return discrete_gradient(system,
                                     {.gradient = gradient_option.in(options),
                                      .space = space.in(options),
                                      .basis = basis.given(options),
                                      .derivative = differentiation.in(options),
                                      .compensated = options.flag(compensated.key),
                                      .metric = metric.given(options)},
                                     solver);
          }),
          .references = {"celledoni2016"},
          .cost = "2n - m unknowns; in the full space 2n + m",
          .examples = {{{"gradient", "avf"}}, {{"gradient", "gonzalez"}}, {{"gradient", "itoh_abe"}}},
          .variants = {{{"gradient", "gonzalez"}, {"space", "full"}},
                       {{"gradient", "gonzalez"}, {"basis", "qr"}},
                       {{"gradient", "gonzalez"}, {"basis", "mass"}},
                       {{"gradient", "avf"}, {"basis", "mass"}},
                       {{"gradient", "gonzalez"}, {"basis", "qr"}, {"differentiation", "central_difference"}},
                       {{"gradient", "gonzalez"}, {"compensated", true}},
                       {{"gradient", "avf"}, {"compensated", true}}},
      },
      {
          .name = "energy_collocation",
          .description =
              "energy-preserving collocation at Gauss nodes in adapted coordinates: energy and constraint exact, order "
              "2s",
          .source = "Cohen & Hairer 2011",
          .required = {stages},
          .optional = given.solvers.after({basis, differentiation, compensated}),
          .integrators = given.solvers.makers([](const auto& system, const auto& options, const auto& solver) {
            return energy_collocation(system, options.integer(stages.key),
                                      {.basis = basis.given(options),
                                       .derivative = differentiation.in(options),
                                       .compensated = options.flag(compensated.key)},
                                      solver);
          }),
          .references = {"cohen2011", "celledoni2016"},
          .cost = "s (2n - m) unknowns",
          .adjoint = "energy_collocation",
          .examples = {{{"stages", 2L}}},
          .variants = {{{"stages", 1L}},
                       {{"stages", 3L}},
                       {{"stages", 4L}},
                       {{"stages", 2L}, {"basis", "qr"}},
                       {{"stages", 3L}, {"basis", "qr"}},
                       {{"stages", 2L}, {"basis", "mass"}}},
      },
  };
}

}  // namespace nonholo
