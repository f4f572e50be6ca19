// What people write in expressions who come from SymPy, Mathematica, Matlab, NumPy, LaTeX or paper, and what they write
// here instead. What has one meaning is read (graph_parser.cpp); for the rest these functions give the words.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nonholo {

/// Names of functions of time, each with the name of its rate: "theta" with "vtheta"; "" where the rate has no name.
using NamesOfRates = std::map<std::string, std::string, std::less<>>;

/// What to write in the place of an unknown name: "the velocity of theta is vtheta". Empty where nothing is known.
std::string advice_on_name(std::string_view name, const NamesOfRates& rates);

/// What to write in the place of an unknown function.
std::string advice_on_function(std::string_view name);

/// What to write in the place of a sign that no expression has, the first of `rest`; `before` stands before it.
std::string advice_on_sign(std::string_view before, std::string_view rest, const NamesOfRates& rates);

/// Whether Python programs import functions under this name: the np of np.sin.
bool is_module(std::string_view name);

/// The name here of a function that Mathematica calls with square brackets: "asin" of "ArcSin". Empty for others.
std::string from_mathematica(std::string_view name);

}  // namespace nonholo
