// A problem of the catalogue as [system] and [problem] of an experiment file: its functions, recorded as expressions
// (ProblemEntry::trace), as text.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>

#include <string>

namespace nonholo {

/// With the start of the first setup. What the problem says of itself beside its equations, an exact solution for one,
/// is left out. Constants have the digits of double.
/// @throws InputError for a problem whose functions are not recorded
std::string system_text(const ProblemEntry& problem);

}  // namespace nonholo
