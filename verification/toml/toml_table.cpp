// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/toml_table.hpp>

#include <nonholo/verification/toml/toml_advice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nonholo {

namespace {

std::string shown(const toml::node& entry) {
  std::ostringstream out;
  entry.visit([&out](const auto& value) { out << value; });
  return out.str();
}

constexpr double largest_whole = 9007199254740992;  // 2^53: doubles know those below from their neighbours

int line_of(const toml::node& entry) { return static_cast<int>(entry.source().begin.line); }

}  // namespace

toml::table parsed_toml(const TomlText& text, const std::string& file) try {
  if (const long line = line_beyond_ascii(text.text))
    throw InputError("", beyond_ascii_advice(text.text, line)).at(file, static_cast<int>(line), "");
  if (const long line = line_of_deep_key(text.text))
    throw InputError("", "a key of more than 32 parts").at(file, static_cast<int>(line), "");
  return toml::parse(text.text, file);
} catch (const toml::parse_error& error) {
  const toml::source_position at = error.source().begin;
  throw InputError(
      "", toml_advice(text.text, static_cast<long>(at.line), static_cast<long>(at.column), error.description()))
      .at(file, static_cast<int>(at.line), "");
}

std::string TomlTable::path(std::string_view key) const {
  return where_ + (where_.empty() || key.empty() ? "" : ".") + std::string(key);
}

void TomlTable::fail(std::string_view key, const std::string& message) const {
  throw InputError(path(key), message).at(file_, line(key), key);
}

InputError TomlTable::located(const InputError& error, std::string_view key) const {
  return InputError(path(key), error.message()).at(file_, line(key), key);
}

void TomlTable::fail(const Entry& entry, const std::string& message) const {
  throw located(InputError("", message), entry);
}

InputError TomlTable::located(const InputError& error, const Entry& entry) const {
  return InputError(path(entry.key), error.message()).at(file_, entry.line, "");
}

int TomlTable::line(std::string_view key) const {
  for (const auto& [name, entry] : *table_)
    if (name.str() == key) return static_cast<int>(name.source().begin.line);
  return line();
}

std::vector<std::string_view> TomlTable::keys() const {
  std::vector<std::string_view> all;
  for (const auto& [name, entry] : *table_) all.push_back(name.str());
  return all;
}

std::vector<std::string_view> TomlTable::keys_as_written() const {
  std::vector<std::pair<std::pair<long, long>, std::string_view>> placed;
  for (const auto& [name, entry] : *table_) {
    const toml::source_position begin = name.source().begin;
    placed.push_back({{begin.line, begin.column}, name.str()});
  }
  std::ranges::sort(placed);
  std::vector<std::string_view> all;
  for (const auto& [place, name] : placed) all.push_back(name);
  return all;
}

void TomlTable::refuse_unknown_keys(const Catalogue<Key>& known) const {
  for (const std::string_view key : keys())
    if (!known.find(key)) fail(key, unknown_name_message("key", key, known.names()));
}

const toml::node& TomlTable::node(std::string_view key) const {
  const toml::node* found = table_->get(key);
  if (!found) fail(key, "is missing");
  return *found;
}

void TomlTable::refuse(const toml::node& entry, std::string_view key, const char* wanted) const {
  fail(key, fmt::format("{}: must be {}", shown(entry), wanted));
}

const toml::array& TomlTable::list(std::string_view key, const char* wanted) const {
  const toml::array* found = node(key).as_array();
  if (!found) refuse(node(key), key, wanted);
  return *found;
}

std::string TomlTable::text(const toml::node& entry, std::string_view key) const {
  if (!entry.is_string()) refuse(entry, key, "a string");
  return *entry.value<std::string>();
}

long TomlTable::whole(const toml::node& entry, std::string_view key) const {
  if (!entry.is_integer() && !entry.is_string()) refuse(entry, key, "a whole number");
  if (entry.is_integer()) return static_cast<long>(*entry.value<std::int64_t>());
  const double value = expression(entry, key).value();
  if (value != std::trunc(value) || std::abs(value) > largest_whole)
    fail({"", std::string(key), line_of(entry)}, fmt::format("{} is {}: must be a whole number", shown(entry), value));
  return static_cast<long>(value);
}

bool TomlTable::boolean(const toml::node& entry, std::string_view key) const {
  if (!entry.is_boolean()) refuse(entry, key, "true or false");
  return *entry.value<bool>();
}

Number TomlTable::number(const toml::node& entry, std::string_view key) const {
  if (entry.is_string()) return expression(entry, key);
  // value<double>() takes only those that double holds exactly
  const toml::value<std::int64_t>* whole = entry.as_integer();
  const auto value = whole ? std::optional(static_cast<double>(whole->get())) : entry.value<double>();
  if (!value || entry.is_boolean()) refuse(entry, key, "a number");
  if (!std::isfinite(*value)) refuse(entry, key, "finite");
  const auto written = text_->numbers.find(
      {static_cast<long>(entry.source().begin.line), static_cast<long>(entry.source().begin.column)});
  // not 0x10, 0o7, 0b1
  const bool decimal = written != text_->numbers.end() && written->second.find_first_of("xob") == std::string::npos;
  try {
    return decimal ? Number::from_text(written->second) : Number(*value);
  } catch (const InputError& error) {
    throw located(error, key);
  }
}

/// Told at its own line: lists go over several.
Number TomlTable::expression(const toml::node& entry, std::string_view key) const {
  static const NamedNumbers none;
  static const std::vector<TextNamed> nothing;
  try {
    return number_expression(text(entry, key), names_ ? *names_ : none, defined_ ? *defined_ : nothing);
  } catch (const InputError& error) {
    throw located(error, Entry{"", std::string(key), line_of(entry)});
  }
}

/// Of a list; which one is told of an expression, in which there is a place to be told.
Number TomlTable::number(const toml::node& entry, std::string_view key, std::size_t index) const {
  return entry.is_string() ? expression(entry, fmt::format("{}[{}]", key, index)) : number(entry, key);
}

std::string TomlTable::text(std::string_view key) const { return text(node(key), key); }
Number TomlTable::number(std::string_view key) const { return number(node(key), key); }
long TomlTable::whole(std::string_view key) const { return whole(node(key), key); }
bool TomlTable::boolean(std::string_view key) const { return boolean(node(key), key); }

std::vector<Number> TomlTable::numbers(std::string_view key) const {
  std::vector<Number> all;
  for (const toml::node& entry : list(key, "a list of numbers")) all.push_back(number(entry, key, all.size()));
  return all;
}

std::size_t TomlTable::size(std::string_view key) const { return list(key, "a list of numbers").size(); }

bool TomlTable::is_expression(std::string_view key, std::size_t index) const {
  return !list(key, "a list of numbers")[index].is_number();
}

bool TomlTable::is_list(std::string_view key, std::size_t index) const {
  return list(key, "a list of numbers")[index].is_array();
}

std::vector<MethodOptions::Value> TomlTable::values(std::string_view key, std::size_t index) const {
  const toml::node& entry = list(key, "a list of numbers")[index];
  const toml::array* const several = entry.as_array();
  if (!several) return {number(entry, key, index)};
  if (several->empty()) fail(key, "[]: the list must not be empty");
  std::vector<MethodOptions::Value> all;
  for (const toml::node& each : *several) all.push_back(number(each, key, index));
  return all;
}

TomlTable::Entry TomlTable::entry(const toml::node& node, const std::string& key) const {
  Entry entry{"", key, line_of(node)};
  if (!node.is_string() && !node.is_number())
    fail(entry, fmt::format("{}: must be a number, or an expression in quotes", shown(node)));
  try {
    entry.text = node.is_string() ? text(node, key) : number(node, key).text();
  } catch (const InputError& error) {
    throw located(error, entry);
  }
  return entry;
}

std::vector<TomlTable::Entry> TomlTable::entries(const toml::node& node, const std::string& key) const {
  const toml::array* list = node.as_array();
  if (!list)
    fail({"", key, line_of(node)}, fmt::format("{}: must be a list, of numbers or expressions in quotes", shown(node)));
  std::vector<Entry> all;
  for (const toml::node& each : *list) all.push_back(entry(each, fmt::format("{}[{}]", key, all.size())));
  return all;
}

TomlTable::Entry TomlTable::entry(std::string_view key) const { return entry(node(key), std::string(key)); }

std::vector<TomlTable::Entry> TomlTable::entries(std::string_view key) const {
  return entries(node(key), std::string(key));
}

bool TomlTable::has_rows(std::string_view key) const {
  const toml::array* const list = node(key).as_array();
  return list && !list->empty() && list->front().is_array();
}

std::vector<std::vector<TomlTable::Entry>> TomlTable::rows(std::string_view key) const {
  std::vector<std::vector<Entry>> all;
  for (const toml::node& row : list(key, "a list of rows, [[...], [...]]"))
    all.push_back(entries(row, fmt::format("{}[{}]", key, all.size())));
  return all;
}

TomlTable TomlTable::table(std::string_view key) const {
  const toml::table* found = node(key).as_table();
  if (!found) refuse(node(key), key, "a table");
  return below(*found, path(key));
}

TomlTable TomlTable::below(const toml::table& table, std::string where) const {
  TomlTable inner(table, *text_, file_, std::move(where));
  inner.names_ = names_;
  inner.defined_ = defined_;
  return inner;
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
  if (!has(key)) return {};
  if (node(key).is_table()) return {table(key)};
  std::vector<TomlTable> all;
  for (const toml::node& entry : list(key, "a table or a list of tables")) {
    if (!entry.is_table()) refuse(entry, key, "a table");
    all.push_back(below(*entry.as_table(), fmt::format("{}[{}]", path(key), all.size())));
  }
  return all;
}

MethodOptions::Value TomlTable::value(const toml::node& entry, const Key& key) const {
  switch (key.kind) {
    case KeyKind::text: return text(entry, key.name);
    case KeyKind::whole: return whole(entry, key.name);
    case KeyKind::boolean: return boolean(entry, key.name);
    default: return number(entry, key.name);
  }
}

std::vector<MethodOptions::Value> TomlTable::values(const Key& key) const {
  const toml::array* list = node(key.name).as_array();
  if (!list) return {value(node(key.name), key)};
  if (!key.sweeps) fail(key.name, fmt::format("{}: a list is not allowed here", shown(node(key.name))));
  if (list->empty()) fail(key.name, "[]: the list must not be empty");
  std::vector<MethodOptions::Value> all;
  for (const toml::node& entry : *list) all.push_back(value(entry, key));
  return all;
}

}  // namespace nonholo
