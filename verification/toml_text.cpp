#include <nonholo/verification/toml_text.hpp>

#include <nonholo/framework/error.hpp>

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

/// The length of the string or comment that begins the text; 0 when none does.
std::size_t quoted_length(std::string_view text) {
  if (text[0] == '#') return std::min(text.find('\n'), text.size());
  if (text[0] != '"' && text[0] != '\'') return 0;
  const bool many_lines = text.size() >= 3 && text[1] == text[0] && text[2] == text[0];
  const std::string_view quote = text.substr(0, many_lines ? 3 : 1);
  for (std::size_t i = quote.size(); i < text.size(); ++i) {
    if (text[0] == '"' && text[i] == '\\') ++i;
    else if (text.substr(i).starts_with(quote)) return i + quote.size();
    else if (text[i] == '\n' && !many_lines) return i;
  }
  return text.size();
}

std::size_t word_length(std::string_view text) {
  const auto in_word = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '+' || c == '-' || c == '.' || c == ':'; };
  return static_cast<std::size_t>(std::ranges::find_if_not(text, in_word) - text.begin());
}

/// The number that the word is, as the nearest double; nothing when it is none, or the parser can read it.
std::optional<std::string> shortened(std::string_view word) {
  std::string digits(word.substr(word.starts_with('+') ? 1 : 0));
  std::erase(digits, '_');
  const char *const begin = digits.data(), *const end = begin + digits.size();
  std::int64_t whole = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, whole); stop == end && error == std::errc()) return std::nullopt;
  if (word.size() <= most_characters && word.find_first_of(".eE") != word.npos) return std::nullopt;
  double value = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, value); stop != end || error != std::errc()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

/// What stands behind a word tells whether it is a key.
bool is_key(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(" \t");
  return next != behind.npos && behind[next] == '=';
}

}  // namespace

TomlText with_long_numbers_shortened(std::string_view toml) {
  TomlText out;
  long line = 1, column = 1;
  while (!toml.empty()) {
    const std::size_t quoted = quoted_length(toml), length = quoted > 0 ? quoted : std::max<std::size_t>(word_length(toml), 1);
    const std::string_view part = toml.substr(0, length);
    toml.remove_prefix(length);
    const bool may_be_number =
        quoted == 0 && (part[0] == '+' || part[0] == '-' || part[0] == '.' || (part[0] >= '0' && part[0] <= '9')) && !is_key(toml);
    const auto number = may_be_number ? shortened(part) : std::nullopt;
    if (may_be_number) out.numbers.emplace(std::pair(line, column), part);
    const std::string_view kept = number ? std::string_view(*number) : part;
    for (const char c : kept) {
      const bool new_line = c == '\n', continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // bytes 2, 3, ... of a UTF-8 character
      line += new_line;
      column = new_line ? 1 : column + !continues;
    }
    out.text += kept;
  }
  return out;
}

TomlText toml_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text;
  for (std::array<char, 4096> block; in.read(block.data(), block.size()) || in.gcount() > 0;) text.append(block.data(), in.gcount());
  if (!in.eof() || in.bad()) throw InputError("", "cannot be read").at(file.string(), 0, "");
  return with_long_numbers_shortened(text);
}

}  // namespace nonholo
