// From the text of an expression to its node in a graph.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/foreign_notation.hpp>
#include <nonholo/framework/expression/graph.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nonholo {

/// What the names of an expression stand for.
using NamedNodes = std::map<std::string, Node, std::less<>>;

/// Functions of one argument beside those of function_names(): what node a call is. They throw InputError with no key.
using MoreFunctions = std::map<std::string, std::function<Node(Graph& graph, Node argument)>, std::less<>>;

/// + - * /, powers (^ or **), the functions of function_names() and more, parentheses, numbers, which keep all their
/// digits, and the names, `pi` among them unless it is one of theirs. What other notations have with one meaning is
/// read: 3x, x², θ, sec(x), heaviside(x), np.sin(x), Sin[x] and, of the names in `rates`, x(t) and Derivative(x(t), t).
/// @throws InputError, with no key, that tells the character (from 1), the reason, and what to write; for names the
///         nearest.
Node parsed(Graph& graph, std::string_view text, const NamedNodes& names, const MoreFunctions& more = {},
            const NamesOfRates& rates = {});

/// The same of a text that is zero, or an equation a = b, which stands for a - b.
Node parsed_equation(Graph& graph, std::string_view text, const NamedNodes& names, const NamesOfRates& rates);

/// Whether a function is called that, or a constant: names that stand for nothing else.
bool is_reserved_name(std::string_view name);

}  // namespace nonholo
