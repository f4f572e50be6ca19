// A progress bar on stderr with the time left; nothing when stderr is not a terminal.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/runner.hpp>

#include <chrono>
#include <string>
#include <thread>

namespace nonholo::cli {

class ProgressBar {
 public:
  /// @param total the value of progress.done at which everything is done
  ProgressBar(const Progress& progress, double total, bool wanted);
  ~ProgressBar();

 private:
  void draw() const;

  const Progress& progress_;
  double total_;
  std::chrono::steady_clock::time_point begin_;
  std::jthread painter_;
};

}  // namespace nonholo::cli
