// The trajectory of a run as a CSV file: t, q, v, lambda (recomputed, full order), energy, energy error, constraint
// residual, and the expressions that the experiment names, or those of these columns that the run asks for. Columns are
// called as expressions call them: x, vx, lambda1, energy. States have all the digits of their precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/catalogue.hpp>
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/run_expression.hpp>
#include <nonholo/verification/output/archive.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <filesystem>
#include <memory>

namespace nonholo {

struct CsvColumn {
  enum class Kind { time, coordinate, velocity, multiplier, energy, energy_error, constraint_residual, expression };
  std::string name;
  Kind kind;
  std::size_t index = 0;  ///< which coordinate, multiplier or expression
};

/// Those that every run of the system has without being told.
template <class Real> Catalogue<CsvColumn> state_columns(const System<Real>& system);

template <class Real> class CsvWriter {
 public:
  /// @param expressions  the texts of those whose values operator() is told; one that is the name of a column of the
  ///                     state has none of its own
  /// @param chosen  names of columns and texts of expressions, those that the file has; of none all
  CsvWriter(const std::filesystem::path& file, const System<Real>& system, const std::vector<std::string>& expressions,
            const std::vector<std::string>& chosen, long sample);

  /// Makes the file. @throws OutputError when it cannot be written, as every function here.
  void begin();

  /// Writes a row when the step is due.
  void operator()(const Observation<Real>& seen, const Monitor<Real>& monitor, const RunExpressions<Real>& expressions);

  /// Writes a row.
  void write(const View<Real>& state, const Monitor<Real>& monitor, const RunExpressions<Real>& expressions) {
    row(state, monitor, expressions);
  }
  /// The file takes its name as it is. With `durable` it is on the disk.
  FileStamp commit(bool durable) { return file_->commit(durable); }

  /// Writes the last state if it was not due; the file takes its name then. With `durable` it is on the disk.
  FileStamp finish(const Observation<Real>& last, const Monitor<Real>& monitor, const RunExpressions<Real>& expressions,
                   bool durable);

  /// How far it is.
  void save(Archive& archive);
  /// Instead of begin(): goes on from there, with what sync() left. False where that is not there any more.
  bool go_on(Archive& archive);
  /// What is written is on the disk, and stays there whatever ends the program.
  void sync() { file_->leave(); }

 private:
  bool has(CsvColumn::Kind kind) const;
  void row(const View<Real>& state, const Monitor<Real>& monitor, const RunExpressions<Real>& expressions);
  std::string cell(const CsvColumn& column, const View<Real>& state, const Monitor<Real>& monitor,
                   const RunExpressions<Real>& expressions) const;

  std::filesystem::path path_;
  std::unique_ptr<NewFile> file_;
  std::unique_ptr<Probe<Real>> probe_;
  std::vector<CsvColumn> columns_;
  std::vector<Real> lambda_;
  bool regular_ = true;  // the state determines the multipliers
  std::string line_;
  long sample_, last_written_ = -1;
};

/// A label as a file name: letters, digits and . _ - stay, runs of anything else become one _; of long ones the
/// beginning.
std::string file_name(const std::string& label);

}  // namespace nonholo
