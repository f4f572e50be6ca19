// Parses the command line, hands over to a sub-command, turns errors into messages and exit codes: 2 wrong input, 3 an
// unexpected numerical failure, 1 an expectation does not hold, 0 all well.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/main.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/json_report.hpp>

#include "commands.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

namespace {

constexpr int wrong_input = 2;

int report(const nonholo::InputError& error, bool json) {
  fmt::print(stderr, "nonholo: {}\n", error.what());
  if (json) fmt::print("{}\n", nonholo::program::to_json(error));
  return wrong_input;
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
  app.set_version_flag("--version", "nonholo " NONHOLO_VERSION);
  cli::Choice choice;
  // errors of parsing come before choice.json
  const bool json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
  cli::add_run(app, this_program(argv[0]), choice);
  cli::add_report(app, choice);
  cli::add_plot(app, this_program(argv[0]), choice);
  cli::add_list(app, this_program(argv[0]), choice);
  cli::add_check(app, choice);
  cli::add_verify(app, choice);
  cli::add_properties(app, choice);
  cli::add_tableau(app, choice);
  cli::add_cite(app, this_program(argv[0]), choice);
  try {
    add_problems(std::move(problems));
    add_methods(std::move(methods));
    app.parse(argc, argv);
    return choice.execute();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return report(InputError("", std::string(error.what()) + " (nonholo --help tells what is allowed)"), json);
  } catch (const InputError& error) {
    return report(error, json);
  } catch (const std::exception& error) {
    fmt::print(stderr, "nonholo: internal error: {}\n", error.what());
    return 70;
  }
}
