// What the readers of the parts of an experiment file share. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

/// A file as it was parsed: tables of it are good as long as it stays where it is.
struct TomlFile {
  explicit TomlFile(const std::filesystem::path& from) : TomlFile(toml_text(from), from) {}
  TomlFile(TomlText given, std::filesystem::path from)
      : path(std::move(from)),
        text(std::move(given)),
        root(parsed_toml(text, path.string())) {}
  TomlFile(const TomlFile&) = delete;

  TomlTable table() const { return {root, text, path.string(), ""}; }

  std::filesystem::path path;
  TomlText text;
  toml::table root;
};

/// at(name) of a catalogue, an unknown name told as the value of this key.
template <class Entry> const Entry& lookup(const Catalogue<Entry>& catalogue, const TomlTable& table,
                                           std::string_view key, std::string_view name) {
  try {
    return catalogue.at(name);
  } catch (const InputError& error) {
    throw error.line() > 0 ? error : table.located(error, key);
  }
}
template <class Entry>
const Entry& lookup(const Catalogue<Entry>& catalogue, const TomlTable& table, std::string_view key) {
  return lookup(catalogue, table, key, table.text(key));
}

inline Place place(const TomlTable& table, std::string_view key) {
  return {table.line(key), table.path(key), table.file()};
}

/// The names in the expressions of the experiment's system.
const StateNames& state_names(Experiment& experiment);

/// The number, among the expressions of the experiment, of the text that stands for a quantity or a series.
/// @param kind, known what is said of a plain name that is none, and what else it might be
/// @throws InputError with the place of the key, and in the expression.
std::size_t expression_number(const TomlTable& table, std::string_view key, const std::string& text,
                              Experiment& experiment, std::string_view kind, std::vector<std::string_view> known);

/// The texts of a key, one or a list.
std::vector<std::string> texts(const TomlTable& table, std::string_view key);

}  // namespace nonholo
