// Reads a [[run]] into one RunSpec for each combination of its lists. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/problem_reader.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

class RunReader {
 public:
  /// @param problems what [problem] made: each run of the file begins as one of them
  RunReader(const RunProduct& problems, const ProblemReader& problem, Experiment& experiment)
      : problems_(problems),
        problem_(problem),
        experiment_(experiment) {}

  std::vector<RunSpec> read(const TomlTable& table);

 private:
  class OneMethod;
  struct Zip;
  std::vector<RunSpec> read(const TomlTable& table, const Zip& zip);
  std::vector<std::string> columns_of(const TomlTable& table);
  const GivenTableau& tableau_in(const std::filesystem::path& file);

  const RunProduct& problems_;
  const ProblemReader& problem_;
  Experiment& experiment_;
  std::optional<Catalogue<CsvColumn>> columns_;             // of states
  std::map<std::filesystem::path, GivenTableau> tableaus_;  // of the files read so far
};

}  // namespace nonholo
