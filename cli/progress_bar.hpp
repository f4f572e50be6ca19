// How far the work is, on stderr: on a terminal a bar with the time left, or what is done beside the runs; else a line
// a minute.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/runner.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace nonholo::cli {

class ProgressBar {
 public:
  /// @param total the value of progress.done at which everything is done
  /// @param watch called ten times a second beside it, wanted or not
  ProgressBar(const Progress& progress, double total, bool wanted, std::function<void()> watch = {});
  ~ProgressBar();

 private:
  void show();
  void draw() const;
  void tell();
  std::string rest() const;
  double elapsed() const;

  const Progress& progress_;
  double total_;
  bool shows_, draws_;
  double next_line_;  // of those a minute [s]
  std::string task_;  // beside the runs, as seen last
  double task_begin_ = 0;
  bool task_told_ = false;
  std::function<void()> watch_;
  std::chrono::steady_clock::time_point begin_;
  std::jthread painter_;
};

}  // namespace nonholo::cli
