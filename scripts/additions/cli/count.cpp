// nonholo count: how many problems there are.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"

#include <nonholo/problems/catalogue.hpp>

#include <fmt/format.h>

namespace nonholo::cli {

void add_count(CLI::App& app, Choice& choice) {
  CLI::App* command = app.add_subcommand("count", "Print how many problems there are");
  command->callback([&choice] {
    choice.execute = [] {
      fmt::print("{} problems\n", problem_catalogue().names().size());
      return 0;
    };
  });
}

}  // namespace nonholo::cli
