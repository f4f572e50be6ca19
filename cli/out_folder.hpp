// The folder that a command is told to write to.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace nonholo::cli {

/// Makes the folder of --out, for a file of that name to be written there: better known before the work than after it.
/// Nothing where no folder is asked for. @throws InputError (--out) where there can be none, or no such file.
void make_out_folder(const std::string& out, std::string_view file);

}  // namespace nonholo::cli
