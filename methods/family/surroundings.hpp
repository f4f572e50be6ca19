// What the families of methods are handed from above, because they do not know it: solvers that stand in adapters/,
// tableaus that stand in files, methods of other families. Every family's entries.cpp makes its list with these.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/methods/family/stage_solvers.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <vector>

namespace nonholo {

struct Surroundings {
  StageSolvers solvers;
  TableauSource tableau;
  FindMethod method;  ///< asked when a method is made, long after the lists are
};

using Entries = std::vector<MethodEntry>;

}  // namespace nonholo
