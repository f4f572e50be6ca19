// What an experiment's problem is and where its runs begin: [problem], [system], and the file of its own that a system
// may stand in. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/experiment/run_product.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nonholo {

class ProblemReader {
 public:
  /// @param file the whole file; @param system a file whose system is taken instead of its own, or nothing
  ProblemReader(const TomlTable& file, const std::filesystem::path& system, Experiment& experiment);

  /// A run for each combination of the lists in [problem], those of starts aside.
  RunProduct read();

  /// Each run once for each start: those of the table, a [[run]], where it has some; else those of the problem.
  /// @throws InputError where a run has none, unless `none_too`, or an [[ensemble]] may give it.
  void multiply_starts(RunProduct& runs, const TomlTable& table, bool none_too = false) const;

  /// Whether another problem runs than the one that the experiment names.
  bool replaced() const { return replaced_; }

 private:
  void find_system(const std::filesystem::path& given);
  void find_system_of_file();
  void open(const std::filesystem::path& file);
  void take_system(const TomlTable& file);
  std::span<const TomlTable> told_problems() const;
  const TomlTable* having(std::string_view key) const;
  std::optional<TomlTable> having_parameter(const std::string& name) const;
  RunSpec first() const;
  void refuse_unknown_parameters() const;
  void multiply_setups(RunProduct& runs) const;
  void multiply_parameters(RunProduct& runs) const;
  void multiply_parameter(RunProduct& runs, std::size_t index) const;
  Number usual(std::size_t index, const RunSpec& run) const;
  void multiply_times(RunProduct& runs) const;
  void multiply_consistent(RunProduct& runs) const;
  void look_at_system(const RunProduct& runs);

  const TomlTable& file_;
  Experiment& experiment_;
  std::unique_ptr<TomlFile> system_file_;
  std::optional<TomlTable> own_parameters_;  // of the [system]
  std::vector<TomlTable> problems_;          // [problem] of the experiment, that of the system's file
  bool replaced_ = false;                    // the problem that the experiment names, by another
};

}  // namespace nonholo
