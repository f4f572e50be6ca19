// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/csv.hpp>

#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace nonholo {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 120;  // file systems take 255 bytes

template <class Real> CsvWriter<Real>::CsvWriter(const fs::path& file, const System<Real>& system, long sample)
    : path_(file),
      probe_(make_probe(system)),
      lambda_(static_cast<std::size_t>(system.constraints())),
      sample_(sample) {
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  file_.open(file);
  if (!file_) throw InputError("--out", fmt::format("cannot write {}", file.string()));
  line_ = "t";
  for (const std::string& name : system.coordinate_names()) line_ += fmt::format(",{}", name);
  if (system.velocities() > 0)
    for (const std::string& name : system.coordinate_names())
      line_ += fmt::format(",{}_{}", system.names().velocity, name);
  for (std::size_t i = 1; i <= lambda_.size(); ++i) line_ += fmt::format(",{}_{}", system.names().multiplier, i);
  file_ << line_ << ",energy_error,constraint_residual\n";
}

template <class Real> void CsvWriter<Real>::operator()(const Observation<Real>& seen, const Monitor<Real>& monitor) {
  if (seen.step % sample_ != 0) return;
  row(seen.state, monitor);
  last_written_ = seen.step;
}

template <class Real> void CsvWriter<Real>::finish(const Observation<Real>& last, const Monitor<Real>& monitor) {
  if (last.step != last_written_) row(last.state, monitor);
  file_.close();
  if (!file_) throw InputError("--out", fmt::format("could not write all of {}", path_.string()));
}

template <class Real> void CsvWriter<Real>::row(const View<Real>& state, const Monitor<Real>& monitor) {
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
  fmt::format_to(out, ",{}\n", monitor.constraint_residual());
  file_ << line_;
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
