// Runs as the lists of an experiment file multiply them: wherever a list stands in the place of one value, every run
// there is becomes one for each entry. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

class RunProduct {
 public:
  using Values = std::vector<MethodOptions::Value>;

  explicit RunProduct(std::vector<RunSpec> first) : runs(std::move(first)) {}

  /// Beyond this many runs of a file: lists multiply.
  static constexpr std::size_t most_runs = 10'000;

  /// Each run once for every value that it has for the key: `values(run)`, given to it by `set(run, value)`.
  /// @param name what labels call the key; @param in_derived_label those of the method do so by themselves
  /// @throws InputError, with the place of the key, where the runs become too many.
  template <class ValuesOf, class Set> void times(const TomlTable& table, std::string_view key, std::string_view name,
                                                  bool in_derived_label, ValuesOf values, Set set) {
    std::vector<RunSpec> product;
    for (const RunSpec& run : runs) {
      const Values all = values(run);
      refuse_too_many(table, key, product.size() + all.size());
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (together && all.size() > 1 && k != *together) continue;
        RunSpec& each = product.emplace_back(run);
        set(each, all[k]);
        if (all.size() > 1) each.swept.push_back({std::string(name), all[k], in_derived_label});
      }
    }
    runs = std::move(product);
  }

  /// The same of a key that the table may have, its expressions in the names of each run.
  template <class Set> void times(const TomlTable& table, const Key& key, bool in_derived_label, Set set) {
    if (!table.has(key.name)) return;
    const auto values = [&](const RunSpec& run) {
      const NamedNumbers names = run.names();
      return table.with(names).values(key);
    };
    times(table, key.name, key.name, in_derived_label, values, set);
  }

  /// That a list gave a value for this key, which a run's own replaces; whether one did.
  bool forget(std::string_view name);
  /// Once `t_end` was forgotten: of runs that are the same now one stays; others are called by their ends.
  void tell_ends_apart();

  /// @throws InputError where there are that many.
  static void refuse_too_many(const TomlTable& table, std::string_view key, std::size_t count);

  std::vector<RunSpec> runs;
  std::optional<std::size_t> together = {};  ///< of lists, which are as long as each other, this entry alone
};

}  // namespace nonholo
