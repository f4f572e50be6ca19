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
  StartReader(RunProduct& runs, const TomlTable& initial, const std::vector<std::string>& coordinates)
      : runs_(runs),
        initial_(initial),
        coordinates_(coordinates),
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

  template <class Name> void read_entries(std::string_view key, Part part, Name name) {
    for (RunSpec& run : runs_.runs) (run.problem.initial.*part).clear();
    for (std::size_t i = 0; i < initial_.size(key); ++i) {
      const auto put = [part](RunSpec& run, const MethodOptions::Value& value) {
        (run.problem.initial.*part).push_back(std::get<Number>(value));
      };
      const auto values = [&](const RunSpec& run) {
        if (!initial_.is_expression(key, i)) return initial_.values(key, i);
        const NamedNumbers known = names_of(run);
        return initial_.with(known).values(key, i);
      };
      if (initial_.is_list(key, i)) runs_.times(initial_, key, name(i), false, values, put);
      else
        for (RunSpec& run : runs_.runs) put(run, values(run).front());
    }
  }

  /// Parameters come first: a coordinate of the same name is not to be had.
  NamedNumbers names_of(const RunSpec& run) const {
    NamedNumbers all = run.parameters;
    all.emplace("t", run.problem.t0);
    const StartSpec& start = run.problem.initial;
    const auto add = [&](const std::string& name, const Number& value) {
      if (is_name(name)) all.emplace(name, value);
    };
    for (std::size_t i = 0; i < start.q.size(); ++i) add(coordinates_[i], start.q[i]);
    for (std::size_t i = 0; i < start.v.size(); ++i) add("v" + coordinates_[i], start.v[i]);
    return all;
  }

  RunProduct& runs_;
  const TomlTable& initial_;
  const std::vector<std::string>& coordinates_;
  const VariableNames& names_;
};

}  // namespace

void multiply_starts(RunProduct& runs, const TomlTable& table, const std::vector<std::string>& coordinates) {
  const std::vector<TomlTable> starts = table.tables("initial");
  if (starts.empty()) table.fail("initial", "must not be empty");
  RunProduct product({});
  for (const RunSpec& run : runs.runs)
    for (std::size_t k = 0; k < starts.size(); ++k) {
      RunProduct one({run});
      RunSpec& first = one.runs.front();
      if (starts.size() > 1) first.swept.push_back({"initial", static_cast<long>(k), false});
      first.places.insert_or_assign("initial", place(starts[k], ""));
      StartReader(one, starts[k], coordinates).read();
      RunProduct::refuse_too_many(table, "initial", product.runs.size() + one.runs.size());
      std::ranges::move(one.runs, std::back_inserter(product.runs));
    }
  runs = std::move(product);
}

}  // namespace nonholo
