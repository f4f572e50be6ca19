// The quantity `perturbation` of a run, where its file asks for it. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

namespace nonholo {

/// Whether an expectation or a figure asks for `perturbation` of the run.
bool asks_for_perturbation(const Experiment& experiment, const RunSpec& run);

/// Adds it to the result of a run that came to its end, or why it has none (contract/perturbation.hpp). Computed in
/// double, by a run of its own.
void add_perturbation(const RunSpec& run, RunResult& result);

}  // namespace nonholo
