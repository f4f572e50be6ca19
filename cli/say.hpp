// What the program says: results to stdout, which has to take them; messages to stderr, which may take them or not.
// Characters that would move a terminal's cursor or colour it are told as \x1b.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace nonholo::cli {

/// With control characters but the ends of lines and tabs spelt out.
std::string printable(std::string_view text);

/// To stdout, at once. @throws OutputError when it does not take it.
void tell(std::string_view text);

/// A line to stderr, "nonholo: " before it.
void remark(std::string_view message);

}  // namespace nonholo::cli
