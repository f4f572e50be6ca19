// Where methods and baselines meet: every way to run a problem, by name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>

#include <vector>

namespace nonholo {

const Catalogue<MethodEntry>& method_catalogue();

/// Methods of one's own, to be found beside them: at the start of a program. @throws InputError for a name that is
/// taken.
void add_methods(std::vector<MethodEntry> methods);

/// What the key `solver` of methods with stage equations may say.
std::vector<SolverEntry> solvers();

}  // namespace nonholo
