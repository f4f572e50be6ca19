// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace nonholo {

namespace {

std::optional<MethodOptions::Value> option_of(const RunSpec& run, std::string_view option) {
  if (option == "h") return run.h ? std::optional<MethodOptions::Value>(*run.h) : std::nullopt;
  for (const auto& [key, value] : run.method.options)
    if (key == option) return value;
  return std::nullopt;
}

/// "spark(gauss,2)" of "spark(gauss,2) h=0.1", and "spark(gauss) h=0.1" without the stages; of a label that the file
/// gives what is behind it: "Gauss stages=2" of "Gauss h=0.1 stages=2".
std::string label_without(std::string_view option, const RunSpec& run) {
  const auto given = option_of(run, option);
  if (!given) return run.label;
  RunSpec other = run;
  if (option == "h") other.h.reset();
  else other.method.options.erase(option);
  if (const std::string derived = run.derived_label(); run.label.starts_with(derived))
    return other.derived_label() + run.label.substr(derived.size());
  const std::string swept = fmt::format(" {}={}", option, shown(*given));
  const std::size_t at = run.label.rfind(swept);
  return at == std::string::npos ? run.label : run.label.substr(0, at) + run.label.substr(at + swept.size());
}

}  // namespace

std::vector<Sweep> sweeps(const std::vector<RunSpec>& runs, std::string_view option) {
  std::vector<Sweep> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string label = label_without(option, runs[i]);
    auto found = std::ranges::find(all, label, &Sweep::label);
    if (found == all.end()) found = all.insert(all.end(), {label, {}});
    found->runs.push_back(i);
  }
  for (Sweep& sweep : all)
    if (sweep.runs.size() == 1) sweep.label = runs[sweep.runs.front()].label;
  return all;
}

double option_value(const RunSpec& run, std::string_view option) {
  const auto given = option_of(run, option);
  if (!given) return std::numeric_limits<double>::quiet_NaN();
  if (const auto* whole = std::get_if<long>(&*given)) return static_cast<double>(*whole);
  const auto* number = std::get_if<Number>(&*given);
  return number ? number->value() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace nonholo
