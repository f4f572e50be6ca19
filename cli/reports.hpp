// What sub-commands say, as values: for other front ends than the command line.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/contract/report.hpp>

#include <string>
#include <vector>

namespace nonholo::cli {

/// What `nonholo check NAME` says of a problem, a file with one (*.toml) or a method. @throws InputError
std::vector<ContractReport> contract_reports(const std::string& name);

/// What `nonholo list WHAT --json` prints of "problems", "methods", "tableaus" or "options". @throws InputError
std::string catalogue_json(const std::string& what);

}  // namespace nonholo::cli
