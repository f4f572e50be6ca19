// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/sweep.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace nonholo {

namespace {

std::optional<MethodOptions::Value> option_of(const RunSpec& run, std::string_view option) {
  if (option == "h") return run.h ? std::optional<MethodOptions::Value>(*run.h) : std::nullopt;
  for (const auto& [key, value] : run.method.options)
    if (key == option) return value;
  const auto found = std::ranges::find(run.swept, option, &Swept::key);
  return found == run.swept.end() ? std::nullopt : std::optional(found->value);
}

/// "spark(gauss,2)" of "spark(gauss,2) h=0.1", and "spark(gauss) h=0.1" without the stages; of a label that the file
/// gives what is behind it: "Gauss stages=2" of "Gauss h=0.1 stages=2". What is zipped with the option goes with it.
std::string label_without(std::string_view option, RunSpec run) {
  if (!option_of(run, option)) return run.label;
  std::vector<std::string> dropped{std::string(option)};
  if (std::ranges::find(run.zipped, option) != run.zipped.end()) dropped = run.zipped;
  for (const std::string& key : dropped) {
    if (key == "h") run.h.reset();
    else run.method.options.erase(key);
    std::erase_if(run.swept, [&key](const Swept& each) { return each.key == key; });
  }
  return run.full_label();
}

/// Whether they go from one time as many steps or as far, but for rounding: what labels need not tell.
bool as_far(const RunSpec& a, const RunSpec& b) {
  if (a.problem.t0.value() != b.problem.t0.value()) return false;
  if (a.steps && b.steps && *a.steps == *b.steps) return true;
  const auto length = [](const RunSpec& run) {
    if (run.steps && run.h) return static_cast<double>(*run.steps) * run.h->value();
    return run.problem.end_time().value_or(0) - run.problem.t0.value();
  };
  return std::abs(length(a) - length(b)) <= 1e-9 * std::abs(length(a));
}

}  // namespace

std::vector<Sweep> sweeps(const std::vector<RunSpec>& runs, std::string_view option) {
  // Ends may depend on a parameter, not on these.
  const bool of_accuracy = option == "h" || option == "rtol" || option == "atol";
  std::vector<Sweep> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string label = label_without(option, runs[i]);
    auto found = std::ranges::find_if(all, [&](const Sweep& each) {
      return each.label == label && (!of_accuracy || as_far(runs[each.runs.front()], runs[i]));
    });
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
