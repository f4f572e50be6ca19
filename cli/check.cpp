// nonholo check PROBLEM...: the contract checks of problems of the catalogue. Exit code 1 when one does not hold.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "say.hpp"

#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/contract/check_problem.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace nonholo::cli {

namespace {

using Json = nlohmann::ordered_json;

Json report_json(const ContractReport& report) {
  Json findings = Json::array(), omissions = Json::array();
  for (const Finding& f : report.findings)
    findings.push_back({{"check", f.check},
                        {"key", f.key},
                        {"holds", f.holds},
                        {"observed", std::isfinite(f.observed) ? Json(f.observed) : Json()},
                        {"allowed", f.allowed},
                        {"detail", f.detail}});
  for (const Omission& each : report.omissions)
    omissions.push_back({{"check", each.check}, {"key", each.key}, {"reason", each.reason}});
  return {{"problem", report.subject}, {"holds", report.holds()}, {"findings", findings}, {"omissions", omissions}};
}

int execute(const std::vector<std::string>& problems, bool json) {
  std::vector<const ProblemEntry*> entries;
  for (const std::string& name : problems) entries.push_back(&problem_catalogue().at(name));
  bool hold = true;
  Json checks = Json::array();
  for (const ProblemEntry* entry : entries) {
    const ContractReport report = check_problem(*entry);
    hold = hold && report.holds();
    if (json) checks.push_back(report_json(report));
    else tell(printable(report.text() + "\n"));
  }
  if (json) tell(Json({{"schema", 1}, {"checks", checks}}).dump(1) + "\n");
  return hold ? 0 : 1;
}

}  // namespace

void add_check(CLI::App& app, Choice& choice) {
  const auto problems = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Check that problems are what they say: derivatives, mass, constraints, setups, invariants, exact solutions");
  command->add_option("PROBLEM", *problems, "names of problems (nonholo list problems)")->required();
  command->add_flag("--json", choice.json, "as JSON");
  command->callback(
      [problems, &choice] { choice.execute = [problems, &choice] { return execute(*problems, choice.json); }; });
}

}  // namespace nonholo::cli
