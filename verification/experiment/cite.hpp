// What a name, an experiment or a result used of the literature.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nonholo::program {

/// BibTeX of what the names used, each entry once, nonholo itself first. A name is that of a problem, method, tableau,
/// solver or bibliography entry, of an experiment (file, folder or name as for `nonholo run`) or a results.json: then
/// of everything that it ran.
/// @param folders where experiments are searched (locate.hpp)
/// @throws InputError naming the nearest.
std::string cite(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& folders);

}  // namespace nonholo::program
