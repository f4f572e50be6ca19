// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/runner.hpp>

#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/figures.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>
#include <nonholo/verification/experiment/saved_run.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>

#include <mutex>
#include <set>

namespace nonholo {

namespace {

constexpr std::size_t few_starts = 16;

/// Why no reference solution is to be computed for the end of a run; empty where one is.
std::string why_no_reference(const Experiment& experiment, const RunSpec& run, std::size_t starts) {
  switch (experiment.reference) {
    case Reference::none: return "reference = false: ends are compared with nothing";
    case Reference::exact: return "reference = \"exact\", and no exact solution is known";
    case Reference::always: return "";
    case Reference::asked: break;
  }
  const bool asked = std::ranges::any_of(experiment.expectations, [&run](const Expectation& expectation) {
    return expectation.of_end_error() && expectation.concerns(run.label);
  });
  const bool drawn = std::ranges::any_of(experiment.figures, [&run](const FigureSpec& figure) {
    return figure.of_solution() && std::ranges::find(figure.runs, run.label) != figure.runs.end();
  });
  return asked || drawn || starts <= few_starts ? ""
                                                : fmt::format(
                                                      "no expectation and no figure asks for it, and a reference "
                                                      "solution of each of {} starts takes long: "
                                                      "reference = \"auto\" computes them",
                                                      starts);
}

/// Of each, the name of its files without ending.
std::vector<std::string> file_names(const std::vector<PreparedRun*>& runs) {
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const PreparedRun* run : runs) {
    const std::string name = file_name(run->spec.label);
    std::string file = name;  // different labels may look alike as file names
    for (int other = 1; !taken.insert(file).second; ++other)
      file = other == 1 ? name + '_' : fmt::format("{}_{}", name, other);
    names.push_back(std::move(file));
  }
  return names;
}

/// What the runs of an experiment leave in the folder of results.
class RunFiles {
 public:
  RunFiles(const RunOptions& options, std::string experiment) : options_(options), experiment_(std::move(experiment)) {
    if (options_.results) make_folders(options_.results->path(), experiment_);
  }

  std::filesystem::path path(const std::string& file) const { return options_.results->path() / experiment_ / file; }

  /// The result of a run that an earlier program finished and that is what it was.
  std::optional<RunResult> finished(const RunSpec& run, const std::string& file) {
    if (!options_.results || !options_.resume) return std::nullopt;
    const KeptRun* kept = options_.results->run(experiment_, run.label, options_.fingerprint);
    if (!kept) return std::nullopt;
    auto result = loaded(text_of(path(file + ".run")).value_or(""), run);
    if (!result) return std::nullopt;
    drop_checkpoint(file);  // a program killed in finish() leaves it
    add(*kept);
    return result;
  }

  void finish(Executed& executed, const std::string& file) {
    executed.result.csv = name(file + ".csv");
    const bool durable = executed.result.wall_seconds > worth_a_sync;
    const KeptFile csv{name(file + ".csv"), *executed.csv};
    const KeptFile run{name(file + ".run"), write_whole(path(file + ".run"), saved(executed.result), durable)};
    const KeptRun kept{experiment_, executed.result.label, options_.fingerprint, {csv, run}};
    options_.results->keep(kept);
    drop_checkpoint(file);
    add(kept);
  }

  /// Those that stay, and those that are needed until the experiment is finished.
  const std::vector<KeptFile>& all() const { return all_; }
  const std::vector<KeptFile>& scratch() const { return scratch_; }

 private:
  std::string name(const std::string& file) const { return experiment_ + "/" + file; }
  void drop_checkpoint(const std::string& file) const {
    std::error_code ignored;
    std::filesystem::remove(path(file + ".checkpoint"), ignored);
  }
  void add(const KeptRun& run) {
    const std::lock_guard guard(mutex_);
    all_.push_back(run.files.at(0));
    scratch_.push_back(run.files.at(1));
  }

  const RunOptions& options_;
  std::string experiment_;
  std::mutex mutex_;
  std::vector<KeptFile> all_, scratch_;
};

/// Starts that stand in one place of the file are one, unless lists made several of it.
std::size_t number_of_starts(const std::vector<PreparedRun*>& runs) {
  std::set<std::string> starts;
  for (const PreparedRun* run : runs) {
    const Place place = run->spec.place_of("initial");
    std::string start = fmt::format("{} {}", place.line, place.key);
    for (const Swept& each : run->spec.swept)
      if (!each.in_derived_label) start += fmt::format(" {}={}", each.key, shown(each.value));
    starts.insert(std::move(start));
  }
  return starts.size();
}

}  // namespace

PreparedExperiment::PreparedExperiment(Experiment experiment)
    : experiment_(std::make_unique<const Experiment>(std::move(experiment))) {
  for (const RunSpec& run : experiment_->runs) runs_.push_back(prepared(*experiment_, run));
}

PreparedExperiment::PreparedExperiment(PreparedExperiment&&) noexcept = default;
PreparedExperiment::~PreparedExperiment() = default;

ExperimentResult PreparedExperiment::run(const RunOptions& options, Progress& progress) const {
  std::vector<PreparedRun*> wanted;
  for (const auto& run : runs_)
    if (!options.quick || run->spec.quick) wanted.push_back(run.get());
  const std::vector<std::string> files = file_names(wanted);
  ExperimentResult result{.experiment = experiment_.get(), .runs = std::vector<RunResult>(wanted.size())};
  AllReferences references;
  const std::size_t starts = number_of_starts(wanted);
  RunFiles kept(options, experiment_->name);
  std::atomic<bool> failing = false;
  const auto go = [&](PreparedRun& run, const std::string& file) {
    if (auto finished = kept.finished(run.spec, file)) {
      progress.done += 1;
      return std::move(*finished);
    }
    RunSurroundings around{options, references, progress, why_no_reference(*experiment_, run.spec, starts)};
    around.failing = &failing;
    if (around.stopped()) return run.not_begun();
    if (options.results) around.file = kept.path(file);
    if (options.figures) run.draw(*experiment_);
    Executed executed = run.execute(std::move(around));
    if (executed.csv) kept.finish(executed, file);
    return std::move(executed.result);
  };
  work_off(wanted.size(), options.jobs, [&](std::size_t i) {
    try {
      result.runs[i] = go(*wanted[i], files[i]);
    } catch (...) {
      failing = true;
      throw;
    }
  });
  result.verdicts = judge(experiment_->expectations, *experiment_, result.runs);
  if (options.figures && experiment_->draws()) result.figures = figures_of(result);
  result.files = kept.all();
  result.scratch = kept.scratch();
  return result;
}

}  // namespace nonholo
