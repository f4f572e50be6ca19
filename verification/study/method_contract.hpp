// The contract suite of a method of the catalogue: check_method() with each of its trials and variants, on problems of
// every kind that it takes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/verification/contract/report.hpp>

#include <vector>

namespace nonholo {

/// On constant mass, M(q), a skew-gradient system and a DAE, those of these that the method takes; where it takes none,
/// on the first problem of the catalogue that it takes, with a setup. A report for each choice and problem.
/// @throws InputError (key "METHOD") where it takes no problem at all.
std::vector<ContractReport> check_method_entry(const MethodEntry& method);

}  // namespace nonholo
