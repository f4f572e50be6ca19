// The text of a node, as a user would type it, for messages that say what to write.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// What parsed() reads as this node; constants rounded to double. Empty where it would be longer than a text may be:
/// subexpressions that occur twice are written twice.
/// @param names of the variables by their numbers
std::string text_of(const Graph& graph, Node x, const std::map<int, std::string>& names);

/// Texts of nodes, and of what they share: names and texts, each in terms of those before it.
struct SharedTexts {
  std::vector<std::pair<std::string, std::string>> define;
  std::vector<std::string> texts;
};

/// A subexpression gets a name, e1, e2, ..., which no variable has, where all texts together are shorter with it.
/// Constants are rounded to double.
SharedTexts shared_texts(const Graph& graph, std::span<const Node> nodes, const std::map<int, std::string>& names);

}  // namespace nonholo
