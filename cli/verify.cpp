// nonholo verify [FILTER...]: the convergence-order suite. Exit code 1 when a study does not hold.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "out_folder.hpp"
#include "progress_bar.hpp"
#include "say.hpp"

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/output/results_folder.hpp>
#include <nonholo/verification/report/page.hpp>
#include <nonholo/verification/study/studies.hpp>
#include <nonholo/verification/study/study_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

namespace nonholo::cli {

namespace {

struct VerifyArguments {
  std::vector<std::string> filters;
  std::string out, system, problems;
  bool quick = false;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
};

/// The studies, and the page with their figures, beside the results of experiments where some are there.
void write_studies(const std::filesystem::path& folder, const std::vector<Study>& studies) {
  const ResultsFolder held(folder);
  write_whole(folder / "studies.json", studies_json(studies) + "\n");
  write_page(folder);
}

int execute(const VerifyArguments& options, bool json) {
  std::optional<Experiment> own;  // the subjects refer to it
  if (!options.system.empty()) own = read_problem(options.system);
  const std::vector<StudySubject> subjects =
      options.problems.empty()
          ? study_subjects(options.filters, options.quick, own ? std::optional(only_problem(*own)) : std::nullopt)
          : study_subjects_on(options.problems, options.filters, options.quick);
  make_out_folder(options.out, "studies.json");
  Progress progress;
  std::vector<Study> studies;
  {
    const ProgressBar bar(progress, 1, !json);
    studies = run_studies(subjects, {.quick = options.quick, .jobs = options.jobs, .progress = [&](double part) {
                                       progress.done = part;
                                     }});
  }
  if (!options.out.empty()) write_studies(options.out, studies);
  const StudyTally sums = tally(studies);
  if (json) tell(studies_json(studies) + "\n");
  else tell(printable(fmt::format("{}\n{}\n", studies_table(studies), summary(sums))));
  return sums.failing() == 0 ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, Choice& choice) {
  const auto options = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Measure the convergence orders of methods and compare them with theory");
  command->add_option("FILTER", options->filters,
                      "globs (* and ?) on whole names of methods, tableaus or problems, or a tableau file; several "
                      "globs are a union; default: everything");
  command->add_flag("--quick", options->quick, "a part of it, in at most two minutes");
  command->add_option("--system", options->system,
                      "a file, *.toml, with a system and its start, which replaces the problems of the suite; an order "
                      "above theory's holds");
  command
      ->add_option("--problems", options->problems,
                   "a glob on problems: study each method on every matching problem that it takes; an order above "
                   "theory's holds")
      ->excludes("--system");
  command->add_option("--out", options->out, "folder for studies.json and the page report.html");
  command->add_flag("--json", choice.json, "as JSON");
  command->add_option("--jobs", options->jobs, "studies at a time")->check(CLI::Range(1, 4096));
  command->callback(
      [options, &choice] { choice.execute = [options, &choice] { return execute(*options, choice.json); }; });
}

}  // namespace nonholo::cli
