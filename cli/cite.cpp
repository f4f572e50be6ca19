// nonholo cite NAME...: BibTeX of what problems, methods, tableaus, experiments or results used.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "say.hpp"

#include <nonholo/verification/bibliography.hpp>
#include <nonholo/verification/experiment/cite.hpp>
#include <nonholo/verification/experiment/locate.hpp>

#include <memory>

namespace nonholo::cli {

void add_cite(CLI::App& app, const std::string& program, Choice& choice) {
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("cite", "Print BibTeX of what was used");
  command->add_option("NAME", *names, "problems, methods, tableaus, solvers, experiments, or a results.json")
      ->required();
  command->callback([names, program, &choice] {
    choice.execute = [names, program] {
      tell(cite(*names, experiment_folders(program)));
      return 0;
    };
  });
}

}  // namespace nonholo::cli
