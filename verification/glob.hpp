// The globs of `nonholo verify`, `nonholo properties` and figures: the shell's *, ? and [...], on whole names.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fnmatch.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace nonholo {

/// Whether the glob matches one of the names.
inline bool glob_matches(const std::string& glob, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(
      names, [&](std::string_view name) { return fnmatch(glob.c_str(), std::string(name).c_str(), 0) == 0; });
}

}  // namespace nonholo
