// The baselines by name: the standard solvers people use today, on forms of the same problem made for them here; and
// other people's solvers of nonlinear equations for our methods.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>

namespace nonholo {

std::vector<MethodEntry> baseline_entries();
std::vector<SolverEntry> baseline_solvers();

}  // namespace nonholo
