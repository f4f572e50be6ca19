// Why a run has no value of a quantity: what stands beside each null in JSON and each - in tables.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/keys.hpp>

#include <string>
#include <string_view>

namespace nonholo {

/// One clause; empty where the run has a value.
std::string reason(const Quantity& quantity, const RunResult& run);
/// The same of a quantity by its name, or of an expression.
std::string reason(std::string_view quantity, const RunResult& run);

}  // namespace nonholo
