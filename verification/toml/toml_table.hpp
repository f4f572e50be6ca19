// A TOML table that knows its file: typed access to its keys, and errors that say file, line, key, value and what is
// allowed. Private to the readers of this folder: toml++ stops here.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/verification/toml/key.hpp>
#include <nonholo/verification/toml/number_expression.hpp>
#include <nonholo/verification/toml/toml_text.hpp>

#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 0  // compiled once, in toml_implementation.cpp
#include <toml++/toml.h>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// The text parsed. @throws InputError with file and line.
toml::table parsed_toml(const TomlText& text, const std::string& file);

class TomlTable {
 public:
  /// @param text the file as it was written: numbers keep all their digits
  /// @param where what the keys are prefixed with in messages: "problem", "run[2]", "" at the top
  TomlTable(const toml::table& table, const TomlText& text, std::string file, std::string where)
      : table_(&table),
        text_(&text),
        file_(std::move(file)),
        where_(std::move(where)) {}

  /// The same table, these names in the expressions of its numbers and of those below: they live as long as it does.
  TomlTable with(const NamedNumbers& names) const {
    TomlTable named = *this;
    named.names_ = &names;
    return named;
  }

  /// The same with these definitions beside the names, which live as long.
  TomlTable with(const NamedNumbers& names, const std::vector<TextNamed>& defined) const {
    TomlTable named = with(names);
    named.defined_ = &defined;
    return named;
  }

  /// @throws InputError for a key that is not in the catalogue, naming the nearest.
  void refuse_unknown_keys(const Catalogue<Key>& known) const;

  bool has(std::string_view key) const { return table_->contains(key); }
  const std::string& file() const { return file_; }
  int line() const { return static_cast<int>(table_->source().begin.line); }
  int line(std::string_view key) const;
  std::vector<std::string_view> keys() const;
  std::vector<std::string_view> keys_as_written() const;  ///< in the file's order
  /// The key with the tables that it stands in: "run[1].h"; of "" the table's own.
  std::string path(std::string_view key) const;

  /// The value of a key that is there. @throws InputError when it is of another kind; numbers must be finite, whole
  /// numbers are numbers, and so is an expression in quotes (number_expression.hpp).
  std::string text(std::string_view key) const;
  Number number(std::string_view key) const;
  long whole(std::string_view key) const;
  bool boolean(std::string_view key) const;
  bool is_boolean(std::string_view key) const { return node(key).is_boolean(); }
  bool is_list(std::string_view key) const { return node(key).is_array(); }
  bool is_table(std::string_view key) const { return node(key).is_table(); }
  std::vector<Number> numbers(std::string_view key) const;
  TomlTable table(std::string_view key) const;

  /// Of a list of numbers: how many entries it has, whether one is an expression or a list of numbers (which may hold
  /// expressions), and its value, or those of that list.
  std::size_t size(std::string_view key) const;
  bool is_expression(std::string_view key, std::size_t index) const;
  bool is_list(std::string_view key, std::size_t index) const;
  std::vector<MethodOptions::Value> values(std::string_view key, std::size_t index) const;

  /// A number as the file has it, its digits or an expression in quotes, and where it stands: "A[1][2]".
  struct Entry {
    std::string text, key;
    int line;
  };
  Entry entry(std::string_view key) const;
  std::vector<Entry> entries(std::string_view key) const;
  std::vector<std::vector<Entry>> rows(std::string_view key) const;
  bool has_rows(std::string_view key) const;  ///< a list whose first entry is one

  /// An array of tables, [[key]]; empty when the key is missing. A single table counts as one.
  std::vector<TomlTable> tables(std::string_view key) const;

  /// The entries of a list, or the value itself as the only entry, as method options of the key's kind.
  std::vector<MethodOptions::Value> values(const Key& key) const;

  [[noreturn]] void fail(std::string_view key, const std::string& message) const;
  /// The error, completed with this file and the line of its key (or of `key`).
  InputError located(const InputError& error, std::string_view key) const;
  [[noreturn]] void fail(const Entry& entry, const std::string& message) const;
  InputError located(const InputError& error, const Entry& entry) const;

 private:
  const toml::node& node(std::string_view key) const;
  TomlTable below(const toml::table& table, std::string where) const;
  [[noreturn]] void refuse(const toml::node& entry, std::string_view key, const char* wanted) const;
  const toml::array& list(std::string_view key, const char* wanted) const;
  // The value of an entry, its key named in errors.
  std::string text(const toml::node& entry, std::string_view key) const;
  long whole(const toml::node& entry, std::string_view key) const;
  bool boolean(const toml::node& entry, std::string_view key) const;
  Number number(const toml::node& entry, std::string_view key) const;
  Number number(const toml::node& entry, std::string_view key, std::size_t index) const;
  Number expression(const toml::node& entry, std::string_view key) const;
  MethodOptions::Value value(const toml::node& entry, const Key& key) const;
  Entry entry(const toml::node& node, const std::string& key) const;
  std::vector<Entry> entries(const toml::node& node, const std::string& key) const;

  const toml::table* table_;
  const TomlText* text_;
  std::string file_, where_;
  const NamedNumbers* names_ = nullptr;
  const std::vector<TextNamed>* defined_ = nullptr;
};

}  // namespace nonholo
