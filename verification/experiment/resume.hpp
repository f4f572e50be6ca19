// Results of an earlier `nonholo run --out DIR`, to be kept instead of computed again.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>

#include <filesystem>
#include <map>
#include <string>

namespace nonholo::program {

/// Identifies what was run: the file's text and that of its tableau files, the mode, the rows of its CSV files and the
/// program's version. Equal fingerprints give equal results.
std::string fingerprint(const Experiment& experiment, bool quick, long sample);

struct KeptResult {
  std::string fingerprint, json;
  int exit_code;
};

/// The experiments in a results.json by name; empty when there is no such file or it cannot be read.
std::map<std::string, KeptResult> kept_results(const std::filesystem::path& file);

}  // namespace nonholo::program
