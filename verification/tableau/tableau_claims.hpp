// A tableau file's claims, held against what can be computed about its tableaus.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/tableau/tableau_facts.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>

#include <vector>

namespace nonholo {

struct ClaimVerdict {
  Claim claim;
  const Fact* fact;  ///< the property claimed
  bool holds;
  bool open = false;  ///< theory does not tell: it counts as holding
};

/// @param known facts of the set, which must outlive the verdicts
std::vector<ClaimVerdict> judge_claims(const std::vector<Claim>& claims, const std::vector<Fact>& known);

}  // namespace nonholo
