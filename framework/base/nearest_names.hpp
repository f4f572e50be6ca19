// Names that somebody may have meant.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// Those worth suggesting, the nearest first, three at most: near in spelling, or containing the name, or contained in
/// it (which says something from three letters on).
std::vector<std::string_view> nearest_names(std::string_view name, const std::vector<std::string_view>& known);

/// "; did you mean 'y' or 'z'?" of the nearest; empty where none is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace nonholo
