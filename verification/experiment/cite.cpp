// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/cite.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/bibliography.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/nesting.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nonholo::program {

namespace {

/// Keys in the order in which they were first used.
class Used {
 public:
  void add(std::string_view key) {
    if (std::ranges::find(keys_, key) == keys_.end()) keys_.emplace_back(key);
  }
  void add(const std::vector<std::string_view>& keys) {
    for (const std::string_view key : keys) add(key);
  }

  /// False when the name is nothing in a catalogue.
  bool add_named(const std::string& name) {
    const std::size_t before = found_;
    if (const auto* problem = problem_catalogue().find(name)) add_entry(*problem);
    if (const auto* method = method_catalogue().find(name)) add_entry(*method);
    if (const auto* tableau = tableau_catalogue().find(name)) add_entry(*tableau);
    for (const SolverEntry& solver : solvers())
      if (solver.name == name) add_entry(solver);
    if (const auto* entry = bibliography().find(name)) {
      add(entry->name);
      ++found_;
    }
    return found_ > before;
  }

  const std::vector<std::string_view>& keys() const { return keys_; }

 private:
  template <class Entry> void add_entry(const Entry& entry) {
    add(entry.references);
    ++found_;
  }

  std::vector<std::string_view> keys_ = {"nonholo"};
  std::size_t found_ = 0;
};

void add_experiment(Used& used, const FoundExperiment& found) {
  const Experiment experiment = read_experiment(found.file, found.name);
  used.add(experiment.problem.entry->references);
  for (const RunSpec& run : experiment.runs) used.add(run.method.references());
}

/// False when the file is no results.json of ours.
bool add_results(Used& used, const std::filesystem::path& file) {
  using Json = nlohmann::json;
  const Json document = document_in<Json>(text_of(file).value_or(""));
  if (!document.is_object() || !document.contains("experiments") || !document["experiments"].is_array()) return false;
  const auto name = [&used](const Json& of, const char* key) {
    if (of.is_object() && of.contains(key) && of[key].is_string()) used.add_named(of[key]);
  };
  for (const Json& experiment : document["experiments"]) {
    name(experiment, "problem");
    if (!experiment.is_object() || !experiment.contains("runs")) continue;
    for (const Json& run : experiment["runs"])
      for (const char* key : {"method", "tableau", "solver"}) name(run, key);
  }
  return true;
}

std::vector<std::string_view> every_name() {
  std::vector<std::string_view> all = problem_catalogue().names();
  for (const auto& names : {method_catalogue().names(), tableau_catalogue().names(), bibliography().names()})
    all.insert(all.end(), names.begin(), names.end());
  return all;
}

}  // namespace

std::string cite(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& folders) {
  Used used;
  for (const std::string& name : names) {
    if (used.add_named(name)) continue;
    if (std::error_code unknown; name.ends_with(".json") && std::filesystem::exists(name, unknown)) {
      if (add_results(used, name)) continue;
      throw InputError("NAME", fmt::format("{} holds no results written by nonholo", name));
    }
    std::vector<FoundExperiment> found;
    try {
      found = locate(name, folders);
    } catch (const InputError&) {
      throw InputError("NAME", unknown_name_message("name", name, every_name()));
    }
    for (const FoundExperiment& experiment : found) add_experiment(used, experiment);
  }
  std::string text;
  for (const std::string_view key : used.keys()) text += std::string(bibliography().at(key).bibtex) + "\n\n";
  return text;
}

}  // namespace nonholo::program
