// Parses the command line, hands over to a sub-command, turns errors into messages and exit codes: 2 wrong input, 4
// what could not be written, 3 an unexpected numerical failure, 1 an expectation does not hold, 0 all well; 70 an error
// of ours, 128 and its number after a signal.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/main.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/nearest_names.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/json_report.hpp>
#include <nonholo/verification/experiment/provenance.hpp>
#include <nonholo/verification/output/output_error.hpp>

#include "commands.hpp"
#include "plugin_loader.hpp"
#include "say.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr int wrong_input = 2, not_written = 4, our_fault = 70;

int report(const nonholo::InputError& error, bool json) {
  nonholo::cli::remark(error.what());
  if (json) nonholo::cli::tell(nonholo::program::to_json(error) + "\n");
  return wrong_input;
}

/// What an exception means: this is called where one was caught.
int report_failure(bool json) try { throw; } catch (const CLI::ParseError& error) {
  return report(nonholo::InputError("", std::string(error.what()) + " (nonholo --help lists what is allowed)"), json);
} catch (const nonholo::InputError& error) {
  return report(error, json);
} catch (const nonholo::OutputError& error) {
  nonholo::cli::remark(error.what());
  return not_written;
} catch (const std::exception& error) {
  if (std::ferror(stdout)) {  // printing is what failed
    nonholo::cli::remark(fmt::format("cannot write to stdout: {}", error.what()));
    return not_written;
  }
  nonholo::cli::remark(fmt::format("internal error: {}", error.what()));
  return our_fault;
}

/// What the first word is, where it is no command: a file to run, or a command in other letters.
void refuse_first_word(const CLI::App& app, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--plugin") ++i;  // its file
    if (word.starts_with('-')) continue;
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(each->get_name());
    if (std::ranges::find(names, word) != names.end()) return;
    std::error_code not_a_path;
    if (word.ends_with(".toml") || std::filesystem::exists(word, not_a_path))
      throw nonholo::InputError("",
                                fmt::format("'{0}' is no subcommand: write nonholo run {0} to run this file", word));
    throw nonholo::InputError(
        "", fmt::format(
                "'{}' is no subcommand{} (nonholo --help lists the subcommands; nonholo run NAME runs an experiment)",
                word, nonholo::did_you_mean(word, {names.begin(), names.end()})));
  }
}

std::string this_program(const char* name) {
  std::error_code failed;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? name : path.string();
}

}  // namespace

int nonholo::main(int argc, char** argv, std::vector<ProblemEntry> problems, std::vector<MethodEntry> methods) {
  CLI::App app("Nonholonomic mechanics: integrators that keep what the physics keeps, beside the standard solvers.",
               std::filesystem::path(argv[0]).filename().string());
  app.require_subcommand(1);
  app.fallthrough();  // --plugin may stand behind the sub-command, too
  app.footer(
      "Examples:\n"
      "  nonholo new system              writes system.toml, a system of your own with runs\n"
      "  nonholo run system.toml         runs it: a table; --out results adds CSV files and a page\n"
      "  nonholo list methods spark      what a method is and which keys it takes");
  app.set_version_flag("--version", std::function(program::version_text));
  cli::Choice choice;
  std::vector<std::string> plugins;
  app.add_option("--plugin", plugins,
                 "a library with your own problems, methods or tableaus; may be given several times")
      ->type_name("FILE.so")
      ->allow_extra_args(false);
  // errors of parsing come before choice.json
  const bool json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  cli::add_run(app, this_program(argv[0]), choice);
  cli::add_report(app, choice);
  cli::add_plot(app, this_program(argv[0]), choice);
  cli::add_list(app, this_program(argv[0]), choice);
  cli::add_new(app, choice);
  cli::add_check(app, choice);
  cli::add_verify(app, choice);
  cli::add_properties(app, choice);
  cli::add_tableau(app, choice);
  cli::add_cite(app, this_program(argv[0]), choice);
  try {
    add_problems(std::move(problems));
    add_methods(std::move(methods));
    refuse_first_word(app, argc, argv);
    app.parse(argc, argv);
    for (const std::string& file : plugins) cli::load_plugin(file);
    const int code = choice.execute();
    cli::tell("");  // what is left in the buffer
    return code;
  } catch (const CLI::Success& asked) {  // --help, --version
    const int code = app.exit(asked);
    if (std::cout.flush() && std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
    cli::remark("cannot write to stdout");
    return not_written;
  } catch (...) {
    try {
      return report_failure(json);
    } catch (const OutputError& error) {
      cli::remark(error.what());
      return not_written;
    }
  }
}
