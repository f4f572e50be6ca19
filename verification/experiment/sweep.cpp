// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace nonholo {

namespace {

/// "Gauss h=0.1 start=naive" without h: "Gauss start=naive". The last one counts: a name given may hold "h=" as well.
std::string without(std::string_view option, const std::string& label) {
  const std::size_t from = label.rfind(fmt::format(" {}=", option));
  if (from == std::string::npos) return label;
  const std::size_t to = std::min(label.find(' ', from + 1), label.size());
  return label.substr(0, from) + label.substr(to);
}

}  // namespace

std::vector<Sweep> sweeps(const std::vector<RunSpec>& runs, std::string_view option) {
  std::vector<Sweep> all;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string label = without(option, runs[i].label);
    const auto [found, fresh] = known.try_emplace({runs[i].place_of("").key, label}, all.size());
    if (fresh) all.push_back({label, {}});
    all[found->second].runs.push_back(i);
  }
  for (Sweep& sweep : all)
    if (sweep.runs.size() == 1) sweep.label = runs[sweep.runs.front()].label;
  return all;
}

double option_value(const RunSpec& run, std::string_view option) {
  if (option == "h" && run.h) return run.h->value();
  for (const auto& [key, value] : run.method.options) {
    if (key != option) continue;
    if (const auto* number = std::get_if<Number>(&value)) return number->value();
    if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace nonholo
