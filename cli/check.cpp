// nonholo check PROBLEM|FILE|METHOD...: the contract checks of problems, of the catalogue or of files, and of methods.
// Exit code 1 when one does not hold.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/reports.hpp>

#include "commands.hpp"
#include "say.hpp"

#include <nonholo/framework/base/nearest_names.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/study/method_contract.hpp>
#include <nonholo/verification/contract/check_problem.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/locate.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
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
  return {{"problem", report.subject},
          {"holds", report.holds()},
          {"findings", findings},
          {"omissions", omissions},
          {"notes", report.notes}};
}

bool is_file(const std::string& target) { return target.ends_with(".toml"); }

/// One of a file where it says none, or wants it moved onto the constraint.
Start<double> start_of(const RunSpec& run, const System<double>& system) {
  const ProblemChoice& problem = run.problem;
  if (problem.initial.q.empty() && problem.setup.empty()) {
    if (const auto found = some_start(system)) return *found;
    throw InputError("problem.initial",
                     "is missing, and the search found no state at which the equations can be solved: give a start");
  }
  Start<double> start = problem.start();
  if (start.consistent != Consistent::project) return start;
  const auto found = checked(start, system, 0);
  return {found.q, found.v, Consistent::error, found.lambda};
}

/// What lists gave the run: "epsilon=0.1 initial=1".
std::string name_of(const RunSpec& run) {
  std::string name;
  for (const Swept& each : run.swept)
    name += fmt::format("{}{}={}", name.empty() ? "" : " ", each.key, shown(each.value));
  return name;
}

/// Where the motion of the run ends; nothing where the file does not say.
std::optional<double> end_of(const RunSpec& run) {
  if (run.steps && run.h) return static_cast<double>(*run.steps) * run.h->value();
  return run.problem.end_time<double>();
}

/// The problem that a file holds, at each of its starts.
ContractReport check_file(const std::string& file) {
  if (std::error_code unknown; !std::filesystem::exists(file, unknown)) throw InputError("PROBLEM", no_such_file(file));
  const Experiment experiment = read_problem(file);
  std::vector<NamedStart> starts;
  bool own_choice = false;
  for (const RunSpec& run : experiment.runs) try {
      if (!(run.problem.t0 == 0)) throw InputError("t0", "must be 0: nonholo check evaluates starts at time 0");
      const System<double> made = run.problem.system();
      const Start<double> start = start_of(run, made);
      const System<double> system = solvable(made, 0, values(start.q), values(start.v));
      starts.push_back({name_of(run), system, start, end_of(run)});
      own_choice = own_choice || (run.problem.initial.q.empty() && run.problem.setup.empty());
    } catch (const InputError& error) {
      const Place place = run.place_of(error.key());
      throw InputError(place.key, error.message()).at(place.file.empty() ? file : place.file, place.line, "");
    }
  ContractReport report = check_problem(*experiment.problem.entry, starts);
  if (own_choice) report.subject += " (the file has no start, so nonholo chose one)";
  return report;
}

/// A name is that of a problem, or of a method.
const ProblemEntry& problem_named(const std::string& name) {
  if (const ProblemEntry* known = problem_catalogue().find(name)) return *known;
  auto names = problem_catalogue().names();
  std::ranges::copy(method_catalogue().names(), std::back_inserter(names));
  const std::string near = perhaps_a_file(name) + did_you_mean(name, names);
  throw InputError("", fmt::format("unknown problem or method '{}'{} All names: nonholo list problems, nonholo list "
                                   "methods; a file ends in .toml",
                                   name, near.empty() ? "." : near));
}

/// What is no name is told before anything is checked.
void want_names(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (!is_file(name) && !method_catalogue().find(name)) problem_named(name);
}

int execute(const std::vector<std::string>& names, bool json) {
  want_names(names);
  bool hold = true;
  Json checks = Json::array();
  for (const std::string& name : names)
    for (const ContractReport& report : contract_reports(name)) {
      hold = hold && report.holds();
      if (json) checks.push_back(report_json(report));
      else tell(printable(report.text() + "\n"));
    }
  if (json) tell(Json({{"schema", 1}, {"checks", checks}}).dump(1) + "\n");
  return hold ? 0 : 1;
}

}  // namespace

std::vector<ContractReport> contract_reports(const std::string& name) {
  if (is_file(name)) return {check_file(name)};
  const MethodEntry* const method = method_catalogue().find(name);
  if (!method || problem_catalogue().find(name)) return {check_problem(problem_named(name))};
  return check_method_entry(*method);
}

void add_check(CLI::App& app, Choice& choice) {
  const auto problems = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Check what problems and methods claim. Problems: derivatives, mass, constraints, setups, invariants, exact "
      "solutions. Methods: orders, what they keep, the state after a failed step, derivatives of stage equations");
  command
      ->add_option(
          "PROBLEM", *problems,
          "names of problems (nonholo list problems) or methods (nonholo list methods), or files, *.toml, that hold a "
          "problem")
      ->required();
  command->add_flag("--json", choice.json, "as JSON");
  command->callback(
      [problems, &choice] { choice.execute = [problems, &choice] { return execute(*problems, choice.json); }; });
}

}  // namespace nonholo::cli
