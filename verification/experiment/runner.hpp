// Running an experiment: first everything is made and checked, then the runs go, in parallel, each watched step by
// step.
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

namespace nonholo {

struct RunOptions {
  std::optional<std::filesystem::path> out;  ///< a CSV per run is written below it
  long sample = 1;                           ///< every how many steps the CSV has a row; first and last always
  int jobs = 1;                              ///< runs at a time
  bool quick = false;                        ///< leave out runs marked quick = false
};

/// How far the runs are, for a progress bar; updated from their threads.
struct Progress {
  std::atomic<double> done = 0;  ///< in runs: 1.5 is one run and half of another
};

/// Makes every run's integrator and checks its start and time span, without running anything.
/// @throws InputError with file and line of the [[run]].
void check(const Experiment& experiment);

/// @throws InputError as check() does, and when a file below `out` cannot be written. Numerical failures are in the
///         result.
ExperimentResult run(const Experiment& experiment, const RunOptions& options, Progress& progress);

}  // namespace nonholo
