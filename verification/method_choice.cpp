// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/method_choice.hpp>

#include <nonholo/framework/run/tolerances.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

/// Those of the method, then those of its base.
std::vector<Option> described_options(const MethodChoice& choice) {
  std::vector<Option> all = choice.entry->options();
  if (const MethodEntry* base = choice.base()) std::ranges::copy(base->options(), std::back_inserter(all));
  return all;
}

/// rtol and atol, of a method that takes them.
std::vector<std::string_view> tolerances(const MethodChoice& choice) {
  std::vector<std::string_view> keys;
  for (const MethodEntry* each : {choice.entry, choice.base()}) {
    if (!each) continue;
    for (const Option& option : each->options())
      if (option.key == relative_tolerance().key || option.key == absolute_tolerance().key) keys.push_back(option.key);
  }
  return keys;
}

std::string in_brackets(const MethodChoice& choice) {
  const MethodOptions options = choice.resolved();
  std::vector<std::string> parts;
  for (const Option& option : described_options(choice))
    if (option.in_name && options.has(option.key))
      parts.push_back(option.kind == OptionKind::text ? tableau_label(options.text(option.key))
                                                      : fmt::format("{}", options.integer(option.key)));
  return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ","));
}

std::string other_options(const MethodChoice& choice) {
  const std::vector<Option> described = described_options(choice);
  const std::vector<std::string_view> last = tolerances(choice);
  std::string text;
  for (const auto& [key, value] : choice.options) {
    const auto found = std::ranges::find(described, key, &Option::key);
    const bool in_name = found != described.end() && found->in_name;
    if (!in_name && std::ranges::find(last, key) == last.end()) text += fmt::format(" {}={}", key, shown(value));
  }
  for (const std::string_view key : last)
    if (choice.options.has(key)) text += fmt::format(" {}={}", key, choice.options.number(key).value());
  return text;
}

}  // namespace

const MethodEntry* MethodChoice::base() const {
  const bool has = entry->stepping == Stepping::as_base && options.has("base");
  return has ? method_catalogue().find(options.text("base")) : nullptr;
}

MethodOptions MethodChoice::resolved() const { return entry->resolved ? entry->resolved(options) : options; }

std::string MethodChoice::tableau() const {
  return options.has("tableau") ? tableau_label(options.text("tableau")) : "";
}

std::optional<long> MethodChoice::stages() const {
  return options.has("stages") ? std::optional(options.integer("stages")) : std::nullopt;
}

std::string MethodChoice::label(const std::optional<Number>& h) const {
  const std::string step = h ? fmt::format(" h={}", h->value()) : "";
  return std::string(entry->name) + in_brackets(*this) + step + other_options(*this);
}

bool MethodChoice::steps_as_told() const {
  const MethodEntry* made_of = base();
  const Stepping stepping = (made_of ? made_of : entry)->stepping;
  return stepping == Stepping::fixed || (stepping == Stepping::either && !options.has("rtol"));
}

std::vector<std::string_view> MethodChoice::references() const {
  std::vector<std::string_view> keys = entry->references;
  const auto add = [&keys](const std::vector<std::string_view>& more) {
    keys.insert(keys.end(), more.begin(), more.end());
  };
  if (const MethodEntry* made_of = base()) add(made_of->references);
  if (options.has("tableau"))
    if (const TableauFamily* family = tableau_catalogue().find(options.text("tableau"))) add(family->references);
  if (options.has("solver"))
    for (const SolverEntry& solver : solvers())
      if (solver.name == options.text("solver")) add(solver.references);
  return keys;
}

MethodChoice method_choice(std::string_view name, MethodOptions options) {
  return {&method_catalogue().at(name), std::move(options)};
}

std::vector<MethodChoice> trials_of(const MethodEntry& method) {
  std::vector<MethodChoice> all;
  for (const MethodOptions& options : method.trials()) all.push_back({&method, options});
  return all;
}

std::vector<MethodChoice> variants_of(const MethodEntry& method) {
  std::vector<MethodChoice> all;
  for (const MethodOptions& options : method.variants) all.push_back({&method, options});
  return all;
}

}  // namespace nonholo
