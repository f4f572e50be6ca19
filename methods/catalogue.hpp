// Every integrator of this folder by name, and every solver. (Baselines stand in adapters/, tableaus in tableaus/.)
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo {

/// "native", to round-off, and "simplified_newton".
std::vector<SolverEntry> method_solvers();

/// The methods, taking the solvers given for their key `solver`, the tableaus of the source for `tableau` and `stages`,
/// and other methods for `base`.
std::vector<MethodEntry> integrator_entries(const std::vector<SolverEntry>& solvers,
                                            const TableauSource& tableau = known_tableau,
                                            const FindMethod& find_base = {});

}  // namespace nonholo
