// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/csv.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

namespace nonholo {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 120;  // file systems take 255 bytes

namespace {

/// As a cell: in quotes where it has a comma, a quote or a line break in it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

template <class Real> std::vector<std::string> state_columns(const System<Real>& system, std::size_t multipliers) {
  std::vector<std::string> columns{"t"};
  const std::vector<std::string> names = system.coordinate_names();
  columns.insert(columns.end(), names.begin(), names.end());
  if (system.velocities() > 0)
    for (const std::string& name : names) columns.push_back(fmt::format("{}_{}", system.names().velocity, name));
  for (std::size_t i = 1; i <= multipliers; ++i) columns.push_back(fmt::format("{}_{}", system.names().multiplier, i));
  columns.insert(columns.end(), {"energy_error", "constraint_residual"});
  return columns;
}

}  // namespace

template <class Real> CsvWriter<Real>::CsvWriter(const fs::path& file, const System<Real>& system,
                                                 std::vector<std::string> expressions, long sample)
    : path_(file),
      probe_(make_probe(system)),
      system_(system),
      expressions_(std::move(expressions)),
      lambda_(static_cast<std::size_t>(system.constraints())),
      sample_(sample) {
  const std::vector<std::string> known = state_columns(system, lambda_.size());
  for (std::size_t i = 0; i < expressions_.size(); ++i)
    if (std::ranges::find(known, expressions_[i]) == known.end()) shown_.push_back(i);
}

template <class Real> void CsvWriter<Real>::begin() {
  file_ = std::make_unique<NewFile>(path_);
  std::vector<std::string> columns = state_columns(system_, lambda_.size());
  for (const std::size_t i : shown_) columns.push_back(cell(expressions_[i]));
  file_->write(fmt::format("{}\n", fmt::join(columns, ",")));
}

template <class Real> void CsvWriter<Real>::operator()(const Observation<Real>& seen, const Monitor<Real>& monitor,
                                                       const RunExpressions<Real>& expressions) {
  if (seen.step % sample_ != 0) return;
  row(seen.state, monitor, expressions);
  last_written_ = seen.step;
}

template <class Real> FileStamp CsvWriter<Real>::finish(const Observation<Real>& last, const Monitor<Real>& monitor,
                                                        const RunExpressions<Real>& expressions, bool durable) {
  if (last.step != last_written_) row(last.state, monitor, expressions);
  return file_->commit(durable);
}

template <class Real> void CsvWriter<Real>::save(Archive& archive) {
  FileStamp stamp = file_->stamp(false);
  archive(stamp, lambda_, last_written_);
}

template <class Real> bool CsvWriter<Real>::go_on(Archive& archive) {
  FileStamp stamp;
  archive(stamp, lambda_, last_written_);
  file_ = NewFile::continued(path_, stamp);
  return file_ != nullptr;
}

template <class Real> void CsvWriter<Real>::row(const View<Real>& state, const Monitor<Real>& monitor,
                                                const RunExpressions<Real>& expressions) {
  line_.clear();
  const auto out = std::back_inserter(line_);
  line_ += decimal(state.t);
  for (const Real& x : state.q) line_ += ',' + decimal(x);
  for (const Real& x : state.v) line_ += ',' + decimal(x);
  std::ranges::copy(state.lambda_stage, lambda_.begin());  // a DAE takes the root next to it
  const bool regular = probe_->multipliers(state.t, state.q, state.v, lambda_);
  for (const Real& x : lambda_) line_ += ',' + (regular ? decimal(x) : "");
  if (monitor.extremes().max_energy_error) fmt::format_to(out, ",{}", monitor.energy_error());
  else fmt::format_to(out, ",");
  fmt::format_to(out, ",{}", monitor.constraint_residual());
  for (const std::size_t i : shown_) {
    using std::isnan;
    const Real value = expressions.value(i);
    line_ += ',' + (isnan(value) ? "" : decimal(value));
  }
  file_->write(line_ + '\n');
}

template class CsvWriter<double>;
template class CsvWriter<long double>;
template class CsvWriter<quad>;

std::string file_name(const std::string& label) {
  std::string name;
  for (const char c : label) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-';
    if (plain) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  name.resize(std::min(name.size(), longest_name));
  return name.empty() ? "run" : name;
}

}  // namespace nonholo
