// Work and precision: the processor time to reach an error of (q, v) at the end, for our methods, the standard solvers
// on our problem object, odeint on equations made by hand, and deSolve's radau if R is there.
//
//   work_precision FOLDER [problem ...]      FOLDER: where work_precision.csv and work_precision_runs.csv go
//
// Every contender runs on a grid of step sizes or tolerances (grounds.hpp), from coarse to fine; the first run that is
// exact enough for an error, with its finer neighbours, is timed, and finer ones that seem clearly cheaper, all of them
// in turns. Prints a table for each problem in microseconds, and the targets.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grounds.hpp"
#include "measure.hpp"
#include "radau.hpp"

#include <map>

namespace {

using namespace nonholo;
using namespace nonholo::benchmarks;

constexpr double targets[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10};
constexpr std::size_t targets_count = std::size(targets);

/// A run that is exact enough for an error.
struct Candidate {
  Run run;
  double seconds, off_constraint;
};

/// All runs of a contender, from coarse to fine.
struct Tried {
  std::vector<Run> runs;
  std::vector<double> seconds, errors, off_constraint;
};

/// Of a contender for each error the first run that is exact enough and finer ones that seemed clearly cheaper.
struct Entry {
  std::string name;
  Kind kind;
  std::vector<std::vector<Candidate>> candidates = std::vector<std::vector<Candidate>>(targets_count);
  std::vector<double> seconds = std::vector<double>(targets_count, never);  ///< of the cheapest
  std::vector<double> off_constraint = std::vector<double>(targets_count, never);
};

/// Until the least of the errors is reached, with neighbours, or a run takes half a second.
Tried tried(const Ground& on, const Contender& who, Csv& csv) {
  const int most = 13 * who.grid;
  Tried all;
  std::size_t exact_enough = 0;
  for (int k = 0; k < most && exact_enough <= neighbours; ++k) {
    all.runs.push_back(who.run(k));
    std::vector<double> end;
    all.seconds.push_back(seconds_of([&] { end = all.runs.back()(); }));
    all.errors.push_back(on.error(end));
    all.off_constraint.push_back(on.off_constraint(end));
    csv.row(on.name, who.name, k, all.errors.back(), 1e6 * all.seconds.back());
    exact_enough = all.errors.back() <= *std::ranges::min_element(targets) ? exact_enough + 1 : 0;
    if (all.seconds.back() > 0.5) break;
  }
  return all;
}

Entry searched(const Ground& on, const Contender& who, Csv& csv) {
  const Tried all = tried(on, who, csv);
  Entry entry{who.name, who.kind};
  for (std::size_t i = 0; i < targets_count; ++i)
    for (std::size_t k = 0; k + neighbours < all.runs.size(); ++k)
      if (holds(all.errors, k, neighbours, targets[i]) && all.seconds[k] < clearly_cheaper * entry.seconds[i]) {
        entry.candidates[i].push_back({all.runs[k], all.seconds[k], all.off_constraint[k]});
        entry.seconds[i] = all.seconds[k];
      }
  return entry;
}

/// Candidates are timed once more, all of them: one may have seemed dear because the machine was busy then.
void time_in_turns(std::vector<Entry>& entries) {
  std::vector<std::function<void()>> works;
  std::vector<double*> results;
  for (Entry& entry : entries)
    for (std::vector<Candidate>& each : entry.candidates)
      for (Candidate& candidate : each) {
        works.emplace_back([run = candidate.run] { run(); });
        results.push_back(&candidate.seconds);
      }
  const std::vector<double> seconds = timed_in_turns(works);
  for (std::size_t i = 0; i < results.size(); ++i) *results[i] = seconds[i];
  for (Entry& entry : entries)
    for (std::size_t i = 0; i < targets_count; ++i) {
      if (entry.candidates[i].empty()) continue;
      const Candidate& cheapest = *std::ranges::min_element(entry.candidates[i], {}, &Candidate::seconds);
      entry.seconds[i] = cheapest.seconds;
      entry.off_constraint[i] = cheapest.off_constraint;
    }
}

double best(const std::vector<Entry>& entries, std::size_t target, const std::function<bool(const Entry&)>& counts) {
  double least = never;
  for (const Entry& entry : entries)
    if (counts(entry)) least = std::min(least, entry.seconds[target]);
  return least;
}

double of(const std::vector<Entry>& entries, std::size_t target, const std::string& name) {
  return best(entries, target, [&](const Entry& entry) { return entry.name == name; });
}

void print_table(const Ground& on, const std::vector<Entry>& entries) {
  fmt::print("\n### {}, t = 0 ... {}: microseconds to an error of (q, v) at the end\n\n", on.name, on.problem.t_end);
  std::vector<std::string> head{""};
  for (const double target : targets) head.push_back(fmt::format("{:.0e}", target));
  print_head(head);
  for (const Entry& entry : entries) {
    std::vector<std::string> cells{entry.name};
    for (const double seconds : entry.seconds) cells.push_back(shown_number(1e6 * seconds));
    print_row(cells);
  }
  std::vector<std::string> names{"recommended"};
  for (const double target : targets) names.push_back(recommended(on, target));
  print_row(names);
}

void print_targets(const Ground& on, const std::vector<Entry>& entries) {
  const bool disk = on.name == "disk", sleigh = on.name == "sleigh";
  const std::string rival = disk || sleigh ? "dopri5 by hand" : "rkf78 by hand";
  double off = 0, radau = never, ida = never;
  std::vector<std::string> by_radau, by_ida;  // errors that they reach
  for (std::size_t i = 2; i < targets_count; ++i) {
    const double ours = of(entries, i, recommended(on, targets[i]));
    print_target(fmt::format("{}, {:.0e}: {} / {}", on.name, targets[i], recommended(on, targets[i]), rival),
                 sleigh ? 2 : 0.8, true, ours / of(entries, i, rival));
    for (const Entry& entry : entries)
      if (entry.name == recommended(on, targets[i])) off = std::max(off, entry.off_constraint[i]);
    const double theirs = best(entries, i, [](const Entry& e) { return e.name.starts_with("IDA"); });
    if (theirs < never) {
      ida = std::min(ida, theirs / ours);
      by_ida.push_back(fmt::format("{:.0e}", targets[i]));
    }
    if (const double its = of(entries, i, "radau (deSolve)"); its < never) {
      radau = std::min(radau, its / ours);
      by_radau.push_back(fmt::format("{:.0e}", targets[i]));
    }
  }
  print_target(fmt::format("{}, 1e-6 to 1e-10: scaled constraint residual of these", on.name), 1e-13, true, off);
  if (!by_radau.empty())
    print_target(fmt::format("{}, {}: radau / recommended, the least", on.name, fmt::join(by_radau, ", ")), 8, false,
                 radau);
  if (!by_ida.empty())
    print_target(fmt::format("{}, {}: the better IDA / recommended, the least", on.name, fmt::join(by_ida, ", ")), 20,
                 false, ida);
}

std::vector<Entry> measured(const Ground& on, Csv& runs) {
  std::vector<Entry> entries;
  for (const Contender& who : on.contenders) entries.push_back(searched(on, who, runs));
  if (const auto its = radau(on)) entries.push_back(searched(on, *its, runs));
  time_in_turns(entries);
  return entries;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fmt::print(stderr, "usage: work_precision FOLDER [problem ...]\n"), 2;
  Csv csv(argv[1], "work_precision", {"problem", "method", "error", "microseconds", "off_constraint"});
  Csv runs(argv[1], "work_precision_runs", {"problem", "method", "k", "error", "microseconds"});
  std::vector<std::pair<Ground, std::vector<Entry>>> all;
  for (Ground& on : grounds()) {
    if (argc > 2 && std::find(argv + 2, argv + argc, on.name) == argv + argc) continue;
    const std::vector<Entry> entries = measured(on, runs);
    for (const Entry& entry : entries)
      for (std::size_t i = 0; i < targets_count; ++i)
        if (entry.seconds[i] < never)
          csv.row(on.name, entry.name, targets[i], 1e6 * entry.seconds[i], entry.off_constraint[i]);
    print_table(on, entries);
    all.emplace_back(std::move(on), entries);
  }
  fmt::print("\n### Targets\n\n");
  print_head({"target", "wanted", "measured", "met"});
  for (const auto& [on, entries] : all) print_targets(on, entries);
}
