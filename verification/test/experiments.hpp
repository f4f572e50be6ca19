// Experiments for tests, written as their TOML text. The sleigh "rotating" runs from t = 0 to 1.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/runner.hpp>

#include "temporary_folder.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace nonholo::test {

// lines 1 to 3
inline const std::string sleigh = "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\n";
// lines 1 to 3
inline const std::string disk = "[problem]\nname = \"vertical_rolling_disk\"\nsetup = \"hilden_2_1_2\"\n";
// three lines
inline const std::string midpoint = "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.1\n";

inline Experiment read(const std::string& toml) {
  const TemporaryFolder folder;
  return read_experiment(folder.write("experiment.toml", toml), "experiment");
}

inline std::vector<std::string> labels(const std::string& toml) {
  std::vector<std::string> all;
  for (const RunSpec& run : read(toml).runs) all.push_back(run.label);
  return all;
}

/// The error that reading and checking the text raises; one with the message "accepted" when it raises none.
inline InputError refusal(const std::string& toml) try {
  const PreparedExperiment prepared(read(toml));
  return {"", "accepted"};
} catch (const InputError& error) {
  return error;
}

/// What came of the text's experiment. The experiment lives as long as this does.
struct Finished {
  explicit Finished(const std::string& toml, const RunOptions& options = {}) : experiment(read(toml)) {
    Progress progress;
    result = experiment.run(options, progress);
  }

  PreparedExperiment experiment;
  ExperimentResult result;
};

}  // namespace nonholo::test
