// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_number.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/sweep.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

namespace {

constexpr double does_not_apply = std::numeric_limits<double>::quiet_NaN();

}  // namespace

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
  const Quantity& quantity = quantities().at(name);
  const QuantityValue value = quantity.of(run);
  if (const auto* x = std::get_if<double>(&value)) return *x;
  if (const auto* x = std::get_if<long>(&value)) return static_cast<double>(*x);
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (!list) return does_not_apply;
  if (component.empty()) return *std::ranges::max_element(*list);
  const auto& names = experiment.*quantity.components;
  return list->at(static_cast<std::size_t>(std::ranges::find(names, component) - names.begin()));
}

double value(const RunNumber& number, const Experiment& experiment, const RunSpec& run, const RunResult& result) {
  return number.is_option ? option_value(run, number.name)
                          : quantity_of(result, number.quantity, number.component, experiment);
}

}  // namespace nonholo
