#include <nonholo/verification/csv.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace nonholo {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 120;  // file systems take 255 bytes

CsvWriter::CsvWriter(const fs::path& file, const ProblemEntry& problem, const System<double>& system, long sample)
    : path_(file), probe_(make_probe(system)), lambda_(static_cast<std::size_t>(system.constraints())), sample_(sample) {
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  file_.open(file);
  if (!file_) throw InputError("--out", fmt::format("cannot write {}", file.string()));
  line_ = "t";
  for (const auto name : problem.coordinates) line_ += fmt::format(",{}", name);
  for (const auto name : problem.coordinates) line_ += fmt::format(",v_{}", name);
  for (std::size_t i = 1; i <= lambda_.size(); ++i) line_ += fmt::format(",lambda_{}", i);
  file_ << line_ << ",energy_error,constraint_residual\n";
}

void CsvWriter::operator()(const Observation<double>& seen, const Monitor& monitor) {
  if (seen.step % sample_ != 0) return;
  row(seen.state, monitor);
  last_written_ = seen.step;
}

void CsvWriter::finish(const Observation<double>& last, const Monitor& monitor) {
  if (last.step != last_written_) row(last.state, monitor);
  file_.close();
  if (!file_) throw InputError("--out", fmt::format("could not write all of {}", path_.string()));
}

void CsvWriter::row(const View<double>& state, const Monitor& monitor) {
  line_.clear();
  const auto out = std::back_inserter(line_);
  fmt::format_to(out, "{}", state.t);
  for (const double x : state.q) fmt::format_to(out, ",{}", x);
  for (const double x : state.v) fmt::format_to(out, ",{}", x);
  const bool regular = probe_->multipliers(state.t, state.q, state.v, lambda_);
  for (const double x : lambda_) regular ? fmt::format_to(out, ",{}", x) : fmt::format_to(out, ",");
  if (monitor.extremes().max_energy_error) fmt::format_to(out, ",{}", monitor.energy_error());
  else fmt::format_to(out, ",");
  fmt::format_to(out, ",{}\n", monitor.constraint_residual());
  file_ << line_;
}

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
