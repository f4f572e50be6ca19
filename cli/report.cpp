// nonholo report DIR: writes the page of results that are there already, again.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "say.hpp"

#include <nonholo/verification/output/folder_lock.hpp>
#include <nonholo/verification/report/page.hpp>

#include <filesystem>
#include <memory>
#include <optional>

namespace nonholo::cli {

void add_report(CLI::App& app, Choice& choice) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("report", "Write the page report.html of a folder of results again");
  command->add_option("DIR", *folder, "what --out named: a folder with a results.json")->required();
  command->callback([folder, &choice] {
    choice.execute = [folder] {
      std::optional<FolderLock> lock;  // what a program that runs there writes meanwhile would not fit together
      std::error_code failed;          // told when the page is written
      if (std::filesystem::is_directory(*folder, failed)) lock.emplace(*folder);
      tell(printable(write_page(*folder).string() + "\n"));
      return 0;
    };
  });
}

}  // namespace nonholo::cli
