// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/toml_text.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>

namespace nonholo {

namespace {

constexpr std::size_t most_characters = 100;  // of a number; toml++ takes a few more
constexpr std::size_t most_key_parts = 32;
constexpr std::size_t most_bytes = 16 << 20;

/// The quotes, two at most, that a string of many lines may have right before the three that end it; found behind the
/// first three.
std::size_t last_quotes(std::string_view text, char quote) {
  return std::min<std::size_t>(2, std::min(text.find_first_not_of(quote), text.size()));
}

/// The length of the string or comment that begins the text; 0 when none does.
std::size_t quoted_length(std::string_view text) {
  if (text[0] == '#') return std::min(text.find('\n'), text.size());
  if (text[0] != '"' && text[0] != '\'') return 0;
  const bool many_lines = text.size() >= 3 && text[1] == text[0] && text[2] == text[0];
  const std::string_view quote = text.substr(0, many_lines ? 3 : 1);
  for (std::size_t i = quote.size(); i < text.size(); ++i) {
    if (text[0] == '"' && text[i] == '\\') ++i;
    else if (text.substr(i).starts_with(quote))
      return i + quote.size() + (many_lines ? last_quotes(text.substr(i + quote.size()), text[0]) : 0);
    else if (text[i] == '\n' && !many_lines) return i;
  }
  return text.size();
}

std::size_t word_length(std::string_view text) {
  const auto in_word = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '+' || c == '-' || c == '.' || c == ':';
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(text, in_word) - text.begin());
}

/// The number that the word is, as the nearest double; nothing when it is none, or the parser can read it.
std::optional<std::string> shortened(std::string_view word) {
  std::string digits(word.substr(word.starts_with('+') ? 1 : 0));
  std::erase(digits, '_');
  const char *const begin = digits.data(), *const end = begin + digits.size();
  std::int64_t whole = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, whole); stop == end && error == std::errc())
    return std::nullopt;
  if (word.size() <= most_characters && word.find_first_of(".eE") != word.npos) return std::nullopt;
  double value = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, value); stop != end || error != std::errc())
    return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

/// What stands behind a word tells whether it is a key.
bool is_key(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(" \t");
  return next != behind.npos && behind[next] == '=';
}

bool beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Whether in this string, when it is one of many lines, a character beyond ASCII follows a backslash that continues
/// the line.
bool continued_beyond_ascii(std::string_view quoted) {
  if (!quoted.starts_with("\"\"\"")) return false;
  for (std::size_t i = quoted.find('\\'); i != quoted.npos; i = quoted.find('\\', i)) {
    const std::size_t next = std::min(quoted.find_first_not_of(" \t\r\n", i + 1), quoted.size());
    if (next > i + 1 && next < quoted.size() && beyond_ascii(quoted[next])) return true;
    i = next > i + 1 ? next : i + 2;
  }
  return false;
}

}  // namespace

TomlText with_long_numbers_shortened(std::string_view toml) {
  TomlText out{.written = std::string(toml), .text = {}, .numbers = {}};
  long line = 1, column = 1;
  while (!toml.empty()) {
    const std::size_t quoted = quoted_length(toml),
                      length = quoted > 0 ? quoted : std::max<std::size_t>(word_length(toml), 1);
    const std::string_view part = toml.substr(0, length);
    toml.remove_prefix(length);
    const bool may_be_number =
        quoted == 0 && (part[0] == '+' || part[0] == '-' || part[0] == '.' || (part[0] >= '0' && part[0] <= '9')) &&
        !is_key(toml);
    const auto number = may_be_number ? shortened(part) : std::nullopt;
    if (may_be_number) out.numbers.emplace(std::pair(line, column), part);
    const std::string_view kept = number ? std::string_view(*number) : part;
    for (const char c : kept) {
      // bytes 2, 3, ... of a UTF-8 character
      const bool new_line = c == '\n', continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
      line += new_line;
      column = new_line ? 1 : column + !continues;
    }
    out.text += kept;
  }
  return out;
}

long line_beyond_ascii(std::string_view toml) {
  if (toml.starts_with("\xEF\xBB\xBF")) toml.remove_prefix(3);  // the byte order mark that some editors write
  for (long line = 1; !toml.empty();) {
    const std::size_t quoted = quoted_length(toml);
    const std::string_view part = toml.substr(0, std::max<std::size_t>(quoted, 1));
    if (quoted > 0 ? continued_beyond_ascii(part) : beyond_ascii(part[0])) return line;
    line += std::ranges::count(part, '\n');
    toml.remove_prefix(part.size());
  }
  return 0;
}

long line_of_deep_key(std::string_view toml) {
  std::size_t parts = 0;
  for (long line = 1; !toml.empty();) {
    const std::size_t quoted = toml[0] == '#' ? 0 : quoted_length(toml);
    const std::size_t length = toml[0] == '#' ? quoted_length(toml) : std::max<std::size_t>(quoted, 1);
    const std::string_view part = toml.substr(0, length);
    const auto c = static_cast<unsigned char>(part[0]);
    const bool of_key = quoted > 0 || std::isalnum(c) || c == '_' || c == '-' || c == ' ' || c == '\t';
    parts = part[0] == '.' ? parts + 1 : of_key ? parts : 0;
    if (parts >= most_key_parts) return line;
    line += std::ranges::count(part, '\n');
    toml.remove_prefix(part.size());
  }
  return 0;
}

TomlText toml_text(const std::filesystem::path& file) {
  const auto refuse = [&file](const char* why) { throw InputError("", why).at(file.string(), 0, ""); };
  std::error_code unknown;
  const auto type = std::filesystem::status(file, unknown).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character ||
      type == std::filesystem::file_type::block || type == std::filesystem::file_type::socket)
    refuse("is no regular file: pipes and devices are not read");
  std::ifstream in(file, std::ios::binary);
  std::string text;
  for (std::array<char, 4096> block; in.read(block.data(), block.size()) || in.gcount() > 0;) {
    text.append(block.data(), in.gcount());
    if (text.size() > most_bytes) refuse("is larger than the limit of 16 MiB");
  }
  if (!in.eof() || in.bad()) refuse("cannot be read");
  return with_long_numbers_shortened(text);
}

}  // namespace nonholo
