// Names that a text defines in terms of others, for the expressions that name them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include <string_view>
#include <vector>

namespace nonholo {

/// Adds to the names what the texts define, each in terms of the names and of those before it, as far as the expression
/// is made of it; the others are there to be told among the known names, as zero. A name that is there stays.
/// @throws InputError (no key) naming the definition that is not to be had, and why
void add_defined(Graph& graph, NamedNodes& names, std::string_view expression, const std::vector<TextNamed>& defined,
                 const NamesOfRates& rates = {});

}  // namespace nonholo
