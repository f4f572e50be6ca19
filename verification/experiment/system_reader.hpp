// [system] of an experiment file: a system as text (framework/system/text_system.hpp), in the place of a problem's
// name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <memory>
#include <vector>

namespace nonholo {

/// What a [system] is, and how its parameters follow from each other.
struct OwnSystem {
  std::shared_ptr<const ProblemEntry> entry;
  std::vector<TextSystem::Named> parameters;
};

/// @throws InputError with file, line and key, and what is wrong in an expression with a mark below the place.
OwnSystem read_system(const TomlTable& table);

}  // namespace nonholo
