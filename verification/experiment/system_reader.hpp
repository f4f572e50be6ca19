// [system] of an experiment file: a system as text (framework/system/text_system.hpp), in the place of a problem's
// name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

/// What a [system] is, how its parameters follow from each other, and what it calls by names: the z of a DAE, as z_1,
/// ..., what it defines and what it says is conserved, each in terms of the state and of those before it.
struct OwnSystem {
  std::shared_ptr<const ProblemEntry> entry;
  std::vector<TextNamed> parameters, names;
};

/// @param input [input], if there is one; CSV files are looked for in the folder of its file
/// @param written what the files of inputs hold is appended
/// @throws InputError with file, line and key, and what is wrong in an expression with a mark below the place.
OwnSystem read_system(const TomlTable& table, const std::optional<TomlTable>& input, std::string& written);

}  // namespace nonholo
