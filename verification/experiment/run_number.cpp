// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_number.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace nonholo {

namespace {

/// What quantities are called at axes, q for the state; the others by their names.
constexpr std::pair<std::string_view, std::string_view> labels[] = {
    {"max_energy_error", "max |E − E₀|"},
    {"final_energy_error", "E − E₀ at the end"},
    {"max_constraint_residual", "max constraint residual"},
    {"max_constraint_residual_scaled", "max constraint residual, scaled"},
    {"max_position_residual", "max |g|"},
    {"max_position_residual_scaled", "max |g|, scaled"},
    {"max_solution_error", "max ‖{0} − {0}(t)‖"},
    {"max_component_error", "max |{0} − {0}(t)|"},
    {"endpoint_error", "‖{0} − {0}(t)‖ at the end"},
    {"rhs_evaluations", "evaluations of the system"},
    {"mean_step", "mean step size"},
    {"iterations_per_step", "iterations per step"},
    {"cpu_seconds", "processor time [s]"},
    {"wall_seconds", "elapsed time [s]"},
};

constexpr double does_not_apply = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::string axis_label(const RunNumber& number, const Experiment& experiment) {
  const auto known = std::ranges::find(labels, number.quantity, &std::pair<std::string_view, std::string_view>::first);
  if (number.is_option || known == std::end(labels)) return number.name;
  const std::string label =
      fmt::format(fmt::runtime(known->second), variable_names(experiment.problem.entry->kind).state);
  return number.component.empty() ? label : fmt::format("{} ({})", label, number.component);
}

std::vector<std::string_view> number_options() {
  std::vector<std::string_view> names{"h"};
  for (const DescribedOption& each : described_options()) {
    const bool number = each.option.kind == OptionKind::number || each.option.kind == OptionKind::whole;
    if (number && std::ranges::find(names, each.option.key) == names.end()) names.push_back(each.option.key);
  }
  return names;
}

bool is_number_option(std::string_view name) {
  const auto names = number_options();
  return std::ranges::find(names, name) != names.end();
}

double quantity_of(const RunResult& run, std::string_view name, std::string_view component,
                   const Experiment& experiment) {
  if (!quantities().find(name)) {
    const auto expression = run.expressions.find(std::string(name));
    return expression == run.expressions.end() ? does_not_apply : expression->second;
  }
  const Quantity& quantity = quantities().at(name);
  const QuantityValue value = quantity.of(run);
  if (const auto* x = std::get_if<double>(&value)) return *x;
  if (const auto* x = std::get_if<long>(&value)) return static_cast<double>(*x);
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (!list) return does_not_apply;
  if (component.empty()) {
    double largest = list->empty() ? does_not_apply : 0;
    for (const double x : *list)
      largest = std::isnan(x) || std::isnan(largest) ? does_not_apply : std::max(largest, std::abs(x));
    return largest;
  }
  const auto& names = experiment.*quantity.components;
  return list->at(static_cast<std::size_t>(std::ranges::find(names, component) - names.begin()));
}

double value(const RunNumber& number, const Experiment& experiment, const RunSpec& run, const RunResult& result) {
  return number.is_option ? option_value(run, number.name)
                          : quantity_of(result, number.quantity, number.component, experiment);
}

}  // namespace nonholo
