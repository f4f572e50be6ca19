// A number of a file written as an expression, "2*pi/100", in the grammar of systems (framework/expression/parser.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/system/text_system.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// What names in the expressions of numbers stand for.
using NamedNumbers = std::map<std::string, Number, std::less<>>;

/// The value of the expression, to the digits of quadruple precision: a run in any precision rounds it once.
/// @param defined names for expressions in the names, as far as those are known
/// @throws InputError, with no key, that tells the character (from 1), the reason and the nearest names; where the
///         value is not finite.
Number number_expression(std::string_view text, const NamedNumbers& names = {},
                         const std::vector<TextNamed>& defined = {});

}  // namespace nonholo
