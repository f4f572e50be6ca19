// Results as a table for a terminal.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <string>

namespace nonholo::program {

/// Title, one row per run, the verdicts, and a line for each failure.
std::string to_table(const ExperimentResult& result);

}  // namespace nonholo::program
