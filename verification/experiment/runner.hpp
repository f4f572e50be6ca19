// Running an experiment: first everything is made and checked, then the runs go, in parallel, each watched step by
// step, and are kept as they end; then their ends are compared with reference solutions, which may take longer than all
// of them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

struct RunOptions {
  ResultsFolder* results = nullptr;  ///< where a CSV per run is written, and each run kept once it is finished
  long sample = 1;                   ///< every how many steps the CSV has a row; first and last always
  int jobs = 1;                      ///< runs at a time
  bool quick = false;                ///< leave out runs marked quick = false
  bool figures = false;              ///< make the figures that the file asks for
  std::string fingerprint = {};      ///< of what is run, beside results
  bool resume = false;               ///< take over what is finished there under it, and go on with what was left
  std::chrono::duration<double> checkpoint_every = std::chrono::seconds(30);
  std::function<void(const std::string& line)> say = {};  ///< of what a run is about to take, from its thread
  const std::atomic<bool>* stop = nullptr;             ///< ends runs after the step that they are at, once it is true
  long most_steps = std::numeric_limits<long>::max();  ///< a run that takes more is interrupted
};

/// How far the runs are, for a progress bar; updated from their threads.
struct Progress {
  std::atomic<double> done = 0;  ///< in runs: 1.5 is one run and half of another

  /// What is done beside runs, in words, as long as this object is there.
  class Task {
   public:
    Task(Progress& progress, std::string words) : progress_(progress), words_(std::move(words)) {
      const std::lock_guard lock(progress_.mutex_);
      progress_.tasks_.push_back(words_);
    }
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task() {
      const std::lock_guard lock(progress_.mutex_);
      progress_.tasks_.erase(std::ranges::find(progress_.tasks_, words_));
    }

   private:
    Progress& progress_;
    std::string words_;
  };

  /// The first of them; empty where there is none.
  std::string task() const {
    const std::lock_guard lock(mutex_);
    return tasks_.empty() ? "" : tasks_.front();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> tasks_;
};

class PreparedRun;

/// An experiment whose systems and integrators are made, whose starts and time spans are checked: all that can be wrong
/// with its file is known.
class PreparedExperiment {
 public:
  /// @throws InputError with file and line of the [[run]].
  explicit PreparedExperiment(Experiment experiment);
  PreparedExperiment(PreparedExperiment&&) noexcept;
  ~PreparedExperiment();

  const Experiment& experiment() const { return *experiment_; }

  /// The result refers to the experiment. @throws OutputError when something cannot be written; numerical failures are
  /// in the result.
  ExperimentResult run(const RunOptions& options, Progress& progress) const;

 private:
  std::unique_ptr<const Experiment> experiment_;
  std::vector<std::unique_ptr<PreparedRun>> runs_;
};

}  // namespace nonholo
