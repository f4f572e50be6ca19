// One run of an experiment, made and checked, whatever its precision; what is made of it while it goes, and how it is
// left and taken up again. Private header of verification/.
//
// A run is left where it can be continued to the last bit: at every so many steps the integrator gives way to a fresh
// one that takes over (Integrator::save), whether or not anybody leaves it there; and once in a while all that was
// known there is written as a checkpoint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/experiment/shared_references.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace nonholo {

/// What took less long is computed again rather than synced, should power be lost [s].
inline constexpr double worth_a_sync = 0.2;

inline bool is_set(const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); }

/// What a run has around it when it goes.
struct RunSurroundings {
  const RunOptions& options;
  AllReferences& references;
  Progress& progress;
  std::string no_reference;  ///< why the end is compared with no reference solution, or empty
  /// Of its CSV and its checkpoint, without the ending; nothing where none are wanted.
  std::optional<std::filesystem::path> file = {};

  const std::atomic<bool>* failing = nullptr;  ///< another run could not write

  bool stopped() const { return is_set(options.stop) || is_set(failing); }
  bool stopped(long step) const { return stopped() || step >= options.most_steps; }
  std::filesystem::path csv() const { return file->string() + ".csv"; }
  std::filesystem::path checkpoint() const { return file->string() + ".checkpoint"; }
};

/// What came of it, and its CSV.
struct Executed {
  RunResult result;
  std::optional<FileStamp> csv = {};
};

class PreparedRun {
 public:
  explicit PreparedRun(const RunSpec& run) : spec(run) {}
  virtual ~PreparedRun() = default;
  /// Keeps what the figures of the experiment need, in the next execution.
  virtual void draw(const Experiment& experiment) = 0;
  /// A run that was told to stop ends as Outcome::interrupted and has no CSV.
  virtual Executed execute(RunSurroundings around) = 0;
  /// What there is to say of a run that was stopped before it began.
  virtual RunResult not_begun() const = 0;

  const RunSpec& spec;
};

/// @throws InputError with file and line of the [[run]].
std::unique_ptr<PreparedRun> prepared(const Experiment& experiment, const RunSpec& run);

}  // namespace nonholo
