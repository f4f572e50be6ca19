// A run whose members begin at many starts, and whose states are reduced over all of them. Private header of
// verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/prepared_run.hpp>

#include <memory>

namespace nonholo {

/// @throws InputError for what the first member cannot do
std::unique_ptr<PreparedRun> prepared_ensemble(const Experiment& experiment, const RunSpec& run);

}  // namespace nonholo
