// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/input_reader.hpp>

#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  for (const char c : line)
    if (c == ',') cells.emplace_back();
    else if (c != ' ' && c != '\t' && c != '\r' && c != '"') cells.back() += c;
  return cells;
}

/// Columns of t and of the values.
struct Columns {
  std::size_t t = 0, value = 1;
};

/// Reads a CSV file line by line.
class InputCsv {
 public:
  InputCsv(std::string file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  InputTable read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      take(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (table_.t.empty()) throw InputError("", fmt::format("{} has no rows of numbers", file_));
    return std::move(table_);
  }

 private:
  void take(std::string_view line) {
    ++line_;
    const std::vector<std::string> cells = cells_of(line);
    if ((cells.size() == 1 && cells[0].empty()) || line.starts_with('#')) return;
    if (!columns_ && !is_number(cells[0])) return take_names(cells);
    if (!columns_ && cells.size() != 2)
      fail(fmt::format("has {} columns and no names: name them in the first line, t and {}", cells.size(), name_));
    if (!columns_) columns_ = Columns();
    if (std::max(columns_->t, columns_->value) >= cells.size())
      fail(fmt::format("has {} columns: too few", cells.size()));
    table_.t.push_back(number(cells[columns_->t]));
    table_.values.push_back(number(cells[columns_->value]));
  }

  void take_names(const std::vector<std::string>& names) {
    const auto place = [&names](std::string_view name) {
      const auto found = std::ranges::find(names, name);
      return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
    };
    const auto t = place("t"), value = place(name_);
    if (!t) fail("has no column t");
    if (!value && names.size() != 2) fail(fmt::format("has no column {}", name_));
    columns_ = Columns{*t, value ? *value : 1 - *t};
  }

  static bool is_number(const std::string& cell) try {
    Number::from_text(cell);
    return true;
  } catch (const InputError&) {
    return false;
  }

  Number number(const std::string& cell) const try { return Number::from_text(cell); } catch (const InputError& error) {
    fail(fmt::format("'{}': {}", cell, error.message()));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("", fmt::format("{}:{}: {}", file_, line_, what));
  }

  std::string file_, name_;
  int line_ = 0;
  std::optional<Columns> columns_;
  InputTable table_;
};

InputTable table_of_file(const TomlTable& entry, const std::string& name, std::string& written) {
  const std::string given = entry.text("file");
  const std::filesystem::path path = (std::filesystem::path(entry.file()).parent_path() / given).lexically_normal();
  const std::optional<std::string> text = text_of(path);
  if (!text) entry.fail("file", fmt::format("{}: cannot be read", path.string()));
  written += '\0' + *text;
  try {
    return InputCsv(path.string(), name).read(*text);
  } catch (const InputError& error) {
    entry.fail("file", error.message());
  }
}

Hold hold_of(const TomlTable& entry) {
  const std::string text = entry.has("hold") ? entry.text("hold") : "step";
  if (text == "step") return Hold::step;
  if (text == "linear") return Hold::linear;
  if (text == "given") return Hold::given;
  entry.fail("hold", fmt::format("'{}': must be \"step\", \"linear\" or \"given\"", text));
}

InputTable table_of(const TomlTable& entry, const std::string& name, std::string& written) {
  entry.refuse_unknown_keys(input_keys());
  const Hold hold = hold_of(entry);
  if (hold == Hold::given) {
    for (const char* key : {"file", "t", "values"})
      if (entry.has(key)) entry.fail(key, "cannot be combined with hold = \"given\"");
    return {.name = name};
  }
  InputTable table;
  if (entry.has("file")) {
    for (const char* key : {"t", "values"})
      if (entry.has(key)) entry.fail(key, "cannot be combined with file: give one of the two");
    table = table_of_file(entry, name, written);
  } else {
    for (const char* key : {"t", "values"})
      if (!entry.has(key)) entry.fail(key, "is missing: give t and values, or file");
    table.t = entry.numbers("t");
    table.values = entry.numbers("values");
  }
  table.hold = hold;
  return table;
}

}  // namespace

TextInput read_input(const TomlTable& input, const std::string& name, std::string& written) {
  if (input.is_table(name)) return {.name = name, .table = table_of(input.table(name), name, written)};
  if (input.is_list(name))
    input.fail(name, "must be a number, an expression of t, or { t = [...], values = [...], hold = \"step\" }");
  return {.name = name, .expression = input.entry(name).text};
}

}  // namespace nonholo
