// Results as JSON, the document that `nonholo run --json` prints (docs/reference/json.md).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/provenance.hpp>
#include <nonholo/verification/experiment/result.hpp>

#include <string>
#include <vector>

namespace nonholo::program {

/// One experiment as it stands in "experiments".
std::string to_json(const ExperimentResult& result, const Provenance& provenance);

/// {"schema": 1, "experiments": [...]} of experiments already in JSON; with "not_run": [{"file", "line", "key",
/// "message"}] where files could not be run.
std::string json_document(const std::vector<std::string>& experiments, const std::vector<InputError>& not_run = {});

/// {"schema": 1, "error": {"file", "line", "key", "message"}}.
std::string to_json(const InputError& error);

}  // namespace nonholo::program
