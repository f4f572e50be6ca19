// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/system_reader.hpp>

#include <nonholo/verification/experiment/keys.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

namespace {

using Entry = TomlTable::Entry;

/// Reads the parts, and remembers where each stands.
class SystemReader {
 public:
  explicit SystemReader(const TomlTable& table) : table_(table) {}

  OwnSystem read() {
    table_.refuse_unknown_keys(system_keys());
    if (table_.has("name")) text_.name = table_.text("name");
    if (table_.has("title")) text_.title = table_.text("title");
    text_.coordinates = list("coordinates");
    text_.constraints = list("constraints");
    text_.force = list("force");
    text_.lagrangian = one("lagrangian");
    text_.potential = one("potential");
    if (table_.has("mass_matrix"))
      for (const std::vector<Entry>& row : table_.rows("mass_matrix")) text_.mass_matrix.push_back(texts(row));
    if (table_.has("parameters")) text_.parameters = named("parameters");
    if (table_.has("invariants")) text_.invariants = named("invariants");
    if (table_.has("exact")) read_exact(table_.table("exact"));
    try {
      return {std::make_shared<const ProblemEntry>(problem_entry(text_)), text_.parameters};
    } catch (const InputError& error) {
      throw located(error);
    }
  }

 private:
  std::vector<std::string> texts(const std::vector<Entry>& entries) {
    std::vector<std::string> all;
    for (const Entry& each : entries) {
      all.push_back(each.text);
      places_.push_back(each);
    }
    return all;
  }

  std::vector<std::string> list(std::string_view key) {
    return table_.has(key) ? texts(table_.entries(key)) : std::vector<std::string>();
  }

  std::string one(std::string_view key) { return table_.has(key) ? texts({table_.entry(key)}).front() : ""; }

  /// In the file's order: a parameter may use those before it. Of a list the first; the others are for who reads it
  /// as one (problem_reader.cpp).
  std::vector<TextSystem::Named> named(std::string_view table_key) {
    const TomlTable table = table_.table(table_key);
    const bool sweeps = table_key == "parameters";
    std::vector<TextSystem::Named> all;
    for (const std::string_view key : table.keys_as_written())
      all.push_back({std::string(key), texts(in(table_key, {sweeps ? first(table, key) : table.entry(key)})).front()});
    return all;
  }

  static Entry first(const TomlTable& table, std::string_view key) {
    if (!table.is_list(key)) return table.entry(key);
    const std::vector<Entry> all = table.entries(key);
    if (all.empty()) table.fail(key, "[]: the list must not be empty");
    return {all.front().text, std::string(key), all.front().line};
  }

  /// Entries of a table in this one, with its key before theirs.
  static std::vector<Entry> in(std::string_view table_key, std::vector<Entry> entries) {
    for (Entry& each : entries) each.key = fmt::format("{}.{}", table_key, each.key);
    return entries;
  }

  void read_exact(const TomlTable& exact) {
    exact.refuse_unknown_keys(exact_keys());
    text_.exact_q = texts(in("exact", exact.entries("q")));
    if (exact.has("v")) text_.exact_v = texts(in("exact", exact.entries("v")));
  }

  InputError located(const InputError& error) const {
    const auto found = std::ranges::find(places_, error.key(), &Entry::key);
    return found == places_.end() ? table_.located(error, error.key()) : table_.located(error, *found);
  }

  const TomlTable& table_;
  TextSystem text_;
  std::vector<Entry> places_;
};

}  // namespace

OwnSystem read_system(const TomlTable& table) { return SystemReader(table).read(); }

}  // namespace nonholo
