// The geometric nonholonomic integrator in its three forms by name, and their options.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/discrete_lagrangian/difference_option.hpp>
#include <nonholo/methods/family/surroundings.hpp>
#include <nonholo/methods/geometric/gni.hpp>
#include <nonholo/methods/geometric/nonholonomic_rattle.hpp>

namespace nonholo {

namespace {

const Selection<MultiplierStart> multiplier_start(
    {.key = "start",
     .meaning =
         "the first multiplier that the method carries: that of the equations of motion, or zero as in the paper",
     .usual = "consistent"},
    {{"consistent", MultiplierStart::consistent}, {"zero_multiplier", MultiplierStart::zero}});

}  // namespace

Entries geometric_entries(const Surroundings& given) {
  return {
      {
          .name = "gni",
          .description =
              "geometric nonholonomic integrator: momenta reflected at the constraint; carries its multiplier",
          .source = "Ferraro, Iglesias & Martin de Diego 2009",
          .optional = given.solvers.after({lagrangian_difference, multiplier_start}),
          .integrators = given.solvers.makers(
              []<class Real>(const System<Real>& system, const MethodOptions& options, const auto& solver) {
                const GeometricNonholonomic<Real> method{.lagrangian = rule<Real>(lagrangian_difference.in(options)),
                                                         .start = multiplier_start.in(options)};
                return gni(system, method, solver);
              }),
          .references = {"ferraro2009"},
          .cost = "explicit; for M(q) n unknowns",
          .variants = {{{"start", "zero_multiplier"}},
                       {{"difference", "midpoint"}},
                       {{"difference", "left"}},
                       {{"difference", "right"}}},
      },
      {
          .name = "nonholonomic_rattle",
          .description = "the same for constant mass in the form of RATTLE",
          .source = "Ferraro, Iglesias & Martin de Diego 2009",
          .optional = {multiplier_start},
          .integrators = in_every_precision([](const auto& system, const MethodOptions& options) {
            return nonholonomic_rattle(system, multiplier_start.in(options));
          }),
          .references = {"ferraro2009"},
          .cost = "explicit",
      },
      {
          .name = "nonholonomic_shake",
          .description = "the same for constant mass in the form of SHAKE",
          .source = "Ferraro, Iglesias & Martin de Diego 2009",
          .optional = {multiplier_start},
          .integrators = in_every_precision([](const auto& system, const MethodOptions& options) {
            return nonholonomic_shake(system, multiplier_start.in(options));
          }),
          .references = {"ferraro2009"},
          .cost = "explicit",
      },
  };
}

}  // namespace nonholo
