// experiment.hpp's read_experiment: a TOML file into an Experiment, every name and value checked on the way.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/experiment.hpp>

#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/verification/experiment/advice.hpp>
#include <nonholo/verification/experiment/ensemble_reader.hpp>
#include <nonholo/verification/experiment/figure_reader.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/located_reader.hpp>
#include <nonholo/verification/experiment/problem_reader.hpp>
#include <nonholo/verification/experiment/run_reader.hpp>
#include <nonholo/verification/experiment/sweep.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace nonholo {

constexpr std::size_t most_expressions = 1000;  // of a file: each is computed at every step

Place RunSpec::place_of(std::string_view key) const {
  if (const auto found = places.find(key); found != places.end()) return found->second;
  const std::size_t dot = std::min(key.find('.'), key.size());
  if (const auto part = places.find(key.substr(0, dot)); part != places.end())
    return {part->second.line, part->second.key + std::string(key.substr(dot)), part->second.file};
  const Place& run = places.at("run");
  return {run.line, key.empty() ? run.key : fmt::format("{}.{}", run.key, key), run.file};
}

const StateNames& state_names(Experiment& experiment) {
  if (!experiment.state_names) {
    std::vector<std::string> parameters;
    for (const ParameterInfo& each : experiment.problem.entry->parameters) parameters.emplace_back(each.name);
    experiment.state_names =
        std::make_shared<const StateNames>(experiment.problem.system(), parameters, experiment.own_names);
  }
  return *experiment.state_names;
}

std::size_t expression_number(const TomlTable& table, std::string_view key, const std::string& text,
                              Experiment& experiment, std::string_view kind, std::vector<std::string_view> known) {
  const StateNames& names = state_names(experiment);
  if (is_name(text) && !names.contains(text)) {
    for (const std::string_view each : names.names())
      if (std::ranges::find(known, each) == known.end()) known.push_back(each);
    table.fail(key, unknown_name_message(kind, text, known));
  }
  auto& all = experiment.expressions;
  const auto same = std::ranges::find(all, text, [](const auto& each) { return each->text; });
  if (same != all.end()) return static_cast<std::size_t>(same - all.begin());
  if (all.size() == most_expressions)
    table.fail(key, fmt::format("exceeds the limit of {} expressions in a file", most_expressions));
  try {
    all.push_back(std::make_shared<const RunExpression>(text, names));
  } catch (const InputError& error) {
    throw table.located(error, key);
  }
  return all.size() - 1;
}

std::vector<std::string> texts(const TomlTable& table, std::string_view key) {
  std::vector<std::string> all;
  for (const MethodOptions::Value& value : table.values({key, KeyKind::text, "", true}))
    all.push_back(std::get<std::string>(value));
  return all;
}

namespace {

void read_runs(const TomlTable& file, ProblemReader& problem, Experiment& experiment) {
  const RunProduct problems = problem.read();
  RunReader reader(problems, problem, experiment);
  for (const TomlTable& table : file.tables("run"))
    for (RunSpec& run : reader.read(table)) {
      const auto same = std::ranges::find(experiment.runs, run.label, &RunSpec::label);
      if (same != experiment.runs.end())
        table.fail("label", fmt::format("'{}': labels must be unique; the run of line {} has the same", run.label,
                                        same->place_of("").line));
      experiment.runs.push_back(std::move(run));
      RunProduct::refuse_too_many(table, "", experiment.runs.size());
    }
  if (experiment.runs.empty())
    file.fail("run",
              fmt::format("is missing: an experiment needs at least one [[run]]{}",
                          file.has("system")
                              ? "; nonholo check takes a [system] without runs, nonholo run takes one by --system"
                              : ""));
}

/// The names of numbers that are one in all runs.
NamedNumbers common_names(const std::vector<RunSpec>& runs) {
  NamedNumbers all = runs.front().names();
  for (const RunSpec& run : runs)
    std::erase_if(all, [names = run.names()](const auto& each) {
      const auto found = names.find(each.first);
      return found == names.end() || found->second.text() != each.second.text();
    });
  return all;
}

void check_label(const TomlTable& table, std::string_view key, const std::vector<RunSpec>& runs) {
  const std::string label = table.text(key);
  std::vector<std::string_view> labels;
  for (const RunSpec& run : runs) labels.push_back(run.label);
  if (std::ranges::find(labels, label) == labels.end()) table.fail(key, unknown_name_message("label", label, labels));
}

std::pair<double, double> read_between(const TomlTable& table) {
  std::vector<double> bounds;
  for (const Number& bound : table.numbers("between")) bounds.push_back(bound.value());
  if (bounds.size() != 2 || !(bounds[0] <= bounds[1]))
    table.fail("between", fmt::format("[{}]: must be [a, b] with a <= b", fmt::join(bounds, ", ")));
  return {bounds[0], bounds[1]};
}

double read_allowance(const TomlTable& table, std::string_view key) {
  const double allowance = table.number(key).value();
  if (allowance < 0) table.fail(key, fmt::format("{}: must be >= 0", allowance));
  return allowance;
}

/// "a, b" in the order of the table of flags, or "none".
std::string flag_names(const TomlTable& table) {
  std::string text = table.text("equals");
  if (text == "none") return text;
  std::vector<RaisedFlag> raised;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    std::string_view name = std::string_view(text).substr(from, comma - from);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    if (!flags().find(name)) table.fail("equals", unknown_name_message("flag", name, flags().names()));
    raised.push_back({flags().at(name).flag, 0, {}});
    from = comma + 1;
  }
  std::ranges::sort(raised, {}, &RaisedFlag::flag);
  return names_of(raised);
}

void read_names(const TomlTable& table, Expectation& expectation) {
  const std::string& quantity = expectation.quantity;
  if (!table.has("equals")) table.fail("quantity", fmt::format("{0} takes equals = \"<{0} name>\"", quantity));
  if (table.has("versus"))
    table.fail("versus", fmt::format("{} is not a number, so it has no ratio: leave versus out", quantity));
  if (table.has("published")) table.fail("published", fmt::format("{} is not a number: leave published out", quantity));
  const std::string given = quantity == "flags" ? flag_names(table) : table.text("equals");
  if (quantity == "outcome" && !outcome_named(given))
    table.fail("equals", unknown_name_message("outcome", given, outcome_names()));
  if (quantity == "growth" && std::ranges::find(growth_names, given) == growth_names.end())
    table.fail("equals", unknown_name_message("kind of growth", given, {growth_names.begin(), growth_names.end()}));
  expectation.name = given;
}

void read_bound(const TomlTable& table, Expectation& expectation) {
  const auto given = [&table](std::string_view key) { return table.has(key) ? 1 : 0; };
  if (given("min") + given("max") + given("between") + given("equals") != 1)
    table.fail("", "exactly one of min, max, between, equals must be given");
  for (const char* key : {"rel", "abs"})
    if (table.has(key) && (expectation.of_names() || !table.has("equals")))
      table.fail(key, "applies to equals = <number> only");
  if (expectation.of_names()) return read_names(table, expectation);
  if (table.has("min")) expectation.min = table.number("min").value();
  if (table.has("max")) expectation.max = table.number("max").value();
  if (table.has("between")) expectation.between = read_between(table);
  if (table.has("equals")) expectation.equals = table.number("equals").value();
  if (table.has("published")) expectation.published = table.number("published").value();
  if (table.has("rel")) expectation.rel = read_allowance(table, "rel");
  if (table.has("abs")) expectation.abs = read_allowance(table, "abs");
}

Reference read_reference(const TomlTable& table) {
  if (!table.has("reference")) return Reference::asked;
  if (table.is_boolean("reference") && !table.boolean("reference")) return Reference::none;
  const std::string text = table.is_boolean("reference") ? "true" : table.text("reference");
  if (text == "exact") return Reference::exact;
  if (text == "auto") return Reference::always;
  table.fail("reference", fmt::format("'{}': must be false, \"exact\" or \"auto\"", text));
}

/// The sweep of the option whose label is that of `run`.
void read_sweep(const TomlTable& table, const std::vector<RunSpec>& runs, Expectation& expectation) {
  expectation.over = table.text("over");
  if (table.has("versus")) table.fail("versus", "a slope has no ratio: give over or versus, not both");
  if (expectation.of_names())
    table.fail("over", fmt::format("{} is not a number: it has no slope", expectation.quantity));
  std::vector<Sweep> known = sweeps(runs, expectation.over);
  std::erase_if(known, [](const Sweep& sweep) { return sweep.runs.size() < 2; });
  if (known.empty()) table.fail("over", fmt::format("'{}': no [[run]] sweeps it", expectation.over));
  const auto wanted = std::ranges::find(known, table.text("run"), &Sweep::label);
  if (wanted == known.end()) {
    std::vector<std::string_view> labels;
    for (const Sweep& sweep : known) labels.push_back(sweep.label);
    table.fail("run", unknown_name_message(fmt::format("sweep over {}", expectation.over), table.text("run"), labels));
  }
  for (const std::size_t i : wanted->runs) {
    const double value = option_value(runs[i], expectation.over);
    if (!(value > 0))
      table.fail("over", fmt::format("'{}': a slope needs an option with positive numbers", expectation.over));
    expectation.swept.emplace_back(runs[i].label, value);
  }
}

/// One of the table, or an expression.
std::string read_quantity(const TomlTable& table, Experiment& experiment) {
  std::string text = table.text("quantity");
  const auto& reductions = experiment.reductions;
  const std::string name = text.substr(0, text.rfind('.')), part = text.substr(name.size());
  const auto found = std::ranges::find(reductions, name, &ReductionSpec::name);
  if (found != reductions.end() && (part.empty() || (part == ".slope" && found->over_members) ||
                                    (part == ".error" && !found->over_members && found->is_slope())))
    return text;
  if (!quantities().find(text))
    expression_number(table, "quantity", text, experiment, "quantity", quantities().names());
  return text;
}

Expectation read_expectation(const TomlTable& table, Experiment& experiment) {
  table.refuse_unknown_keys(expect_keys());
  Expectation expectation{.run = table.text("run"), .quantity = read_quantity(table, experiment)};
  if (table.has("over")) read_sweep(table, experiment.runs, expectation);
  else check_label(table, "run", experiment.runs);
  if (table.has("versus")) check_label(table, "versus", experiment.runs);
  if (table.has("versus")) expectation.versus = table.text("versus");
  if (table.has("component")) {
    const Quantity* const known = quantities().find(expectation.quantity);
    const auto components = known ? known->components : nullptr;
    if (!components) table.fail("component", fmt::format("{} is one number", expectation.quantity));
    expectation.component = table.text("component");
    const auto& names = experiment.*components;
    if (std::ranges::find(names, expectation.component) == names.end())
      table.fail("component", unknown_name_message(components == &Experiment::coordinates  ? "coordinate"
                                                   : components == &Experiment::invariants ? "invariant"
                                                                                           : "event or section",
                                                   expectation.component, {names.begin(), names.end()}));
  }
  if (table.has("page")) expectation.page = page_number(table);
  if (expectation.of_end_error() && experiment.reference == Reference::none)
    table.fail("quantity", fmt::format("{} needs a solution, which reference = false excludes", expectation.quantity));
  read_bound(table, expectation);
  return expectation;
}

/// What the source prints is of its own problem, and so is the title.
void leave_problem_aside(Experiment& experiment) {
  if (!experiment.title.empty()) experiment.title += fmt::format(" (here on {})", experiment.problem.entry->name);
  for (Expectation& each : experiment.expectations) each.published.reset();
  for (FigureSpec& each : experiment.figures) each.figure.marks.clear();
}

}  // namespace

Experiment read_experiment(const std::filesystem::path& file, const std::string& name,
                           const std::filesystem::path& system) {
  return read_experiment(toml_text(file), file, name, system);
}

Experiment read_experiment(const TomlText& text, const std::filesystem::path& file, const std::string& name,
                           const std::filesystem::path& system) {
  const auto parsed = std::make_shared<const TomlFile>(text, file);
  const TomlTable plain = parsed->table();
  plain.refuse_unknown_keys(file_keys());
  Experiment experiment{.name = name, .file = file, .written = text.written};
  if (plain.has("title")) experiment.title = plain.text("title");
  if (plain.has("source")) experiment.source = plain.text("source");
  experiment.reference = read_reference(plain);
  ProblemReader problem(plain, system, experiment);
  read_runs(plain, problem, experiment);
  const NamedNumbers names = common_names(experiment.runs);
  const TomlTable table = plain.with(names);
  read_ensembles(parsed, table, experiment);
  read_located(table, experiment);
  for (const TomlTable& expectation : table.tables("expect"))
    experiment.expectations.push_back(read_expectation(expectation, experiment));
  read_figures(table, experiment);
  if (problem.replaced()) leave_problem_aside(experiment);
  return experiment;
}

Experiment read_problem(const std::filesystem::path& file) {
  const TomlFile parsed(file);
  const TomlTable table = parsed.table();
  table.refuse_unknown_keys(file_keys());
  Experiment experiment{.name = file.stem().string(), .file = file, .written = parsed.text.written};
  ProblemReader problem(table, {}, experiment);
  RunProduct runs = problem.read();
  problem.multiply_starts(runs, table, true);
  experiment.runs = std::move(runs.runs);
  for (RunSpec& run : experiment.runs) run.places.insert_or_assign("run", place(table, "problem"));
  return experiment;
}

ProblemChoice only_problem(const Experiment& experiment) {
  const RunSpec& run = experiment.runs.front();
  const auto refuse = [&](std::string_view key, const std::string& message) {
    const Place place = run.place_of(key);
    throw InputError(place.key, message).at(place.file, place.line, "");
  };
  if (experiment.runs.size() > 1)
    refuse(run.swept.front().key,
           fmt::format("the lists of this file make {} starts, but exactly one is needed", experiment.runs.size()));
  ProblemChoice problem = run.problem;
  if (!(problem.t0 == 0))
    refuse("t0", "must be 0: this command starts at time 0. Write a file whose time is counted from the start");
  if (problem.initial.q.empty() && problem.setup.empty()) refuse("initial", "is missing: this command needs a start");
  try {
    checked(problem.start(), problem.system(), 0);
  } catch (const InconsistentStart& error) {
    const InputError advised = advised_start(error);
    refuse(advised.key(), advised.message());
  } catch (const InputError& error) {
    const InputError advised = advised_start(error);
    refuse(advised.key(), advised.message());
  }
  problem.initial.consistent = Consistent::project;
  return problem;
}

}  // namespace nonholo
