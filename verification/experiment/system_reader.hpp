// [system] of an experiment file: a system as text (framework/system/text_system.hpp), in the place of a problem's
// name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <memory>

namespace nonholo {

/// @throws InputError with file, line and key, and what is wrong in an expression with a mark below the place.
std::shared_ptr<const ProblemEntry> read_system(const TomlTable& table);

}  // namespace nonholo
