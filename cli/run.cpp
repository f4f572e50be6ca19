// nonholo run TARGET...: runs experiments, prints their tables (or one JSON document) and writes results below --out.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "out_folder.hpp"
#include "progress_bar.hpp"
#include "say.hpp"
#include "signals.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/expression/c_compiler.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/experiment/provenance.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/experiment/second_opinion.hpp>
#include <nonholo/verification/experiment/table_report.hpp>
#include <nonholo/verification/output/results_folder.hpp>
#include <nonholo/verification/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <set>

namespace nonholo::cli {

namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::vector<std::string> targets;
  std::string out, system;
  bool json = false, quiet = false, quick = false, resume = false, check = false;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  long sample = 1;
  double checkpoint = 30, max_wall = 0, max_output = 0;  // [s], [s], [MB]; 0: no limit
};

constexpr double megabyte = 1e6;
constexpr int wrong_input = 2, numerical_failure = 3, not_written = 4;

bool is_stopped() { return stop_requested(); }

/// What is to be run, and of the files of folders those that cannot be.
struct Loaded {
  std::vector<PreparedExperiment> experiments;
  std::vector<InputError> refused;
};

/// Every experiment that the targets mean, read and prepared, each once. Of a folder what can be run is, whatever
/// cannot.
Loaded load(const RunArguments& options, const std::string& program) {
  const auto folders = experiment_folders(program);
  Loaded all;
  std::set<std::string> seen;
  std::map<std::string, fs::path> names;
  for (const std::string& target : options.targets)
    for (const FoundExperiment& found : locate(target, folders))
      if (seen.insert(fs::weakly_canonical(found.file).string()).second) {
        if (!options.out.empty()) refuse_namesakes(found.name, found.file, names);
        try {
          all.experiments.emplace_back(read_experiment(found.file, found.name, options.system));
        } catch (const InputError& error) {
          if (!found.in_folder || is_stopped()) throw;
          all.refused.push_back(error);
        }
      }
  if (all.experiments.empty() && !all.refused.empty()) throw all.refused.front();
  return all;
}

/// Every name can be that of a folder below --out.
void refuse_names(const std::vector<PreparedExperiment>& experiments) {
  for (const PreparedExperiment& each : experiments)
    if (const std::string why = why_no_folder(each.experiment().name); !why.empty())
      throw InputError("--out",
                       fmt::format("{} cannot have a folder of results: {}", each.experiment().file.string(), why));
}

/// None where none is asked for.
std::unique_ptr<ResultsFolder> results_folder(const RunArguments& options) {
  make_out_folder(options.out, "results.json");
  return options.out.empty() ? nullptr : std::make_unique<ResultsFolder>(options.out);
}

int severity(int code) { return code == numerical_failure ? 2 : code; }

/// What a session may take; where that is spent, runs are told to stop.
struct Budget {
  double wall, output;  // [s], [bytes]
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::string spent = {};  // which one, in words
  bool output_spent = false;

  void watch() {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (spent.empty() && wall > 0 && seconds > wall) stop(fmt::format("--max-wall: {} s are over", wall));
    if (spent.empty() && output > 0 && static_cast<double>(bytes_written()) > output)
      stop(fmt::format("--max-output: {} MB are written", output / megabyte)), output_spent = true;
  }
  void stop(std::string why) {
    spent = std::move(why);
    request_stop();
  }
};

/// Tells why the program was stopped, if it was. The exit code, which is the given one if it was not by a signal.
int told_to_stop(const Budget& budget, int code, const char* next) {
  if (!budget.spent.empty()) remark(fmt::format("{}{}", budget.spent, next));
  if (budget.output_spent) return not_written;
  if (const int signal = signal_received()) {
    remark(fmt::format("interrupted by {}{}", ::strsignal(signal), next));
    return 128 + signal;
  }
  return code;
}

/// Runs the experiments one after the other and tells of each; what is finished stays finished.
class Session {
 public:
  Session(const RunArguments& options, std::vector<InputError> refused, Budget& budget)
      : options_(options),
        refused_(std::move(refused)),
        folder_(results_folder(options)),
        budget_(budget) {}

  void run(const PreparedExperiment& prepared) {
    const Experiment& experiment = prepared.experiment();
    const std::string print = fingerprint(experiment, options_.quick, options_.sample);
    if (const KeptExperiment* old = kept(experiment, print)) {
      documents_.push_back(old->document);
      tell_of(old->exit_code,
              fmt::format("{}: kept from {}\n", experiment.name, (folder_->path() / "results.json").string()));
    } else {
      compute(prepared);
    }
  }

  /// The exit code, when all is told.
  int finish() {
    write_results();
    if (folder_) write_page(folder_->path());
    if (options_.json) tell(json_document(documents_, refused_) + "\n");
    for (const InputError& each : refused_) remark(fmt::format("not run: {}", each.what()));
    const int code = told_to_stop(budget_, code_, folder_ ? "; --resume goes on" : "");
    return refused_.empty() || signal_received() ? code : wrong_input;
  }

  /// Something that was asked for and that there was no time for.
  void leave_out() { take_code(numerical_failure); }

  void write_results() const {
    if (folder_) write_whole(folder_->path() / "results.json", json_document(folder_->documents()) + "\n");
  }

 private:
  const KeptExperiment* kept(const Experiment& experiment, const std::string& print) const {
    return folder_ && options_.resume ? folder_->experiment(experiment.name, print) : nullptr;
  }

  void compute(const PreparedExperiment& prepared) {
    const Experiment& experiment = prepared.experiment();
    const Provenance from = provenance(experiment, options_.quick, options_.sample);
    Progress progress;
    auto bar = std::make_unique<ProgressBar>(progress, static_cast<double>(experiment.runs.size()), !options_.quiet,
                                             [this] { budget_.watch(); });
    ExperimentResult result = prepared.run({.results = folder_.get(),
                                            .sample = options_.sample,
                                            .jobs = options_.jobs,
                                            .quick = options_.quick,
                                            .figures = folder_ != nullptr,
                                            .fingerprint = from.fingerprint,
                                            .resume = options_.resume,
                                            .checkpoint_every = std::chrono::duration<double>(options_.checkpoint),
                                            .say =
                                                [&](const std::string& line) {
                                                  if (!options_.quiet)
                                                    remark(fmt::format("{}: {}", experiment.name, line));
                                                },
                                            .stop = &stop_requested()},
                                           progress);
    if (options_.check) {
      for (RunResult& each : result.runs) add_opinions(experiment, each, &stop_requested());
      if (stop_requested()) leave_out();
    }
    bar.reset();
    if (result.missing) leave_out();
    if (result.runs.empty())
      remark(fmt::format("{}: no run is left by --quick: all are marked quick = false", experiment.name));
    documents_.push_back(to_json(result, from));
    if (folder_) keep(result, from);
    for (const RunResult& each : result.runs) {
      for (const std::string& message : {each.failure, each.warning})
        if (!message.empty() && each.summary.outcome != Outcome::interrupted)
          remark(fmt::format("{}: {}", experiment.name, message));
      for (const std::string& flag : each.flag_lines()) remark(fmt::format("{}: {}", experiment.name, flag));
    }
    for (const std::string& note : result.notes) remark(fmt::format("{}: {}", experiment.name, note));
    tell_of(exit_code(result), to_table(result));
  }

  /// What is not finished is shown, and computed when it is asked for again.
  void keep(ExperimentResult& result, const Provenance& from) {
    const std::string& name = result.experiment->name;
    if (!result.complete) {
      folder_->show(name, documents_.back());
    } else {
      if (result.figures) {
        const std::string file = name + "/figures.json";
        result.files.push_back({file, write_whole(folder_->path() / file, to_json(*result.figures) + "\n")});
      }
      folder_->keep({name, from.fingerprint, exit_code(result), documents_.back(), result.files}, result.scratch);
    }
    write_results();
  }

  void tell_of(int code, const std::string& table) {
    take_code(code);
    if (!options_.json && !options_.quiet) tell(printable(table) + "\n");
  }

  void take_code(int code) {
    if (severity(code) > severity(code_)) code_ = code;
  }

  const RunArguments& options_;
  std::vector<InputError> refused_;
  std::unique_ptr<ResultsFolder> folder_;
  Budget& budget_;
  std::vector<std::string> documents_;
  int code_ = 0;
};

/// An option that takes a number that is not negative, read as in files: with a point, whatever the locale. `value`
/// lives as long as the command.
void add_number(CLI::App& app, const std::string& name, double& value, bool zero_too, const std::string& help) {
  const auto read = [&value, name, zero_too](const std::string& text) {
    try {
      value = Number::from_text(text).value();
    } catch (const InputError& error) {
      throw CLI::ValidationError(name, error.message());
    }
    if (!(value > 0 || (zero_too && value == 0)))
      throw CLI::ValidationError(name, fmt::format("{}: must be {} 0", text, zero_too ? ">=" : ">"));
  };
  app.add_option_function<std::string>(name, read, help)->type_name("NUMBER");
}

/// Every experiment; nothing where a compiler was stopped, for systems are compiled while they are prepared.
std::optional<Loaded> load(const RunArguments& options, const std::string& program, Budget& budget) {
  struct Watch {
    explicit Watch(Budget& budget) {
      stop_compiler_when([&budget] {
        budget.watch();
        return is_stopped();
      });
    }
    ~Watch() { stop_compiler_when(is_stopped); }  // while runs go, the budget is watched beside them
  } watch(budget);
  try {
    return load(options, program);
  } catch (const InputError& error) {
    if (!is_stopped()) throw;
    remark(error.what());
    return std::nullopt;
  }
}

int execute(const RunArguments& options, const std::string& program) {
  answer_signals();
  Budget budget{.wall = options.max_wall, .output = megabyte * options.max_output};
  const auto loaded = load(options, program, budget);
  if (!loaded) {
    if (options.json) tell(json_document({}, {}) + "\n");
    return told_to_stop(budget, numerical_failure, "");
  }
  if (!options.out.empty()) refuse_names(loaded->experiments);
  Session session(options, loaded->refused, budget);
  for (const PreparedExperiment& each : loaded->experiments)
    if (is_stopped()) session.leave_out();
    else session.run(each);
  return session.finish();
}

}  // namespace

void add_run(CLI::App& app, const std::string& program, Choice& choice) {
  const auto options = std::make_shared<RunArguments>();
  CLI::App* run = app.add_subcommand("run", "Run experiments and compare them with their expectations");
  run->add_option("TARGET", options->targets, "experiment files, folders of them, or names (nonholo list experiments)")
      ->required();
  run->add_option("--system", options->system, "a file whose [system] replaces the problems of the experiments");
  run->add_option("--out", options->out, "folder for results.json, a CSV of each run and the page report.html");
  run->add_option("--sample", options->sample, "a CSV row every N steps")->check(CLI::Range(1L, 1L << 40));
  run->add_option("--jobs", options->jobs, "runs at a time (default: one per core)")->check(CLI::Range(1, 4096));
  add_number(*run, "--checkpoint", options->checkpoint, true, "seconds between checkpoints of a run (30)");
  add_number(*run, "--max-wall", options->max_wall, false, "stop after this many seconds; --resume continues");
  add_number(*run, "--max-output", options->max_output, false,
             "stop when this many megabytes are written; --resume continues");
  run->add_flag("--json", choice.json, "print one JSON document instead of tables");
  run->add_flag("--quiet", options->quiet, "no tables, no progress bar");
  run->add_flag("--quick", options->quick, "leave out runs that are marked quick = false");
  run->add_flag("--check", options->check,
                "repeat each run with half the step (or a tenth of the tolerances) and with another method, and show "
                "how many digits agree");
  run->add_flag("--resume", options->resume,
                "keep results in --out that are finished and unchanged, continue what was interrupted");
  run->callback([options, program, &choice] {
    choice.execute = [options, program, &choice] {
      options->json = choice.json;
      if (options->resume && options->out.empty())
        throw InputError("--resume", "needs --out, the folder of the results to keep");
      if (options->resume && options->check)
        throw InputError("--check", "repeats runs, while --resume keeps their results: give one of the two");
      return execute(*options, program);
    };
  });
}

}  // namespace nonholo::cli
