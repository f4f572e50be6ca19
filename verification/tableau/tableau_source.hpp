// Tableaus by name or by file: wherever a tableau is named, the path of a tableau file (*.toml) does as well.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/tableaus/tableaus.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace nonholo {

/// Whether the text is a path and no name: it ends in .toml.
bool is_tableau_file(const std::string& text);

/// What the text is called in labels and reports: a name as it is, of a path the stem.
std::string tableau_label(const std::string& text);

/// A TableauSource (tableaus.hpp) that reads files, too. @throws InputError: known_tableau()'s, those of
/// read_tableau_file(), and (key "stages") when the file has another number of them.
TableauSet find_tableau(const std::string& text, std::optional<long> stages);

}  // namespace nonholo
