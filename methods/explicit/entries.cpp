// The explicit methods by name, and their options.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/explicit/adams.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/family/surroundings.hpp>

namespace nonholo {

namespace {

std::vector<std::pair<std::string_view, const ExplicitPair*>> pairs() {
  std::vector<std::pair<std::string_view, const ExplicitPair*>> all;
  for (const ExplicitPair& each : explicit_pairs()) all.emplace_back(each.name, &each);
  return all;
}

const Selection<const ExplicitPair*> pair_option(
    {.key = "pair", .meaning = "the coefficients", .usual = "dormand_prince_8", .in_name = true}, pairs());

const Option order_option{
    .key = "order", .kind = OptionKind::whole, .meaning = "2 to 14; 10 where none is given", .in_name = true};

std::optional<Tolerances> tolerances_given(const MethodOptions& options) {
  if (!options.has("rtol") && !options.has("atol")) return std::nullopt;
  return tolerances_in(options);
}

}  // namespace

Entries explicit_entries(const Surroundings&) {
  return {
      {
          .name = "explicit_runge_kutta",
          .description = "explicit Runge-Kutta method on the underlying ODE, velocities projected onto the constraint "
                         "after every step; takes h, or rtol and atol and chooses its steps",
          .source = "Hairer, Lubich & Wanner 2006, IV.4; Hairer, Norsett & Wanner 1993, II.10",
          .stepping = Stepping::either,
          .optional = {pair_option, relative_tolerance(), absolute_tolerance()},
          .integrators = in_every_precision([](const auto& system, const MethodOptions& options) {
            return explicit_runge_kutta(system, *pair_option.in(options), tolerances_given(options));
          }),
          .references = {"hairer2006", "hairer1993", "dormand1980"},
          .cost = "as many evaluations as stages",
          .examples = {{}},
          .variants = {{{"pair", "dormand_prince_5"}}},
      },
      {
          .name = "adams",
          .description =
              "predictor-corrector method on the underlying ODE: velocities by the formulas of Adams, positions "
              "by those of Stormer and Cowell, velocities projected onto the constraint after every step",
          .source = "Hairer, Norsett & Wanner 1993, III.1 and III.10; Hairer, Lubich & Wanner 2006, IV.4",
          .optional = {order_option},
          .integrators = in_every_precision([](const auto& system, const MethodOptions& options) {
            return adams(system, options.has("order") ? static_cast<int>(options.integer("order")) : 10);
          }),
          .references = {"hairer1993", "hairer2006"},
          .cost = "2 evaluations",
          .examples = {{}},
          .variants = {{{"order", 4L}}, {{"order", 7L}}},
      },
  };
}

}  // namespace nonholo
