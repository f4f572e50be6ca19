// What the benchmarks share: processor time, medians of runs that take turns, files for figures and tables for people.
//
// Machines are shared and noisy: read ratios of one run, not times. What is compared is timed in turns, so that a load
// of the machine meets all alike.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace nonholo::benchmarks {

inline constexpr int repetitions = 7;
inline constexpr double never = std::numeric_limits<double>::infinity();

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A compiler drops what nobody looks at.
inline void use(double x) { asm volatile("" : : "x"(x)); }

/// Seconds of one call, from as many as last at least half a millisecond.
inline double seconds_of(const std::function<void()>& work) {
  for (long calls = 1;; calls *= 2) {
    const double begin = cpu_seconds();
    for (long i = 0; i < calls; ++i) work();
    const double spent = cpu_seconds() - begin;
    if (spent >= 5e-4) return spent / static_cast<double>(calls);
  }
}

/// The median time of each, measured in turns.
inline std::vector<double> timed_in_turns(const std::vector<std::function<void()>>& works) {
  std::vector<std::vector<double>> seconds(works.size());
  for (int i = 0; i < repetitions; ++i)
    for (std::size_t j = 0; j < works.size(); ++j) seconds[j].push_back(seconds_of(works[j]));
  std::vector<double> medians;
  for (const auto& each : seconds) medians.push_back(median(each));
  return medians;
}

/// A comma-separated file in the folder of results, its first line the names of the columns.
class Csv {
 public:
  Csv(const std::filesystem::path& folder, const std::string& name, const std::vector<std::string>& columns)
      : file_((std::filesystem::create_directories(folder), folder / (name + ".csv"))) {
    file_ << fmt::format("{}\n", fmt::join(columns, ","));
  }
  template <class... Cells> void row(const Cells&... cells) {
    std::vector<std::string> texts{quoted(fmt::format("{}", cells))...};
    file_ << fmt::format("{}\n", fmt::join(texts, ",")) << std::flush;
  }

 private:
  static std::string quoted(const std::string& text) { return text.find(',') == text.npos ? text : '"' + text + '"'; }
  std::ofstream file_;
};

/// A line of a Markdown table.
inline void print_row(const std::vector<std::string>& cells) { fmt::print("| {} |\n", fmt::join(cells, " | ")); }

inline void print_head(const std::vector<std::string>& cells) {
  print_row(cells);
  print_row(std::vector<std::string>(cells.size(), "---"));
}

/// A number with the digits that a noisy measurement has.
inline std::string shown_number(double x) {
  if (!(x < never)) return "-";
  if (x > 0 && x < 0.01) return fmt::format("{:.1e}", x);
  return x < 10 ? fmt::format("{:.2f}", x) : x < 100 ? fmt::format("{:.1f}", x) : fmt::format("{:.0f}", x);
}

/// What was aimed at beside what came out.
inline void print_target(const std::string& what, double wanted, bool at_most, double measured) {
  const bool met = at_most ? measured <= wanted : measured >= wanted;
  print_row({what, fmt::format("{} {:g}", at_most ? "at most" : "at least", wanted), shown_number(measured),
             measured < never ? (met ? "yes" : "no") : "-"});
}

}  // namespace nonholo::benchmarks
