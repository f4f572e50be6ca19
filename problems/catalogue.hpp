// Every problem by name.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/system/problem_entry.hpp>

#include <vector>

namespace nonholo {

const Catalogue<ProblemEntry>& problem_catalogue();

/// Problems of one's own, to be found beside them: at the start of a program. @throws InputError for a name that is
/// taken.
void add_problems(std::vector<ProblemEntry> problems);

}  // namespace nonholo
