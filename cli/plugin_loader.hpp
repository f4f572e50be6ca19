// Plug-ins of the command line (plugin.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace nonholo::cli {

/// What the library holds is in the catalogues from now on. Nothing of it runs before its identity is found to be that
/// of this program. @throws InputError (key "--plugin") for a file that is missing, no plug-in, one of another build,
/// or one with a name that is taken.
void load_plugin(const std::string& file);

}  // namespace nonholo::cli
