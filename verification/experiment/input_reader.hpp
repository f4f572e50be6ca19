// An entry of [input] of an experiment file: a number, an expression of t, or a table of values over time, in the file
// or as CSV. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <string>

namespace nonholo {

/// @param input [input], which has the name
/// @param written what a CSV file holds is appended: an experiment with other values is another one
/// @throws InputError with file, line and key; for what is wrong in a CSV file with its name and line in the message.
TextInput read_input(const TomlTable& input, const std::string& name, std::string& written);

}  // namespace nonholo
