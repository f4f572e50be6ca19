// A Runge-Kutta tableau, or a set of them, from a TOML file (docs/howto/tableau.md): numbers as expressions, and what
// the file claims about them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonholo {

/// A property that the file says its tableau has. It is told here, not checked.
struct Claim {
  std::string name;  ///< one of claim_keys(), tableau_keys.hpp
  std::variant<bool, long> claimed;
  int line;
};

struct TableauFile {
  TableauSet set;
  std::string reference;
  std::vector<Claim> claims;  ///< in the file's order
  std::filesystem::path file;
  std::string written;  ///< its text
};

/// @throws InputError with file, line, key ("A[1][2]") and reason.
TableauFile read_tableau_file(const std::filesystem::path& file);

/// The same from text; `file_name` is how errors call it, and its stem the tableau's name unless the text gives one.
TableauFile read_tableau_text(std::string_view toml, const std::string& file_name);

}  // namespace nonholo
