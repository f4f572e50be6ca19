// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/expression_text.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace nonholo {

namespace {

constexpr std::size_t most_digits = 100, most_exponent_digits = 3, most_shown_on_a_side = 45;
constexpr std::size_t rounded_places = 10;  // nobody writes that many decimals of a number that ends there

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_latin(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The characters at its beginning that belong.
std::string_view span(std::string_view text, bool (*belongs)(char)) {
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, belongs) - text.begin()));
}

/// The bytes of the letter that begins the text: a Latin one, _, a Greek one (U+0386 to U+03FF but for a point in the
/// middle of the line, U+0387), or the sign of micro, which looks like one; 0 where none does.
std::size_t letter(std::string_view text) {
  if (text.empty()) return 0;
  if (is_latin(text[0])) return 1;
  if (text.size() < 2) return 0;
  const unsigned sign = static_cast<unsigned char>(text[0]) * 256U + static_cast<unsigned char>(text[1]);
  return (sign >= 0xCE86 && sign <= 0xCFBF && sign != 0xCE87) || sign == 0xC2B5 ? 2 : 0;
}

/// Of a character within a name: a letter, a digit, or a subscript (U+2080 to U+2089).
std::size_t part_of_name(std::string_view text) {
  if (const std::size_t bytes = letter(text)) return bytes;
  if (!text.empty() && is_digit(text[0])) return 1;
  if (text.size() < 3 || !text.starts_with("\xE2\x82")) return 0;
  return static_cast<unsigned char>(text[2]) - 0x80U < 10 ? 3 : 0;
}

/// The bytes of the name that begins the text; 0 where none does.
std::size_t name_length(std::string_view text) {
  std::size_t length = letter(text);
  if (length == 0) return 0;
  while (const std::size_t more = part_of_name(text.substr(length))) length += more;
  return length;
}

/// How many characters, not bytes, the UTF-8 text has.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The line of the text in which the place is, as much of it as fits one, and a mark below the place.
std::string marked(std::string_view text, std::size_t place) {
  const std::size_t line = place == 0 ? 0 : text.find_last_of("\n\r", place - 1) + 1;  // npos + 1 is 0
  std::size_t begin = std::max(line, place - std::min(place, most_shown_on_a_side));
  while (begin < place && continues_character(text[begin])) ++begin;
  std::size_t end = std::min({text.size(), text.find_first_of("\n\r", place), place + most_shown_on_a_side});
  while (end < text.size() && continues_character(text[end])) ++end;
  const std::string_view before = begin > line ? "..." : "", after = end < text.size() ? "..." : "";
  std::string shown(text.substr(begin, end - begin));
  std::ranges::replace(shown, '\t', ' ');
  const std::size_t blanks = before.size() + characters(text.substr(begin, place - begin));
  return fmt::format("\n    {}{}{}\n    {:>{}}", before, shown, after, "^", blanks + 1);
}

}  // namespace

ExpressionText::ExpressionText(std::string_view text, std::size_t most_bytes) : text_(text) {
  if (text.size() > most_bytes)
    throw InputError("", fmt::format("has {} bytes; an expression has at most {}", text.size(), most_bytes));
}

std::size_t ExpressionText::next() { return at_ += span(text_.substr(at_), is_space).size(); }

bool ExpressionText::begins_with_digit() { return !ended() && is_digit(here()); }

bool ExpressionText::take(const Symbols& symbols) {
  const std::string_view rest = text_.substr(next());
  const auto found = std::ranges::find_if(
      symbols, [rest](std::string_view symbol) { return !symbol.empty() && rest.starts_with(symbol); });
  if (found == symbols.end()) return false;
  at_ += found->size();
  return true;
}

std::string_view ExpressionText::name() {
  const std::string_view read = text_.substr(next()).substr(0, name_length(text_.substr(at_)));
  at_ += read.size();
  return read;
}

Decimals ExpressionText::decimals() {
  const std::size_t place = next();
  const std::string_view whole = digits(), places = fraction();
  const int exponent = power_of_ten();
  if (whole.size() + places.size() > most_digits)
    fail(place, fmt::format("a number has at most {} digits", most_digits));
  const int last = exponent - static_cast<int>(places.size());
  const double rounding = places.size() >= rounded_places ? 0.5 * std::pow(10., last) : 0;
  return {std::string(text_.substr(place, at_ - place)), rounding};
}

void ExpressionText::fail(std::size_t place, const std::string& reason) const {
  throw InputError(
      "", fmt::format("character {}: {}{}", characters(text_.substr(0, place)) + 1, reason, marked(text_, place)));
}

std::string_view ExpressionText::digits() {
  const std::string_view read = span(text_.substr(at_), is_digit);
  at_ += read.size();
  return read;
}

std::string_view ExpressionText::fraction() {
  if (here() != '.') return {};
  ++at_;
  const std::string_view places = digits();
  if (places.empty()) fail(at_, "a digit is expected after the point");
  return places;
}

int ExpressionText::power_of_ten() {
  if (here() != 'e' && here() != 'E') return 0;
  ++at_;
  const bool negative = here() == '-';
  if (negative || here() == '+') ++at_;
  const std::size_t place = at_;
  const std::string_view read = digits();
  if (read.empty()) fail(place, "a digit is expected in the power of ten");
  if (read.size() > most_exponent_digits)
    fail(place, fmt::format("a power of ten has at most {} digits", most_exponent_digits));
  int exponent = 0;
  std::from_chars(read.data(), read.data() + read.size(), exponent);
  return negative ? -exponent : exponent;
}

bool is_name(std::string_view text) { return !text.empty() && name_length(text) == text.size(); }

bool has_name(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const std::size_t length = name_length(text), digits = std::max<std::size_t>(part_of_name(text), 1);
    if (length > 0 && text.substr(0, length) == name) return true;
    text.remove_prefix(length > 0 ? length : digits);
  }
  return false;
}

}  // namespace nonholo
