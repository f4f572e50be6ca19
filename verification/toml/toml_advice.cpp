// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/toml_advice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace nonholo {

namespace {

constexpr std::string_view blank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(blank), text.size());
  return text.substr(from, text.find_last_not_of(blank) + 1 - from);
}

std::string_view line_of_text(std::string_view text, long line) {
  for (; line > 1; --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

/// The line from a character on, which may have several bytes.
std::string_view from_column(std::string_view line, long column) {
  std::size_t at = 0;
  for (; column > 1 && at < line.size(); --column) do
      ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80);
  return line.substr(std::min(at, line.size()));
}

/// The same, from the beginning of the word in which the character stands.
std::string_view word_at(std::string_view line, long column) {
  std::size_t at = line.size() - from_column(line, column).size();
  const auto in_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  while (at > 0 && in_word(static_cast<unsigned char>(line[at - 1]))) --at;
  return line.substr(at);
}

/// The name of the table in which the line stands: "system" below [system], "run" below [[run]].
std::string table_above(std::string_view text, long line) {
  for (long each = line; each > 0; --each) {
    std::string_view header = trimmed(line_of_text(text, each));
    if (!header.starts_with('[') || header.find('=') != header.npos) continue;
    header.remove_prefix(std::min(header.find_first_not_of('['), header.size()));
    return std::string(trimmed(header.substr(0, header.find(']')))) + ".";
  }
  return "";
}

std::string_view key_of_line(std::string_view line) {
  const std::size_t equals = line.find('=');
  return equals == line.npos ? std::string_view() : trimmed(line.substr(0, equals));
}

/// A { } that goes on in the next line.
std::string advice_on_braces(std::string_view text, long line) {
  const std::string_view key = key_of_line(line_of_text(text, line));
  const std::string header = key.empty() ? "[system.define]" : fmt::format("[{}{}]", table_above(text, line), key);
  return fmt::format(
      "{{ ... }} stands on one line; over several lines its entries stand below the header {}, each in "
      "a line of its own, without commas",
      header);
}

/// The value that begins here, as far as the comma or bracket behind it.
std::string_view unquoted(std::string_view rest) {
  int open = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    open += rest[i] == '(';
    open -= rest[i] == ')';
    const bool ends = std::string_view("#\"'").find(rest[i]) != std::string_view::npos ||
                      (open == 0 && std::string_view(",]}").find(rest[i]) != std::string_view::npos);
    if (ends) return trimmed(rest.substr(0, i));
  }
  return trimmed(rest);
}

/// Where a value is expected.
std::string advice_on_value(std::string_view rest) {
  if (rest.starts_with('(')) return "a list stands in square brackets, [1, 0], not in parentheses";
  const bool begins_text = rest.starts_with('"') || rest.starts_with('\'');
  const std::string_view value = unquoted(rest);
  if (begins_text || value.empty()) return "a value is expected: a number, a text in quotes, a list in [ ]";
  return fmt::format("a text or an expression stands in quotes: \"{}\"", value);
}

using Rule = std::pair<std::string_view, std::string_view>;

// The first whose beginning occurs in what the parser says.
constexpr std::array<Rule, 13> rules{{
    {"expected ']', saw", "the ] of the header is missing"},
    {"string: unescaped control",
     "the quote at the end is missing: a text of one line stands in \"...\", one of "
     "several lines in \"\"\"...\"\"\""},
    {"string: control", "the quote at the end is missing: a text of one line stands in '...'"},
    {"string: encountered end-of-file", "the quotes at the end are missing"},
    {"array: encountered end-of-file", "the ] at the end of the list is missing"},
    {"array: expected comma", "between the entries of a list a comma is missing, or a quote, or the ] at its end"},
    {"inline table: expected comma",
     "between the entries of { } a comma is missing, or a quote; numbers stand alone, "
     "without units"},
    {"pair: expected '='", "a key is followed by = and its value"},
    {"pair: expected a comment or whitespace, saw ','",
     "a list stands in square brackets, [1, 2]; a number has a point, 0.1, and no comma"},
    {"pair: expected a comment or whitespace, saw ']'", "there is one ] too many"},
    {"expected keys, tables", "neither a header in [ ] nor a key with = and its value; a comment begins with #"},
    {"cannot redefine existing table", "this header stands twice: several of a kind are [[run]], with double brackets"},
    {"cannot redefine existing", "this key stands twice: it has one value"},
}};

}  // namespace

std::string toml_advice(std::string_view text, long line, long column, std::string_view description) {
  const auto says = [description](std::string_view what) { return description.find(what) != description.npos; };
  const std::string_view written = line_of_text(text, line);
  const std::string_view value = trimmed(written.substr(std::min(written.find('='), written.size() - 1) + 1));
  if (says("inline table") && (says("saw '\\n'") || says("saw '\\r'") || says("encountered end-of-file")))
    return advice_on_braces(text, line);
  if (says("expected value, saw '\\n'")) return advice_on_value("");
  const std::string_view stopped = word_at(written, column);
  const bool begins_boolean = stopped.starts_with("True") || stopped.starts_with("TRUE") ||
                              stopped.starts_with("False") || stopped.starts_with("FALSE");
  if (says("parsing boolean") && begins_boolean) return "true and false are written in small letters";
  const bool of_letters = says("parsing boolean") || says("expected 'nan'") || says("expected 'inf'");
  if (of_letters || says("could not determine value type")) return advice_on_value(stopped);
  if (says("floating-point: expected decimal digit") && (value.starts_with('.') || value.ends_with('.')))
    return "a digit stands on both sides of the point: 0.1, 1.0";
  const bool goes_on = says("expected a comment or whitespace, saw '") && !says("saw ','") && !says("saw ']'");
  if (goes_on && value.starts_with('"')) return "a text stands in one pair of quotes, with nothing behind it";
  if (goes_on || says("decimal integer: expected digit") || says("floating-point: expected"))
    return fmt::format("a number stands alone, without a unit; an expression stands in quotes: \"{}\"",
                       value.find(' ') == value.npos ? unquoted(value) : "2*pi");
  const auto rule = std::ranges::find_if(rules, [&](const Rule& each) { return says(each.first); });
  return std::string(rule == rules.end() ? description : rule->second);
}

std::string beyond_ascii_advice(std::string_view text, long line) {
  const std::string_view written = line_of_text(text, line);
  for (const std::string_view quote : {"“", "”", "„", "‘", "’"})
    if (written.find(quote) != written.npos) return fmt::format("{} is no quote here: write \"", quote);
  return "letters and signs beyond ASCII stand in quotes only, keys as well: \"θ\" = 1";
}

}  // namespace nonholo
