// TOML text with numbers of any length, for a parser that takes 64-bit integers and numbers of a hundred characters;
// the digits are kept beside it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace nonholo {

struct TomlText {
  std::string written;  ///< as it stands in the file
  std::string text;     ///< what the parser gets
  /// (line, column) in `text`, from 1, columns in characters -> the number as it was written
  std::map<std::pair<long, long>, std::string> numbers;
};

/// Every decimal number that the parser would refuse, or round as an integer, is replaced by the nearest double; the
/// rest stays.
TomlText with_long_numbers_shortened(std::string_view toml);

/// The first line, from 1, with a character that TOML has in strings and comments only, those beyond ASCII; 0 when
/// there is none. toml++ 3.3 and 3.4 are undefined on some of them, and so on those that follow a backslash at the end
/// of a line in a string: these count as well.
long line_beyond_ascii(std::string_view toml);

/// The first line, from 1, with a dotted key of more than 32 parts; 0 when there is none. toml++ makes tables in tables
/// of them, without a limit, and runs out of stack when it leaves them.
long line_of_deep_key(std::string_view toml);

/// The file's text so prepared. @throws InputError when it cannot be read, is a pipe or a device, or larger than 16
/// MiB.
TomlText toml_text(const std::filesystem::path& file);

}  // namespace nonholo
