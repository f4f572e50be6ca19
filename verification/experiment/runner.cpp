// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/runner.hpp>

#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/experiment/expectation.hpp>
#include <nonholo/verification/experiment/figures.hpp>
#include <nonholo/verification/experiment/perturbed_run.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>
#include <nonholo/verification/experiment/saved_run.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <numeric>
#include <set>

namespace nonholo {

namespace {

constexpr std::size_t few_starts = 16;

/// Whether a quantity is an error at the end.
bool is_end_error(std::string_view quantity) { return quantity.starts_with("endpoint_error"); }

bool draws_errors(const FigureSpec& figure) {
  const auto of_end = [](const RunNumber& number) { return is_end_error(number.quantity); };
  return figure.of_solution() || of_end(figure.over) || std::ranges::any_of(figure.of, of_end);
}

/// Whether the file asks for the error at the end of a run.
bool asks_for_reference(const Experiment& experiment, const RunSpec& run) {
  const bool asked = std::ranges::any_of(experiment.expectations, [&run](const Expectation& expectation) {
    return is_end_error(expectation.quantity) && expectation.concerns(run.label);
  });
  const bool drawn = std::ranges::any_of(experiment.figures, [&run](const FigureSpec& figure) {
    return draws_errors(figure) && std::ranges::find(figure.runs, run.label) != figure.runs.end();
  });
  return asked || drawn || experiment.reference == Reference::always;
}

/// Why no reference solution is to be computed for the end of a run; empty where one is.
std::string why_no_reference(const Experiment& experiment, const RunSpec& run, std::size_t starts) {
  if (experiment.reference == Reference::none) return "reference = false: ends are not compared";
  if (experiment.reference == Reference::exact) return "reference = \"exact\", and no exact solution is known";
  if (asks_for_reference(experiment, run) || starts <= few_starts) return "";
  return fmt::format(
      "no expectation and no figure needs a reference solution, and {} starts would take long: reference = \"auto\" "
      "computes all",
      starts);
}

const std::string of_members = "members";

/// Names of files without endings, and beside each those of its events, sections and members.
std::vector<std::string> with_located(std::vector<std::string> files, const Experiment& experiment) {
  const std::size_t runs = files.size();
  for (std::size_t i = 0; i < runs; ++i) {
    for (const std::string& located : experiment.located_names)
      files.push_back(fmt::format("{}.{}", files[i], located));
    if (std::ranges::any_of(experiment.ensembles, &EnsembleSpec::keep))
      files.push_back(fmt::format("{}.{}", files[i], of_members));
  }
  return files;
}

/// Of each, the name of its files without ending.
std::vector<std::string> file_names(const std::vector<PreparedRun*>& runs, const Experiment& experiment) {
  std::set<std::string> taken;  // also by the files of events and sections
  std::vector<std::string> names;
  for (const PreparedRun* run : runs) {
    const std::string name = file_name(run->spec.label);
    std::string file = name;  // different labels may look alike as file names
    const auto is_taken = [&](const std::string& each) { return taken.contains(each); };
    for (int other = 1; std::ranges::any_of(with_located({file}, experiment), is_taken); ++other)
      file = other == 1 ? name + '_' : fmt::format("{}_{}", name, other);
    for (std::string& each : with_located({file}, experiment)) taken.insert(std::move(each));
    names.push_back(std::move(file));
  }
  return names;
}

/// What the runs of an experiment leave in the folder of results.
class RunFiles {
 public:
  /// @param files names of those of its runs, without endings
  RunFiles(const RunOptions& options, std::string experiment, const std::vector<std::string>& files)
      : options_(options),
        experiment_(std::move(experiment)) {
    if (!options_.results) return;
    make_folders(options_.results->path(), experiment_);
    options_.results->begin(experiment_, files);
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
    add(file, *kept);
    return result;
  }

  void finish(Executed& executed, const std::string& file) {
    executed.result.csv = name(file + ".csv");
    std::vector<KeptFile> files{{executed.result.csv, *executed.csv}};
    if (executed.members) {
      executed.result.members_csv = name(fmt::format("{}.{}.csv", file, of_members));
      files.push_back({executed.result.members_csv, *executed.members});
    }
    for (const auto& [located, stamp] : executed.located) {
      files.push_back({name(fmt::format("{}.{}.csv", file, located)), stamp});
      std::ranges::find(executed.result.located, located, &Located::name)->csv = files.back().name;
    }
    const bool durable = executed.result.wall_seconds > worth_a_sync;
    keep(executed.result, file, files, durable);
    drop_checkpoint(file);
  }

  /// A finished run whose end was compared, which took so many seconds.
  void compared(const RunResult& result, const std::string& file, double seconds) {
    if (!options_.results || seconds <= worth_a_sync) return;
    std::vector<KeptFile> files = kept_.at(file).files;
    std::erase_if(files, is_scratch);
    keep(result, file, files, true);
  }

  /// Those that stay, and those that are needed until the experiment is finished.
  std::vector<KeptFile> all() const { return files(false); }
  std::vector<KeptFile> scratch() const { return files(true); }

 private:
  static bool is_scratch(const KeptFile& file) { return file.name.ends_with(".run"); }
  std::string name(const std::string& file) const { return experiment_ + "/" + file; }
  void drop_checkpoint(const std::string& file) const {
    std::error_code ignored;
    std::filesystem::remove(path(file + ".checkpoint"), ignored);
  }
  void keep(const RunResult& result, const std::string& file, std::vector<KeptFile> files, bool durable) {
    files.push_back({name(file + ".run"), write_whole(path(file + ".run"), saved(result), durable)});
    const KeptRun kept{experiment_, result.label, options_.fingerprint, std::move(files)};
    options_.results->keep(kept);
    add(file, kept);
  }
  void add(const std::string& file, const KeptRun& run) {
    const std::lock_guard guard(mutex_);
    kept_.insert_or_assign(file, run);
  }
  std::vector<KeptFile> files(bool scratch) const {
    std::vector<KeptFile> all;
    for (const auto& [file, run] : kept_)
      for (const KeptFile& each : run.files)
        if (is_scratch(each) == scratch) all.push_back(each);
    return all;
  }

  const RunOptions& options_;
  std::string experiment_;
  std::mutex mutex_;
  std::map<std::string, KeptRun> kept_;  // by the names of their files
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

/// Runs, and what they have in common while they go.
struct Going {
  const Experiment& experiment;
  const RunOptions& options;
  const std::vector<PreparedRun*>& runs;
  const std::vector<std::string>& files;
  RunFiles& kept;
  Progress& progress;
  AllReferences references = {};
  std::atomic<bool> failing = false;
  std::size_t starts = number_of_starts(runs);

  RunSurroundings around(std::size_t i) {
    RunSurroundings all{options, references, progress, why_no_reference(experiment, runs[i]->spec, starts)};
    all.failing = &failing;
    return all;
  }

  bool asks_for_reference(std::size_t i) const { return nonholo::asks_for_reference(experiment, runs[i]->spec); }

  /// work(i) for these, from several threads, which all stop where one cannot write.
  template <class F> void each(const std::vector<std::size_t>& wanted, F work) {
    work_off(wanted.size(), options.jobs, [&](std::size_t k) {
      try {
        work(wanted[k]);
      } catch (...) {
        failing = true;
        throw;
      }
    });
  }
};

/// The run, or what an earlier program made of it.
RunResult executed(Going& going, std::size_t i) {
  PreparedRun& run = *going.runs[i];
  const std::string& file = going.files[i];
  if (auto finished = going.kept.finished(run.spec, file)) {
    going.progress.done += 1;
    return std::move(*finished);
  }
  RunSurroundings around = going.around(i);
  if (around.stopped()) return run.not_begun();
  if (going.options.results) around.file = going.kept.path(file);
  run.draw(going.experiment, going.options.figures);
  Executed executed = run.execute(std::move(around));
  if (asks_for_perturbation(going.experiment, run.spec)) add_perturbation(run.spec, executed.result);
  if (executed.csv) going.kept.finish(executed, file);
  return std::move(executed.result);
}

/// Ends that are left to be compared with reference solutions: first those that the file asks for, then the others as
/// long as they cost little beside the runs.
void compare(Going& going, ExperimentResult& result) {
  double seconds = 0;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    seconds += result.runs[i].cpu_seconds;
    if (result.runs[i].uncompared) left.push_back(i);
  }
  std::ranges::stable_partition(left, [&going](std::size_t i) { return going.asks_for_reference(i); });
  ReferenceBudget budget(seconds);
  going.each(left, [&](std::size_t i) {
    RunSurroundings around = going.around(i);
    if (!going.asks_for_reference(i)) around.budget = &budget;
    RunResult& run = result.runs[i];
    const auto begin = std::chrono::steady_clock::now();
    going.runs[i]->compare(run, around);
    if (!run.uncompared)
      going.kept.compared(run, going.files[i],
                          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  });
  const auto given_up = std::ranges::count(result.runs, reference_given_up, &RunResult::no_reference);
  if (given_up > 0)
    result.notes.push_back(fmt::format(
        "{} of {} ends are not compared: reference solutions were given up after {:.1f} s, more than five times the "
        "{:.1f} s of all runs; reference = \"auto\" waits for them, reference = false leaves them out",
        given_up, result.runs.size(), budget.spent(), seconds));
}

/// What there was no time for.
void note_missing(const Going& going, ExperimentResult& result) {
  std::size_t uncompared = 0;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    if (result.runs[i].summary.outcome == Outcome::interrupted) result.complete = false;
    if (!result.runs[i].uncompared) continue;
    ++uncompared;
    if (going.asks_for_reference(i)) result.missing = true;
  }
  if (uncompared == 0) return;
  result.complete = false;
  result.notes.push_back(
      fmt::format("{} of {} ends are not compared: {}", uncompared, result.runs.size(), reference_not_begun));
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
  const std::vector<std::string> files = file_names(wanted, *experiment_);
  ExperimentResult result{.experiment = experiment_.get(), .runs = std::vector<RunResult>(wanted.size())};
  RunFiles kept(options, experiment_->name, with_located(files, *experiment_));
  Going going{*experiment_, options, wanted, files, kept, progress};
  std::vector<std::size_t> all(wanted.size());
  std::iota(all.begin(), all.end(), std::size_t(0));
  going.each(all, [&](std::size_t i) { result.runs[i] = executed(going, i); });
  compare(going, result);
  note_missing(going, result);
  result.verdicts = judge(experiment_->expectations, *experiment_, result.runs);
  if (options.figures && experiment_->draws()) result.figures = figures_of(result);
  result.files = kept.all();
  result.scratch = kept.scratch();
  return result;
}

}  // namespace nonholo
