// From the text of an expression to its node in a graph.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>

#include <map>
#include <string>
#include <string_view>

namespace nonholo {

/// What the names of an expression stand for.
using NamedNodes = std::map<std::string, Node, std::less<>>;

/// + - * /, powers (^ or **), the functions of function_names(), parentheses, numbers, which keep all their digits, and
/// the names, `pi` among them unless it is one of theirs.
/// @throws InputError, with no key, that tells the character (from 1) and the reason; for names the nearest.
Node parsed(Graph& graph, std::string_view text, const NamedNodes& names);

/// Whether a function is called that, or a constant: names that stand for nothing else.
bool is_reserved_name(std::string_view name);

}  // namespace nonholo
