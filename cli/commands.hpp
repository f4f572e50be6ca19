// The sub-commands of the program: each adds itself to the command line and, when chosen, runs and returns the exit
// code.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include <functional>
#include <string>

namespace nonholo::program {}  // namespace nonholo::program

namespace nonholo::cli {

using namespace program;

/// What to do after parsing; the sub-command that was chosen sets it.
struct Choice {
  std::function<int()> execute;
  bool json = false;  ///< results go to stdout as JSON
};

void add_run(CLI::App& app, const std::string& program, Choice& choice);
void add_report(CLI::App& app, Choice& choice);
void add_plot(CLI::App& app, const std::string& program, Choice& choice);
void add_list(CLI::App& app, const std::string& program, Choice& choice);
void add_new(CLI::App& app, Choice& choice);
void add_check(CLI::App& app, Choice& choice);
void add_verify(CLI::App& app, Choice& choice);
void add_properties(CLI::App& app, Choice& choice);
void add_tableau(CLI::App& app, Choice& choice);
void add_cite(CLI::App& app, const std::string& program, Choice& choice);

}  // namespace nonholo::cli
