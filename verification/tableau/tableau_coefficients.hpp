// The matrices and vectors of a tableau file, made a set of tableaus.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

#include <string>

namespace nonholo {

class TomlTable;

/// @param table the file's, with b, the matrices and what else belongs to them (tableau_keys.hpp)
/// @throws InputError with file, line, key ("A[1][2]") and reason.
TableauSet read_coefficients(const TomlTable& table, const std::string& name);

}  // namespace nonholo
