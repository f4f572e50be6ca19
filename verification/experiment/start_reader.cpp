// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/start_reader.hpp>

#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/verification/experiment/reading.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nonholo {

namespace {

/// Reads one table { q, v, lambda } for each of the runs.
class StartReader {
 public:
  StartReader(RunProduct& runs, const TomlTable& initial, const std::vector<std::string>& coordinates,
              const std::vector<TextNamed>& defined)
      : runs_(runs),
        initial_(initial),
        coordinates_(coordinates),
        defined_(defined),
        names_(variable_names(runs.runs.front().problem.entry->kind)) {}

  void read() {
    std::vector<Key> keys{{names_.state, KeyKind::number, "state"}};
    if (!names_.velocity.empty()) keys.push_back({names_.velocity, KeyKind::number, "velocities"});
    keys.push_back({names_.multiplier, KeyKind::number, "multipliers"});
    initial_.refuse_unknown_keys(Catalogue<Key>("key", keys));
    read_vector(names_.state, "", &StartSpec::q);
    if (!names_.velocity.empty()) read_vector(names_.velocity, names_.velocity, &StartSpec::v);
    if (initial_.has(names_.multiplier)) read_multipliers();
  }

 private:
  using Part = std::vector<Number> StartSpec::*;

  /// An entry, which expressions may name when it has been read.
  struct Entry {
    std::string name;
    Part part;
    std::size_t index;
    bool is_read = false;
  };

  void read_vector(std::string_view key, std::string_view before, Part part) {
    const std::size_t size = initial_.size(key);
    if (size != coordinates_.size())
      initial_.fail(
          key, fmt::format("has {} entries; {} has {} coordinates: {}", size, runs_.runs.front().problem.entry->name,
                           coordinates_.size(), fmt::join(coordinates_, ", ")));
    read_entries(key, part, [&](std::size_t i) { return std::string(before) + coordinates_[i]; });
  }

  void read_multipliers() {
    read_entries(names_.multiplier, &StartSpec::lambda,
                 [this](std::size_t i) { return fmt::format("{}_{}", names_.multiplier, i + 1); });
  }

  /// Numbers first: expressions may name them, wherever they stand.
  template <class Name> void read_entries(std::string_view key, Part part, Name name) {
    const std::size_t size = initial_.size(key), first = entries_.size();
    for (std::size_t i = 0; i < size; ++i) entries_.push_back({name(i), part, i});
    for (RunSpec& run : runs_.runs) (run.problem.initial.*part).assign(size, 0);
    for (const bool expressions : {false, true})
      for (std::size_t i = 0; i < size; ++i)
        if (initial_.is_expression(key, i) == expressions) read_entry(key, entries_[first + i]);
  }

  void read_entry(std::string_view key, Entry& entry) {
    const std::size_t i = entry.index;
    const auto put = [&entry](RunSpec& run, const MethodOptions::Value& value) {
      (run.problem.initial.*entry.part)[entry.index] = std::get<Number>(value);
    };
    const auto values = [&](const RunSpec& run) {
      if (!initial_.is_expression(key, i)) return initial_.values(key, i);
      const NamedNumbers known = names_of(run);
      return initial_.with(known, defined_).values(key, i);
    };
    if (initial_.is_list(key, i)) runs_.times(initial_, key, entry.name, false, values, put);
    else
      for (RunSpec& run : runs_.runs) put(run, values(run).front());
    entry.is_read = true;
  }

  /// Parameters come first: a coordinate of the same name is not to be had.
  NamedNumbers names_of(const RunSpec& run) const {
    NamedNumbers all = run.parameters;
    all.emplace("t", run.problem.t0);
    for (const Entry& each : entries_)
      if (each.is_read && is_name(each.name)) all.emplace(each.name, (run.problem.initial.*each.part)[each.index]);
    return all;
  }

  RunProduct& runs_;
  const TomlTable& initial_;
  const std::vector<std::string>& coordinates_;
  const std::vector<TextNamed>& defined_;
  const VariableNames& names_;
  std::vector<Entry> entries_;
};

}  // namespace

void multiply_starts(RunProduct& runs, const TomlTable& table, std::string_view key,
                     const std::vector<std::string>& coordinates, const std::vector<TextNamed>& defined) {
  const std::vector<TomlTable> starts = table.tables(key);
  if (starts.empty()) table.fail(key, "must not be empty");
  RunProduct product({});
  for (const RunSpec& run : runs.runs)
    for (std::size_t k = 0; k < starts.size(); ++k) {
      if (runs.together && starts.size() > 1 && k != *runs.together) continue;
      RunProduct one({run});
      RunSpec& first = one.runs.front();
      if (starts.size() > 1) first.swept.push_back({"initial", static_cast<long>(k), false});
      first.places.insert_or_assign("initial", place(starts[k], ""));
      StartReader(one, starts[k], coordinates, defined).read();
      RunProduct::refuse_too_many(table, key, product.runs.size() + one.runs.size());
      std::ranges::move(one.runs, std::back_inserter(product.runs));
    }
  runs = std::move(product);
}

}  // namespace nonholo
