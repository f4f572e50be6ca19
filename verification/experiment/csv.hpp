// The trajectory of a run as a CSV file: t, q, v, lambda (recomputed, full order), energy error, constraint residual.
// States have all the digits of their precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/monitor.hpp>

#include <filesystem>
#include <fstream>
#include <memory>

namespace nonholo {

template <class Real> class CsvWriter {
 public:
  /// Creates the file and its folder. @throws InputError (key "--out") when it cannot.
  CsvWriter(const std::filesystem::path& file, const System<Real>& system, long sample);

  /// Writes a row when the step is due.
  void operator()(const Observation<Real>& seen, const Monitor<Real>& monitor);

  /// Writes the last state if it was not due. @throws InputError when the disk did not take everything.
  void finish(const Observation<Real>& last, const Monitor<Real>& monitor);

 private:
  void row(const View<Real>& state, const Monitor<Real>& monitor);

  std::filesystem::path path_;
  std::ofstream file_;
  std::unique_ptr<Probe<Real>> probe_;
  std::vector<Real> lambda_;
  std::string line_;
  long sample_, last_written_ = -1;
};

/// A label as a file name: letters, digits and . _ - stay, runs of anything else become one _; of long ones the
/// beginning.
std::string file_name(const std::string& label);

}  // namespace nonholo
