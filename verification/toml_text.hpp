// The text of an experiment file, made fit for a parser that takes neither whole numbers beyond 64 bits nor numbers of many digits.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nonholo {

/// Numbers that are too long for the parser become the nearest double. Strings, comments, keys and line numbers stay.
std::string with_long_numbers_shortened(std::string_view toml);

/// The file's text, long numbers shortened. @throws InputError when it cannot be read.
std::string toml_text(const std::filesystem::path& file);

}  // namespace nonholo
