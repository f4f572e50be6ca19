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

namespace nonholo {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 120;  // file systems take 255 bytes

namespace {

/// As the title of a column: without what readers of CSV files take for the end of it, in quotes or not.
std::string title(std::string text) {
  std::ranges::replace(text, ',', ';');
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t' || c == '"'; }, ' ');
  return text;
}

}  // namespace

template <class Real> Catalogue<CsvColumn> state_columns(const System<Real>& system) {
  using Kind = CsvColumn::Kind;
  std::vector<CsvColumn> columns{{"t", Kind::time}};
  const auto add = [&columns](Kind kind, std::size_t index, const std::string& name, const std::string& otherwise) {
    const bool taken = std::ranges::find(columns, name, &CsvColumn::name) != columns.end();
    columns.push_back({taken ? otherwise : name, kind, index});
  };
  const std::vector<std::string> names = system.coordinate_names();
  for (std::size_t i = 0; i < names.size(); ++i) columns.push_back({names[i], Kind::coordinate, i});
  const std::string v(system.names().velocity), lambda(system.names().multiplier);
  for (std::size_t i = 0; system.velocities() > 0 && i < names.size(); ++i)
    add(Kind::velocity, i, v + names[i], v + "_" + names[i]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.constraints()); ++i)
    add(Kind::multiplier, i, fmt::format("{}{}", lambda, i + 1), fmt::format("{}_{}", lambda, i + 1));
  if (system.kind() != SystemKind::dae) columns.push_back({"energy", Kind::energy});
  columns.push_back({"energy_error", Kind::energy_error});
  columns.push_back({"constraint_residual", Kind::constraint_residual});
  return {"column", std::move(columns)};
}

template <class Real> CsvWriter<Real>::CsvWriter(const fs::path& file, const System<Real>& system,
                                                 const std::vector<std::string>& expressions,
                                                 const std::vector<std::string>& chosen, long sample)
    : path_(file),
      probe_(make_probe(system)),
      lambda_(static_cast<std::size_t>(system.constraints())),
      sample_(sample) {
  const Catalogue<CsvColumn> known = state_columns(system);
  const auto expression = [&expressions](const std::string& text) -> CsvColumn {
    const auto found = std::ranges::find(expressions, text);
    return {text, CsvColumn::Kind::expression, static_cast<std::size_t>(found - expressions.begin())};
  };
  for (const std::string& name : chosen) columns_.push_back(known.find(name) ? *known.find(name) : expression(name));
  if (!chosen.empty()) return;
  columns_.assign(known.begin(), known.end());
  for (const std::string& text : expressions)
    if (!known.find(text)) columns_.push_back(expression(text));
}

template <class Real> bool CsvWriter<Real>::has(CsvColumn::Kind kind) const {
  return std::ranges::find(columns_, kind, &CsvColumn::kind) != columns_.end();
}

template <class Real> void CsvWriter<Real>::begin() {
  file_ = std::make_unique<NewFile>(path_);
  std::vector<std::string> titles;
  for (const CsvColumn& each : columns_) titles.push_back(title(each.name));
  file_->write(fmt::format("{}\n", fmt::join(titles, ",")));
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
  if (has(CsvColumn::Kind::multiplier)) {
    std::ranges::copy(state.lambda_stage, lambda_.begin());  // a DAE takes the root next to it
    regular_ = probe_->multipliers(state.t, state.q, state.v, lambda_);
  }
  line_.clear();
  for (const CsvColumn& each : columns_) {
    if (&each != columns_.data()) line_ += ',';
    line_ += cell(each, state, monitor, expressions);
  }
  file_->write(line_ + '\n');
}

/// Empty where there is no value.
template <class Real> std::string CsvWriter<Real>::cell(const CsvColumn& column, const View<Real>& state,
                                                        const Monitor<Real>& monitor,
                                                        const RunExpressions<Real>& expressions) const {
  using std::isnan;
  using enum CsvColumn::Kind;
  switch (column.kind) {
    case time: return decimal(state.t);
    case coordinate: return decimal(state.q[column.index]);
    case velocity: return decimal(state.v[column.index]);
    case multiplier: return regular_ ? decimal(lambda_[column.index]) : "";
    case energy: return decimal(probe_->energy(state.t, state.q, state.v));
    case energy_error:
      return monitor.extremes().max_energy_error ? fmt::format("{}", monitor.energy_error()) : std::string();
    case constraint_residual: return fmt::format("{}", monitor.constraint_residual());
    case expression: break;
  }
  const Real value = expressions.value(column.index);
  return isnan(value) ? "" : decimal(value);
}

template Catalogue<CsvColumn> state_columns(const System<double>&);
template Catalogue<CsvColumn> state_columns(const System<quad>&);
template class CsvWriter<double>;
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
