// A number written as an expression, "1/2 - sqrt(15)/10", computed to 80 digits. The numbers of a tableau file are such
// texts.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/tableau/exact_value.hpp>

#include <map>
#include <string>
#include <string_view>

namespace nonholo {

/// What names in an expression stand for.
using ExactConstants = std::map<std::string, ExactValue, std::less<>>;

/// Whether an expression may use the name: a letter or _ first, then digits too; "sqrt" is taken.
bool is_constant_name(std::string_view name);

/// The value of decimals, + - * /, powers (^ or **) with whole exponents from -100 to 100, sqrt(...), parentheses and
/// constants, and root(polynomial in x, guess): its real root next to the guess, to 80 digits; the characters of print
/// for these operators do as well. A decimal of 10 or more places counts as rounded in its last one, every other as
/// exact.
/// @throws InputError, with no key, that tells the character (from 1) and the reason.
ExactValue exact_expression(std::string_view text, const ExactConstants& constants = {});

}  // namespace nonholo
