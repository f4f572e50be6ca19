// Everything that can be computed about a tableau or a set of them, each with its defect and, for orders, the rule that
// was used.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nonholo {

/// One property. `defect` says by how much it is missed: of a number like B, by how much the first one that fails does.
struct Fact {
  std::string name;  ///< "order", "symmetric", "B"; of a part of a set "A2.symmetric"
  std::variant<bool, long, double, std::vector<double>, std::string> value;
  std::optional<double> defect = {};
  std::string note = {};  ///< what it means, which rule was used
};

/// The value as text: "yes", "4", "1 + 0.5 z".
std::string shown(const Fact& fact);

std::vector<Fact> facts(const TableauSet& set);

}  // namespace nonholo
