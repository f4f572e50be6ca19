// The result of a run as bytes, for the folder of results to keep until its experiment is finished.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <optional>
#include <string>

namespace nonholo {

/// All but the method, which the experiment names.
std::string saved(RunResult result);

/// The result of this run; nothing where the bytes are not those of one.
std::optional<RunResult> loaded(std::string bytes, const RunSpec& run);

}  // namespace nonholo
