// The folder that a command is told to write to.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace nonholo::cli {

/// Makes the folder of --out, for a file of that name to be written there: better known before the work than after it.
/// Nothing where no folder is asked for. @throws InputError (--out) where the name is that of a file, or the file's is
/// that of a folder. @throws OutputError where the system does not let it be made or written.
void make_out_folder(const std::string& out, std::string_view file);

/// What goes to the folder of an experiment's name comes from one source alone. `sources`: of the names so far.
/// @throws InputError (--out) where it has another
void refuse_namesakes(const std::string& name, const std::filesystem::path& source,
                      std::map<std::string, std::filesystem::path>& sources);

}  // namespace nonholo::cli
