// nonholo plot TARGET...: draws figures as pictures for paper, of results that are there or of experiments, which it
// runs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "out_folder.hpp"
#include "progress_bar.hpp"
#include "say.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/experiment/runner.hpp>
#include <nonholo/verification/output/folder_lock.hpp>
#include <nonholo/verification/report/drawn_results.hpp>
#include <nonholo/verification/report/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <thread>

namespace nonholo::cli {

namespace {

namespace fs = std::filesystem;

struct PlotArguments {
  std::vector<std::string> targets;
  std::string format = "svg", out, system;
  bool quick = false;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
};

/// What is written below --out.
std::string pictures_in(const PlotArguments& options) { return "*/*." + options.format; }

/// Draws the figures of a document, or the one that is asked for, and prints the names of the pictures.
void draw_all(const FigureDocument& document, const std::string& only, const fs::path& folder,
              const std::string& format) {
  for (const Figure& figure : document.figures) {
    if (!only.empty() && figure.name != only) continue;
    const fs::path file = folder / (figure.name + "." + format);
    draw(figure, picture_formats().at(format).value, file);
    tell(printable(file.string() + "\n"));
  }
}

/// The figures of an experiment, which is run for them.
void run_and_draw(const FoundExperiment& found, const PlotArguments& options) {
  const PreparedExperiment prepared(read_experiment(found.file, found.name, options.system));
  const Experiment& experiment = prepared.experiment();
  if (experiment.figures.empty())
    throw InputError("TARGET", fmt::format("{} has no [[figure]]: give an experiment that has one", found.name));
  make_out_folder(options.out, pictures_in(options));
  Progress progress;
  auto bar = std::make_unique<ProgressBar>(progress, static_cast<double>(experiment.runs.size()), true);
  const ExperimentResult result =
      prepared.run({.jobs = options.jobs, .quick = options.quick, .figures = true}, progress);
  bar.reset();
  for (const RunResult& run : result.runs)
    if (!run.failure.empty()) remark(fmt::format("{}: {}", experiment.name, run.failure));
  draw_all(*result.figures, found.figure, fs::path(options.out) / experiment.name, options.format);
}

/// Pictures lie in folders called like experiments, wherever those come from.
void refuse_overwriting(const PlotArguments& options, const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> sources;
  for (const std::string& target : options.targets)
    if (!is_results(target)) {
      for (const FoundExperiment& found : locate(target, folders)) refuse_namesakes(found.name, found.file, sources);
    } else if (!options.out.empty()) {
      for (const DrawnResult& drawn : drawn_results(target))
        refuse_namesakes(drawn.document.experiment, target, sources);
    }
}

int execute(const PlotArguments& options, const std::string& program) {
  need_gnuplot();
  const auto folders = experiment_folders(program);
  if (options.targets.size() > 1) refuse_overwriting(options, folders);
  for (const std::string& target : options.targets) {
    if (is_results(target)) {
      if (!options.system.empty())
        throw InputError("--system",
                         fmt::format("does not apply to {}, which holds results: give an experiment", target));
      std::optional<FolderLock> lock;
      if (options.out.empty())
        lock.emplace(fs::is_directory(target) ? fs::path(target) : fs::path(target).parent_path());
      const std::vector<DrawnResult> results = drawn_results(target);
      if (std::ranges::all_of(results, [](const DrawnResult& each) { return each.document.figures.empty(); }))
        throw InputError("TARGET",
                         fmt::format("{} has no figure: give results of an experiment with [[figure]]", target));
      make_out_folder(options.out, pictures_in(options));
      for (const DrawnResult& drawn : results)
        draw_all(drawn.document, "",
                 options.out.empty() ? drawn.folder : fs::path(options.out) / drawn.document.experiment,
                 options.format);
    } else {
      for (const FoundExperiment& found : locate(target, folders)) run_and_draw(found, options);
    }
  }
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, const std::string& program, Choice& choice) {
  const auto options = std::make_shared<PlotArguments>();
  CLI::App* plot = app.add_subcommand("plot", "Draw the figures of results or experiments as pictures for paper");
  plot->add_option("TARGET", options->targets,
                   "results of `nonholo run --out` (their folder or results.json), or names of experiments and "
                   "figures, which are then run")
      ->required();
  plot->add_option("--system", options->system, "a file whose [system] replaces the problems of the experiments");
  plot->add_option("--format", options->format, "svg (default), pdf or png")
      ->check(CLI::IsMember(std::vector<std::string>{"svg", "pdf", "png"}));
  plot->add_option(
      "--out", options->out,
      "folder for EXPERIMENT/FIGURE.svg (default: the folder of the results; of experiments, the current folder)");
  plot->add_option("--jobs", options->jobs, "runs at a time (default: one per core)")->check(CLI::Range(1, 4096));
  plot->add_flag("--quick", options->quick, "leave out runs that are marked quick = false");
  plot->callback(
      [options, program, &choice] { choice.execute = [options, program] { return execute(*options, program); }; });
}

}  // namespace nonholo::cli
