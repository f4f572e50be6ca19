// nonholo tableau show|check|report NAME|FILE.toml: the numbers of a tableau, its properties and claims, the full
// report. Exit code 1 when a claim of the file is false (check, report) or a measured order is not the expected one
// (report).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "out_folder.hpp"
#include "say.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/csv.hpp>
#include <nonholo/verification/output/new_file.hpp>
#include <nonholo/verification/study/study_report.hpp>
#include <nonholo/verification/report/tableau_page.hpp>
#include <nonholo/verification/study/tableau_report.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

namespace nonholo::cli {

namespace {

namespace fs = std::filesystem;

struct TableauArguments {
  std::string name, out;
  std::optional<long> stages;
  int digits = 20;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
};

std::unique_ptr<DescribedTableau> described(const TableauArguments& options) {
  if (!is_tableau_file(options.name))
    return std::make_unique<DescribedTableau>(known_tableau(options.name, options.stages), "", std::vector<Claim>{});
  const TableauFile file = read_tableau_file(options.name);
  refuse_other_stages(file.set, options.name, options.stages);
  return std::make_unique<DescribedTableau>(file.set, file.reference, file.claims);
}

int show(const TableauArguments& options, bool json) {
  const TableauSet set = find_tableau(options.name, options.stages);
  tell((json ? numbers_json(set, options.digits) : printable(numbers_text(set, options.digits))) + "\n");
  return 0;
}

int check(const TableauArguments& options, bool json) {
  const auto tableau = described(options);
  tell((json ? properties_json(*tableau) : printable(properties_text(*tableau))) + "\n");
  return tableau->claims_hold() ? 0 : 1;
}

void write_and_say(const fs::path& file, const std::string& text) {
  write_whole(file, text);
  remark(fmt::format("wrote {}", file.string()));
}

int report(const TableauArguments& options, bool json) {
  const auto tableau = described(options);
  const std::string path = is_tableau_file(options.name) ? fs::absolute(options.name).string() : options.name;
  const std::string stem = file_name(fmt::format("{}_{}", tableau->set.name(), tableau->set.stages()));
  make_out_folder(options.out, stem + ".md");
  const TableauMeasurements measured = measure_tableau(path, *tableau, options.jobs);
  if (json) tell(studies_json(measured.studies) + "\n");
  else tell(printable(report_markdown(*tableau, measured)));
  if (!options.out.empty()) {
    const fs::path place = fs::path(options.out) / stem;
    write_and_say(place.string() + ".md", report_markdown(*tableau, measured));
    write_and_say(place.string() + ".html", tableau_page(*tableau, measured));
  }
  return tableau->claims_hold() && std::ranges::all_of(measured.studies, &Study::holds) ? 0 : 1;
}

}  // namespace

void add_tableau(CLI::App& app, Choice& choice) {
  CLI::App* tableau = app.add_subcommand("tableau", "The numbers, the properties and the measured orders of a tableau");
  tableau->require_subcommand(1);
  const auto options = std::make_shared<TableauArguments>();
  const auto add = [&](const char* name, const char* description, int (*execute)(const TableauArguments&, bool)) {
    CLI::App* command = tableau->add_subcommand(name, description);
    command->add_option("NAME", options->name, "a name (nonholo list tableaus) or a tableau file, *.toml")->required();
    command->add_option("--stages", options->stages, "number of stages; not needed for a file");
    command->add_flag("--json", choice.json, "as JSON");
    command->callback([options, execute, &choice] {
      choice.execute = [options, execute, &choice] { return execute(*options, choice.json); };
    });
    return command;
  };
  add("show", "c, A and b in decimals", &show)
      ->add_option("--digits", options->digits, "significant digits")
      ->check(CLI::Range(1, 80));
  add("check", "Properties, each with its defect, and whether the claims of the file hold", &check);
  CLI::App* reported =
      add("report", "The same with measured orders, cost and the built-in families beside it", &report);
  reported->add_option("--out", options->out, "folder for the report as Markdown and HTML");
  reported->add_option("--jobs", options->jobs, "studies at a time")->check(CLI::Range(1, 4096));
}

}  // namespace nonholo::cli
