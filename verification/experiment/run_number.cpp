// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_number.hpp>

#include <nonholo/verification/experiment/keys.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace nonholo {

namespace {

constexpr double does_not_apply = std::numeric_limits<double>::quiet_NaN();

std::optional<MethodOptions::Value> option_of(const RunSpec& run, std::string_view name) {
  if (name == "h") return run.h ? std::optional<MethodOptions::Value>(*run.h) : std::nullopt;
  const auto given = std::ranges::find(run.method.options, name, [](const auto& option) { return option.first; });
  return given == run.method.options.end() ? std::nullopt : std::optional(given->second);
}

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

std::optional<double> run_option(const RunSpec& run, std::string_view name) {
  const auto given = option_of(run, name);
  if (!given) return std::nullopt;
  if (const auto* whole = std::get_if<long>(&*given)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<Number>(&*given)) return number->value();
  return std::nullopt;
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
  return number.is_option ? run_option(run, number.name).value_or(does_not_apply)
                          : quantity_of(result, number.quantity, number.component, experiment);
}

std::string label_without(const RunSpec& run, std::string_view option) {
  const auto given = option_of(run, option);
  if (!given) return run.label;
  RunSpec other = run;
  if (option == "h") other.h.reset();
  else other.method.options.erase(option);
  if (const std::string derived = run.derived_label(); run.label.starts_with(derived))
    return other.derived_label() + run.label.substr(derived.size());
  std::string label = run.label;
  const std::string swept = fmt::format(" {}={}", option, shown(*given));
  if (const std::size_t at = label.find(swept); at != label.npos) label.erase(at, swept.size());
  return label;
}

}  // namespace nonholo
