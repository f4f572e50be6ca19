// nonholo run TARGET...: runs experiments, prints their tables (or one JSON document) and writes results below --out.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "progress_bar.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/experiment/resume.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/experiment/table_report.hpp>
#include <nonholo/verification/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

namespace nonholo::cli {

namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::vector<std::string> targets;
  std::string out;
  bool json = false, quiet = false, quick = false, resume = false;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  long sample = 1;
};

/// Every experiment that the targets mean, read and prepared, each once.
std::vector<PreparedExperiment> load(const RunArguments& options, const std::string& program) {
  const auto folders = experiment_folders(program);
  std::vector<PreparedExperiment> experiments;
  std::set<std::string> seen;
  std::map<std::string, fs::path> names;
  for (const std::string& target : options.targets)
    for (const FoundExperiment& found : locate(target, folders))
      if (seen.insert(fs::weakly_canonical(found.file).string()).second) {
        if (const auto [same, fresh] = names.emplace(found.name, found.file); !fresh && !options.out.empty())
          throw InputError("--out",
                           fmt::format("{} and {} are both called '{}': their results would overwrite each other",
                                       same->second.string(), found.file.string(), found.name));
        experiments.emplace_back(read_experiment(found.file, found.name));
      }
  return experiments;
}

/// results.json in the folder, or an InputError when it could not be written: better known before the work than after
/// it.
fs::path results_file(const RunArguments& options) {
  if (options.out.empty()) return {};
  std::error_code failed;
  fs::create_directories(options.out, failed);
  fs::path file = fs::path(options.out) / "results.json";
  const fs::path unfinished = file.string() + ".part";
  const bool writable = !fs::is_directory(file, failed) && std::ofstream(unfinished, std::ios::app);
  fs::remove(unfinished, failed);
  if (!writable) throw InputError("--out", fmt::format("cannot write {}", file.string()));
  return file;
}

fs::path figures_file(const RunArguments& options, const Experiment& experiment) {
  return fs::path(options.out) / experiment.name / "figures.json";
}

int severity(int code) { return code == 3 ? 2 : code; }

int execute(const RunArguments& options, const std::string& program) {
  const std::vector<PreparedExperiment> experiments = load(options, program);
  const fs::path file = results_file(options);
  const auto kept = options.resume ? kept_results(file) : std::map<std::string, KeptResult>();
  const RunOptions run_options{.out = options.out.empty() ? std::nullopt : std::optional<fs::path>(options.out),
                               .sample = options.sample,
                               .jobs = options.jobs,
                               .quick = options.quick,
                               .figures = !options.out.empty()};
  std::vector<std::string> documents;
  int code = 0;
  for (const PreparedExperiment& prepared : experiments) {
    const Experiment& experiment = prepared.experiment();
    const std::string print = fingerprint(experiment, options.quick, options.sample);
    const auto old = kept.find(experiment.name);
    std::string table;
    int one = 0;
    const bool drawn = !experiment.draws() || fs::exists(figures_file(options, experiment));
    if (old != kept.end() && old->second.fingerprint == print && drawn) {
      documents.push_back(old->second.json);
      one = old->second.exit_code;
      table = fmt::format("{}: kept from {}\n", experiment.name, file.string());
    } else {
      Progress progress;
      std::unique_ptr<ProgressBar> bar =
          std::make_unique<ProgressBar>(progress, static_cast<double>(experiment.runs.size()), !options.quiet);
      const ExperimentResult result = prepared.run(run_options, progress);
      bar.reset();
      if (result.figures) write_whole(figures_file(options, experiment), to_json(*result.figures) + "\n");
      documents.push_back(to_json(result, print));
      one = exit_code(result);
      table = to_table(result);
      for (const RunResult& each : result.runs)
        for (const std::string& message : {each.failure, each.warning})
          if (!message.empty()) fmt::print(stderr, "nonholo: {}: {}\n", experiment.name, message);
    }
    if (severity(one) > severity(code)) code = one;
    if (!options.json && !options.quiet) fmt::print("{}\n", table);
    if (!file.empty()) write_whole(file, json_document(documents) + "\n");
  }
  if (!file.empty()) write_page(file.parent_path());
  if (options.json) fmt::print("{}\n", json_document(documents));
  return code;
}

}  // namespace

void add_run(CLI::App& app, const std::string& program, Choice& choice) {
  const auto options = std::make_shared<RunArguments>();
  CLI::App* run = app.add_subcommand("run", "Run experiments and hold them against what they expect");
  run->add_option("TARGET", options->targets, "experiment files, folders of them, or names (nonholo list experiments)")
      ->required();
  run->add_option("--out", options->out, "folder for results.json, a CSV of each run and the page report.html");
  run->add_option("--sample", options->sample, "a CSV row every N steps")->check(CLI::Range(1L, 1L << 40));
  run->add_option("--jobs", options->jobs, "runs at a time (default: one per core)")->check(CLI::Range(1, 4096));
  run->add_flag("--json", choice.json, "print one JSON document instead of tables");
  run->add_flag("--quiet", options->quiet, "no tables, no progress bar");
  run->add_flag("--quick", options->quick, "leave out runs that are marked quick = false");
  run->add_flag("--resume", options->resume, "keep the results in --out of experiments that have not changed");
  run->callback([options, program, &choice] {
    choice.execute = [options, program, &choice] {
      options->json = choice.json;
      if (options->resume && options->out.empty())
        throw InputError("--resume", "needs --out: that is where the results to keep are");
      return execute(*options, program);
    };
  });
}

}  // namespace nonholo::cli
