// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/defined_names.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/expression/expression_text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

void add_defined(Graph& graph, NamedNodes& names, std::string_view expression, const std::vector<TextNamed>& defined,
                 const NamesOfRates& rates) {
  std::vector<std::string_view> made_of{expression};
  std::vector<const TextNamed*> used;
  for (auto each = defined.rbegin(); each != defined.rend(); ++each) {
    if (names.contains(each->name)) continue;
    if (std::ranges::none_of(made_of, [&](std::string_view text) { return has_name(text, each->name); })) continue;
    made_of.push_back(each->text);
    used.push_back(&*each);
  }
  std::ranges::reverse(used);
  for (const TextNamed* each : used) try {
      names.emplace(each->name, parsed(graph, each->text, names, {}, rates));
    } catch (const InputError& error) {
      throw InputError(
          "", fmt::format("'{}' has no value here; the definition in [system] fails: {}", each->name, error.message()));
    }
  for (const TextNamed& each : defined) names.emplace(each.name, graph.constant(0));
}

}  // namespace nonholo
