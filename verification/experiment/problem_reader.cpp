// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/problem_reader.hpp>

#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/start_reader.hpp>
#include <nonholo/verification/experiment/system_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nonholo {

namespace {

// Of a problem that another one replaces.
constexpr std::string_view of_the_problem[] = {"name", "setup", "system", "parameters", "initial"};

Consistent consistent_named(const TomlTable& problem, const std::string& text) {
  if (text == "error") return Consistent::error;
  if (text == "project") return Consistent::project;
  if (text == "assume") return Consistent::assume;
  problem.fail("consistent", fmt::format("'{}': must be \"error\", \"project\" or \"assume\"", text));
}

/// What labels call it: its name, unless that is one of an option or a key of runs.
std::string sweep_name(std::string_view parameter) {
  const auto taken = [parameter](const auto& named) { return named == parameter; };
  std::vector<std::string_view> keys = run_keys().names();
  std::ranges::copy(problem_keys().names(), std::back_inserter(keys));
  for (const DescribedOption& each : described_options()) keys.push_back(each.option.key);
  return (std::ranges::any_of(keys, taken) ? "parameters." : "") + std::string(parameter);
}

}  // namespace

ProblemReader::ProblemReader(const TomlTable& file, const std::filesystem::path& system, Experiment& experiment)
    : file_(file),
      experiment_(experiment) {
  if (file.has("problem")) {
    problems_.push_back(file.table("problem"));
    problems_.front().refuse_unknown_keys(problem_keys());
  }
  find_system(system);
  experiment_.problem.entry = experiment_.own_problem ? experiment_.own_problem.get() : experiment_.problem.entry;
}

void ProblemReader::find_system(const std::filesystem::path& given) {
  if (given.empty()) return find_system_of_file();
  const bool names_one =
      file_.has("system") || (!problems_.empty() && (problems_[0].has("name") || problems_[0].has("system")));
  replaced_ = names_one;
  experiment_.written += '\0';  // the same texts are another experiment where the file itself names the system
  open(given);
}

void ProblemReader::find_system_of_file() {
  const bool in_file = file_.has("system");
  if (problems_.empty() && !in_file) file_.fail("problem", "is missing");
  const auto refuse_beside = [this](std::initializer_list<const char*> keys, const char* beside) {
    for (const char* key : keys)
      if (!problems_.empty() && problems_[0].has(key))
        problems_[0].fail(key, fmt::format("cannot be combined with {}: give one of the two", beside));
  };
  if (in_file) {
    refuse_beside({"name", "setup", "system"}, "[system]");
    return take_system(file_);
  }
  const TomlTable& problem = problems_[0];
  if (!problem.has("system")) {
    experiment_.problem.entry = &lookup(problem_catalogue(), problem, "name");
    if (file_.has("input")) file_.fail("input", "problems of the catalogue have no inputs: those of a [system] have");
    return;
  }
  refuse_beside({"name", "setup"}, "system");
  const std::filesystem::path file = (experiment_.file.parent_path() / problem.text("system")).lexically_normal();
  try {
    open(file);
  } catch (const InputError& error) {
    if (error.line() > 0) throw;
    problem.fail("system", fmt::format("{}: {}", file.string(), error.message()));
  }
}

/// What is wrong there is told with its place there.
void ProblemReader::open(const std::filesystem::path& file) {
  system_file_ = std::make_unique<TomlFile>(file);
  experiment_.written += '\0' + system_file_->text.written;
  const TomlTable table = system_file_->table();
  table.refuse_unknown_keys(file_keys());
  if (!table.has("system")) table.fail("system", "is missing: this file needs a [system]");
  if (table.has("problem")) {
    const TomlTable problem = table.table("problem");
    problem.refuse_unknown_keys(problem_keys());
    for (const char* key : {"name", "setup", "system"})
      if (problem.has(key)) problem.fail(key, "cannot be combined with [system]: give one of the two");
    problems_.push_back(problem);
  }
  take_system(table);
}

void ProblemReader::take_system(const TomlTable& file) {
  const TomlTable system = file.table("system");
  std::optional<TomlTable> input;  // the experiment's own before that of a system's file
  for (const TomlTable* each : {&file_, &file})
    if (!input && each->has("input")) input = each->table("input");
  OwnSystem own = read_system(system, input, experiment_.written);
  if (system.has("parameters")) own_parameters_ = system.table("parameters");
  experiment_.own_problem = std::move(own.entry);
  experiment_.own_parameters = std::move(own.parameters);
  experiment_.own_names = std::move(own.names);
}

/// Those that may say what the system is: the experiment's own [problem] does not where --system gives another.
std::span<const TomlTable> ProblemReader::told_problems() const {
  return std::span(problems_).subspan(replaced_ && file_.has("problem") ? 1 : 0);
}

/// The first table that says something of the key.
const TomlTable* ProblemReader::having(std::string_view key) const {
  for (const TomlTable& each : problems_) {
    const bool left_aside =
        &each < told_problems().data() && std::ranges::find(of_the_problem, key) != std::end(of_the_problem);
    if (!left_aside && each.has(key)) return &each;
  }
  return nullptr;
}

RunSpec ProblemReader::first() const {
  RunSpec run;
  run.problem.entry = experiment_.problem.entry;
  for (const Key& key : problem_keys())
    if (const TomlTable* problem = having(key.name)) run.places.emplace(key.name, place(*problem, key.name));
  return run;
}

RunProduct ProblemReader::read() {
  refuse_unknown_parameters();
  RunProduct runs({first()});
  multiply_setups(runs);
  multiply_parameters(runs);
  multiply_times(runs);
  multiply_consistent(runs);
  look_at_system(runs);
  return runs;
}

void ProblemReader::multiply_setups(RunProduct& runs) const {
  const TomlTable* const problem = having("setup");
  if (!problem) return;
  runs.times(*problem, problem_keys().at("setup"), false, [&](RunSpec& run, const MethodOptions::Value& value) {
    run.problem.setup = std::get<std::string>(value);
    try {
      run.problem.entry->setup(run.problem.setup);  // refuses an unknown one
    } catch (const InputError& error) {
      throw error.line() > 0 ? error : problem->located(error, "setup");
    }
    run.places.insert_or_assign("initial", Place{problem->line("setup"), problem->path("initial"), problem->file()});
  });
}

void ProblemReader::refuse_unknown_parameters() const {
  std::vector<std::string_view> known;
  for (const ParameterInfo& each : experiment_.problem.entry->parameters) known.push_back(each.name);
  for (const TomlTable& each : told_problems()) {
    if (!each.has("parameters")) continue;
    const TomlTable given = each.table("parameters");
    for (const std::string_view name : given.keys())
      if (std::ranges::find(known, name) == known.end())
        given.fail(name, unknown_name_message("parameter", name, known));
  }
}

/// In the order in which one may name another.
void ProblemReader::multiply_parameters(RunProduct& runs) const {
  const std::size_t count = experiment_.problem.entry->parameters.size();
  for (std::size_t i = 0; i < count; ++i) multiply_parameter(runs, i);
}

/// The first table that gives it; that of a [system] where it has a list there.
std::optional<TomlTable> ProblemReader::having_parameter(const std::string& name) const {
  for (const TomlTable& each : told_problems())
    if (each.has("parameters"))
      if (TomlTable given = each.table("parameters"); given.has(name)) return given;
  const bool listed = own_parameters_ && own_parameters_->has(name) && own_parameters_->is_list(name);
  return listed ? own_parameters_ : std::nullopt;
}

void ProblemReader::multiply_parameter(RunProduct& runs, std::size_t index) const {
  const std::vector<ParameterInfo>& known = experiment_.problem.entry->parameters;
  const std::string name(known[index].name);
  const std::optional<TomlTable> given = having_parameter(name);
  if (!given) {
    for (RunSpec& run : runs.runs) run.parameters.insert_or_assign(name, usual(index, run));
    return;
  }
  const Key key{name, KeyKind::number, "", true};
  const auto values = [&](const RunSpec& run) { return given->with(run.parameters).values(key); };
  runs.times(*given, name, sweep_name(name), false, values, [&](RunSpec& run, const MethodOptions::Value& value) {
    const Number number = std::get<Number>(value);
    try {
      checked_parameter(known, name, number.value());
    } catch (const InputError& error) {
      throw given->located(error, name);
    }
    run.parameters.insert_or_assign(name, number);
    run.problem.parameters.insert_or_assign(name, number);
  });
}

/// What a parameter is that nobody gives: of the setup, of a text what that says in terms of those before it, else the
/// default.
Number ProblemReader::usual(std::size_t index, const RunSpec& run) const {
  const ParameterInfo& parameter = run.problem.entry->parameters[index];
  if (!run.problem.setup.empty())
    for (const auto& [name, value] : run.problem.entry->setup(run.problem.setup).parameters)
      if (name == parameter.name) return value;
  if (!experiment_.own_problem) return Number(parameter.default_value);
  try {
    return number_expression(experiment_.own_parameters[index].text, run.parameters);
  } catch (const InputError& error) {
    if (!own_parameters_) throw;
    throw own_parameters_->located(error, parameter.name);
  }
}

void ProblemReader::multiply_times(RunProduct& runs) const {
  if (const TomlTable* problem = having("t0"))
    runs.times(*problem, problem_keys().at("t0"), false,
               [](RunSpec& run, const MethodOptions::Value& value) { run.problem.t0 = std::get<Number>(value); });
  const TomlTable* const problem = having("t_end");
  if (problem)
    runs.times(*problem, problem_keys().at("t_end"), false,
               [](RunSpec& run, const MethodOptions::Value& value) { run.problem.t_end = std::get<Number>(value); });
  for (const RunSpec& run : runs.runs)
    if (const auto end = run.problem.end_time(); end && *end < run.problem.t0.value())
      (problem ? *problem : problems_.front())
          .fail("t_end", fmt::format("{}: must be >= t0 = {}", *end, run.problem.t0.value()));
}

void ProblemReader::multiply_consistent(RunProduct& runs) const {
  if (const TomlTable* problem = having("consistent"))
    runs.times(*problem, problem_keys().at("consistent"), false,
               [problem](RunSpec& run, const MethodOptions::Value& value) {
                 run.problem.initial.consistent = consistent_named(*problem, std::get<std::string>(value));
               });
}

/// Names of coordinates are those of all runs.
void ProblemReader::look_at_system(const RunProduct& runs) {
  experiment_.problem = runs.runs.front().problem;
  const System<double> system = experiment_.problem.system();
  experiment_.coordinates = system.coordinate_names();
  for (const auto& invariant : system.invariants()) experiment_.invariants.emplace_back(invariant.name);
  if (experiment_.own_problem) return;  // of a text they are written
  const char* const key = having("parameters") ? "parameters" : "setup";
  for (const RunSpec& run : runs.runs)
    if (!run.swept.empty() && run.problem.system().coordinate_names() != experiment_.coordinates)
      having(key)->fail(key, "the list makes systems with different coordinates: write one file for each");
}

void ProblemReader::multiply_starts(RunProduct& runs, const TomlTable& table, bool none_too) const {
  const TomlTable* const problem = having("initial");
  if (!table.has("initial")) runs.together.reset();  // which is of the lists of a [[run]]
  if (const TomlTable* from = table.has("initial") ? &table : problem)
    return nonholo::multiply_starts(runs, *from, "initial", experiment_.coordinates, experiment_.own_names);
  const auto has_none = [](const RunSpec& run) { return run.problem.setup.empty(); };
  if (!none_too && !file_.has("ensemble") && std::ranges::any_of(runs.runs, has_none))
    table.fail("initial", "is missing: [problem] names neither a setup nor an initial state");
}

}  // namespace nonholo
