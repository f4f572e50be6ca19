// The starts of runs, `initial = { q = [...], v = [...] }` or a list of these. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/run_product.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// Each run once for each start that a key of the table gives, usually `initial`. An entry may be an expression of
/// parameters, t and the entries before it by the names of coordinates and velocities, and of what is defined in terms
/// of these; or a list, which sweeps it.
/// @throws InputError with the place of what is wrong.
void multiply_starts(RunProduct& runs, const TomlTable& table, std::string_view key,
                     const std::vector<std::string>& coordinates, const std::vector<TextNamed>& defined);

}  // namespace nonholo
