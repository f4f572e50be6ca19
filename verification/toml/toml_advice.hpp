// What is wrong with a TOML text, in the words of those who write experiment files.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace nonholo {

/// What to write where the parser of TOML stopped.
/// @param line, column where it did, from 1, columns in characters
/// @param description what it says itself, which is the answer where nothing better is known
std::string toml_advice(std::string_view text, long line, long column, std::string_view description);

/// What to write for characters beyond ASCII that stand outside of quotes in this line, from 1.
std::string beyond_ascii_advice(std::string_view text, long line);

}  // namespace nonholo
