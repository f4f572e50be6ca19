// A run held against two others: the same with half the step, or a tenth of the tolerances; and one of a method that
// shares nothing with it. How many digits of the end agree. What nonholo run --check does.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <atomic>

namespace nonholo {

/// Adds two opinions to the result of a run that came to its end; none to others. One that is told to stop, once that
/// is true, says so.
void add_opinions(const Experiment& experiment, RunResult& result, const std::atomic<bool>* stop = nullptr);

}  // namespace nonholo
