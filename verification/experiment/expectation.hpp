// Holding results against expectations.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

namespace nonholo {

/// Verdicts on those expectations whose runs are among the results (a quick run leaves some out).
std::vector<Verdict> judge(const std::vector<Expectation>& expectations, const Experiment& experiment,
                           const std::vector<RunResult>& runs);

}  // namespace nonholo
