// nonholo list problems|methods|tableaus|experiments|figures|options: the catalogues, as text, Markdown or JSON.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/reports.hpp>

#include "commands.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/nearest_names.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/locate.hpp>
#include <nonholo/verification/experiment/system_writer.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace nonholo::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A catalogue as rows of cells under column names. Cells are JSON values: numbers, strings, lists, name -> value.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Json>> rows;
};

/// A cell as people read it: lists and members separated by commas.
std::string shown(const Json& cell) {
  if (cell.is_string()) return cell.get<std::string>();
  if (!cell.is_structured()) return cell.dump();
  std::vector<std::string> parts;
  for (const auto& [key, value] : cell.items())
    parts.push_back(cell.is_object() ? fmt::format("{}={}", key, shown(value)) : shown(value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> shown(const std::vector<Json>& row) {
  std::vector<std::string> cells;
  for (const Json& cell : row) cells.push_back(shown(cell));
  return cells;
}

Json setups_of(const ProblemEntry& problem) {
  Json names = Json::array();
  for (const auto& setup : problem.setups) names.push_back(setup.name);
  return names;
}

Json parameters_of(const ProblemEntry& problem) {
  Json defaults = Json::object();
  for (const ParameterInfo& p : problem.parameters) {
    const bool whole = p.default_value == std::round(p.default_value);  // 1 rather than 1.0
    defaults[std::string(p.name)] = whole ? Json(static_cast<long>(p.default_value)) : Json(p.default_value);
  }
  return defaults;
}

/// As starts, figures and components call them.
Json coordinates_of(const ProblemEntry& problem) { return problem.make<double>({}).coordinate_names(); }

Table problems() {
  Table table{{"name", "title", "n", "m", "coordinates", "parameters", "setups", "source"}, {}};
  for (const ProblemEntry& p : problem_catalogue())
    table.rows.push_back({p.name, p.title, p.n, p.m, coordinates_of(p), parameters_of(p), setups_of(p), p.source});
  return table;
}

/// "2", or "2; M(q): 1" where a mass that depends on q makes a difference; "-" where no theorem tells.
std::string order_cell(int constant, int varying) {
  const auto one = [](int order) { return order > 0 ? fmt::format("{}", order) : "-"; };
  return constant == varying ? one(constant) : fmt::format("{}; M(q): {}", one(constant), one(varying));
}

std::string yes(bool truth) { return truth ? "yes" : "no"; }

/// The traits of a method on the first of these problems that it is meant for.
std::optional<MethodTraits> traits_on(std::initializer_list<const char*> problems, const MethodEntry& m,
                                      const MethodOptions& options) {
  for (const char* problem : problems)
    if (const auto method = m.make_where_meant(problem_catalogue().at(problem).make<double>({}), options))
      return method->traits();
  return std::nullopt;
}

/// "; g(q) = 0: 1" where the multipliers of constraints on positions have another order; nothing where they have not.
std::string of_positions(const MethodEntry& m, const MethodOptions& options, int order) {
  const auto held = traits_on({"pendulum_cartesian"}, m, options);
  if (m.orders || !held || held->multiplier_order == order) return "";
  return fmt::format("; g(q) = 0: {}", held->multiplier_order);
}

/// What theory says of a method with these options, on a system of constant mass and on one with M(q). Plug-ins bring
/// methods that are for neither: on a DAE then, or nothing.
std::vector<Json> facts_of(const MethodEntry& m, const MethodOptions& options) {
  const auto first_known = traits_on({"vertical_rolling_disk", "chaplygin_sleigh", "jay_2003_dae"}, m, options);
  if (!first_known) return std::vector<Json>(6, "-");
  const MethodTraits constant = *first_known, varying = traits_on({"chaplygin_sleigh"}, m, options).value_or(constant);
  const auto orders = [&m](const MethodTraits& traits, bool constant_mass) {
    if (m.orders) return m.orders({.constant_mass = constant_mass, .linear_constraint = true, .conservative = true});
    return Orders{traits.order, traits.multiplier_order};
  };
  const Orders first = orders(constant, true), second = orders(varying, false);
  const std::string symmetric = constant.symmetric == varying.symmetric ? yes(constant.symmetric) : "if M is constant";
  std::string order = order_cell(first.state, second.state);
  if (constant.position_order > first.state) order += fmt::format("; q {}", constant.position_order);
  return {constant.adaptive ? fmt::format("up to {}", first.state) : order,
          "as q, v",
          order_cell(first.multiplier, second.multiplier) + of_positions(m, options, first.multiplier),
          symmetric,
          yes(constant.keeps_constraint),
          yes(constant.keeps_energy)};
}

/// One cell for all examples: what they share, or "gonzalez: 2, itoh_abe: 1".
Json merged(const std::vector<std::pair<std::string, Json>>& cells) {
  if (std::ranges::all_of(cells, [&](const auto& each) { return each.second == cells.front().second; }))
    return cells.front().second;
  std::vector<std::string> parts;
  for (const auto& [name, cell] : cells) parts.push_back(fmt::format("{}: {}", name, shown(cell)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool has(const MethodOptions& options, const std::string& key, const MethodOptions::Value& value) {
  return std::ranges::any_of(options,
                             [&](const auto& own) { return own.first == key && shown(own.second) == shown(value); });
}

/// The trial that the variant varies, by its place; the first where it varies none.
std::size_t varied(const std::vector<MethodOptions>& trials, const MethodOptions& variant) {
  const auto found = std::ranges::find_if(trials, [&](const MethodOptions& trial) {
    return std::ranges::all_of(trial, [&](const auto& own) { return has(variant, own.first, own.second); });
  });
  return found == trials.end() ? 0 : static_cast<std::size_t>(found - trials.begin());
}

/// What the variant has beside the trial: "space = full".
std::string difference(const MethodOptions& trial, const MethodOptions& variant) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : variant)
    if (!has(trial, key, value)) parts.push_back(fmt::format("{} = {}", key, shown(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Behind each cell those variants that make another of it.
void add_variants(const MethodEntry& m, const std::vector<std::vector<Json>>& rows, std::vector<Json>& row) {
  const std::vector<MethodOptions> trials = m.trials();
  for (const MethodOptions& variant : m.variants) {
    const std::size_t trial = varied(trials, variant);
    const std::vector<Json> facts = facts_of(m, variant);
    for (std::size_t column = 0; column < row.size(); ++column)
      if (facts[column] != rows[trial][column])
        row[column] =
            fmt::format("{}; {}: {}", shown(row[column]), difference(trials[trial], variant), shown(facts[column]));
  }
}

std::vector<Json> method_facts(const MethodEntry& m) {
  if (m.needs("tableau"))
    return {"of the tableau",
            "as q, v",
            "of the tableau",
            "of the tableau",
            m.name == "spark" ? "yes" : "if stiffly accurate",
            "no"};
  if (m.needs("scheme")) return {"of the scheme", "as q, v", 1, "yes", "as the base", "as the base"};
  if (m.needs("base")) return {"of the base", "as q, v", "of the base", "no", "yes", "if onto says so"};
  if (m.needs("stages")) return {"2s", "as q, v", "-", "yes", "yes", "yes"};
  std::vector<std::vector<Json>> rows;
  std::vector<std::string> names;
  for (const MethodOptions& options : m.trials()) {
    rows.push_back(facts_of(m, options));
    names.push_back(m.examples.empty() || options.begin() == options.end() ? "" : shown(options.begin()->second));
  }
  std::vector<Json> row;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    std::vector<std::pair<std::string, Json>> cells;
    for (std::size_t i = 0; i < rows.size(); ++i) cells.emplace_back(names[i], rows[i][column]);
    row.push_back(merged(cells));
  }
  add_variants(m, rows, row);
  return row;
}

Table methods() {
  Table table{{"name", "description", "keys", "order of q, v", "of lambda", "of lambda_stage", "symmetric",
               "keeps A v = 0", "keeps energy", "cost", "source"},
              {}};
  for (const MethodEntry& m : method_catalogue()) {
    const bool takes_h = m.stepping == Stepping::fixed || m.stepping == Stepping::either;
    std::vector<std::string_view> keys = takes_h ? std::vector<std::string_view>{"h"} : std::vector<std::string_view>{};
    for (const Option& option : m.required) keys.push_back(option.key);
    if (std::ranges::find(keys, "tableau") != keys.end()) keys.emplace_back("stages");
    if (m.stepping == Stepping::as_base) keys.emplace_back("those of the base");
    std::vector<Json> row{m.name, m.description, keys};
    for (Json& cell : method_facts(m)) row.push_back(std::move(cell));
    row.insert(row.end(), {m.cost, m.source});
    table.rows.push_back(row);
  }
  return table;
}

/// "text, or a list".
std::string kind_cell(const Option& option) { return std::string(name(key_of(option).kind)); }

Table options() {
  Table table{{"name", "kind", "meaning", "choices", "default", "methods"}, {}};
  for (const auto& [option, takers] : described_options())
    table.rows.push_back({option.key, kind_cell(option), option.meaning, option.choices, option.usual, takers});
  return table;
}

/// A property of the set for 2, 3 and 4 stages, or for the only number there is.
template <class F> Json over_stages(const TableauFamily& family, F value) {
  Json all = Json::array();
  for (int s = std::max(2, family.min_stages); s <= std::min(4, family.max_stages); ++s)
    all.push_back(value(family(s)));
  if (all.empty()) all.push_back(value(family(family.min_stages)));
  return all;
}

Json standard_order(const TableauSet& set) {
  const StandardRkOrder found = standard_rk_order(set.a(), 6);
  return found.reached_cap && !set.a().stiffly_accurate() ? Json(fmt::format(">= {}", found.y)) : Json(found.y);
}

Table tableaus() {
  Table table{{"name", "stages", "order (2, 3, 4 stages)", "of lambda_stage", "as standard method", "symmetric", "pair",
               "description"},
              {}};
  const auto order = [](int x) { return x > 0 ? Json(x) : Json("-"); };
  for (const TableauFamily& t : tableau_catalogue()) {
    const TableauSet small = t(std::min(std::max(2, t.min_stages), t.max_stages));
    const bool runs = small.determines_multipliers(),
               standard = small.parts().size() == 1 && standard_rk_order(small.a(), 2).applicable;
    table.rows.push_back(
        {t.name,
         t.min_stages == t.max_stages ? fmt::format("{}", t.min_stages)
                                      : fmt::format("{}-{}", t.min_stages, t.max_stages),
         runs ? over_stages(t, [&](const TableauSet& set) { return order(set.order()); }) : Json("-"),
         runs ? over_stages(t, [&](const TableauSet& set) { return order(set.stage_multiplier_order()); }) : Json("-"),
         standard ? over_stages(t, [&](const TableauSet& set) { return standard_order(set); }) : Json("-"),
         yes(small.symmetric().holds), yes(small.lagrange_dalembert().holds), t.description});
  }
  return table;
}

/// All that are known by name.
std::vector<FoundExperiment> found_by(const std::string& program) {
  const auto folders = experiment_folders(program);
  want_folders(folders);
  return known_experiments(folders);
}

Table experiments(const std::string& program) {
  Table table{{"name", "title", "source"}, {}};
  for (const FoundExperiment& found : found_by(program)) {
    const Experiment experiment = read_experiment(found.file, found.name);
    table.rows.push_back({experiment.name, experiment.title, experiment.source});
  }
  return table;
}

Table figures(const std::string& program) {
  Table table{{"name", "number", "title", "experiment", "source"}, {}};
  for (const FoundExperiment& found : found_by(program)) {
    const Experiment experiment = read_experiment(found.file, found.name);
    for (const FigureSpec& spec : experiment.figures)
      table.rows.push_back(
          {spec.figure.name, spec.figure.number, spec.figure.title, experiment.name, experiment.source});
  }
  return table;
}

Table listed(const std::string& what, const std::string& program) {
  if (what == "problems") return problems();
  if (what == "methods") return methods();
  if (what == "options") return options();
  if (what == "tableaus") return tableaus();
  if (what == "experiments") return experiments(program);
  if (what == "figures") return figures(program);
  throw InputError("WHAT", unknown_name_message(
                               "list", what, {"problems", "methods", "tableaus", "experiments", "figures", "options"}));
}

void print_markdown(const Table& table) {
  fmt::print("| {} |\n|{}\n", fmt::join(table.columns, " | "), [&table] {
    std::string rule;
    for (std::size_t i = 0; i < table.columns.size(); ++i) rule += " --- |";
    return rule;
  }());
  for (const auto& row : table.rows) fmt::print("| {} |\n", fmt::join(shown(row), " | "));
}

Json rows_json(const Table& table) {
  Json list = Json::array();
  for (const auto& row : table.rows) {
    Json entry;
    for (std::size_t i = 0; i < row.size(); ++i) entry[table.columns[i]] = row[i];
    list.push_back(entry);
  }
  return list;
}

/// The one of that name alone.
Table only(const std::string& name, const std::string& what, Table table) {
  std::vector<std::string> names;
  for (const auto& row : table.rows) names.push_back(shown(row.front()));
  if (std::ranges::find(names, name) == names.end()) {
    const std::string near = did_you_mean(name, {names.begin(), names.end()});
    throw InputError("NAME", fmt::format("{} has no '{}'{} All names: nonholo list {}", what, name,
                                         near.empty() ? "." : near, what));
  }
  std::erase_if(table.rows, [&name](const std::vector<Json>& row) { return shown(row.front()) != name; });
  return table;
}

/// What a method takes, or the parameters of a problem.
Table details(const std::string& what, const std::string& name) {
  if (what == "problems") {
    Table table{{"parameter", "default", "unit", "allowed"}, {}};
    for (const ParameterInfo& each : problem_catalogue().at(name).parameters)
      table.rows.push_back({each.name, each.default_value, each.unit, describe(each.range)});
    return table;
  }
  Table table{{"key", "kind", "meaning", "choices", "default", "needed"}, {}};
  if (what != "methods") return table;
  const MethodEntry& method = method_catalogue().at(name);
  for (const Option& each : method.options()) {
    const bool needed = std::ranges::find(method.required, each.key, &Option::key) != method.required.end();
    table.rows.push_back({each.key, kind_cell(each), each.meaning, each.choices, each.usual, yes(needed)});
  }
  return table;
}

std::string document_of(const std::string& what, const Table& table, const Table& more) {
  Json all = {{"schema", 1}, {what, rows_json(table)}};
  if (!more.columns.empty()) all[what == "problems" ? "parameters" : "options"] = rows_json(more);
  return all.dump(1);
}

/// The name, then each other column on a line of its own: descriptions are longer than terminals are wide.
void print_text(const Table& table) {
  std::size_t width = 10;
  for (const std::string& column : table.columns) width = std::max(width, column.size() + 2);
  for (const auto& row : table.rows) {
    const std::vector<std::string> cells = shown(row);
    fmt::print("{}\n", cells[0]);
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (!cells[i].empty()) fmt::print("  {:<{}}{}\n", table.columns[i], width, cells[i]);
  }
}

int print_system(const std::string& what, const std::string& name) {
  if (what != "problems" || name.empty())
    throw InputError("--text", "needs a problem: nonholo list problems NAME --text");
  only(name, what, problems());  // refuses an unknown one
  fmt::print("{}", system_text(problem_catalogue().at(name)));
  return 0;
}

}  // namespace

std::string catalogue_json(const std::string& what) { return document_of(what, listed(what, ""), {}); }

void add_list(CLI::App& app, const std::string& program, Choice& choice) {
  struct Options {
    std::string what, name;
    bool markdown = false, text = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list = app.add_subcommand("list", "List problems, methods, tableaus, experiments, figures or options");
  list->add_option("WHAT", options->what, "problems, methods, tableaus, experiments, figures or options")->required();
  list->add_option("NAME", options->name,
                   "one of them alone: of a method with its options, of a problem with its "
                   "parameters");
  list->add_flag("--json", choice.json, "as JSON");
  list->add_flag("--markdown", options->markdown, "as a Markdown table");
  list->add_flag("--text", options->text, "a problem as the [system] of an experiment file, with a start");
  list->callback([options, program, &choice] {
    choice.execute = [options, program, &choice] {
      if (options->text) return print_system(options->what, options->name);
      Table table = listed(options->what, program), more;
      if (!options->name.empty()) {
        table = only(options->name, options->what, std::move(table));
        more = details(options->what, options->name);
      }
      if (choice.json) fmt::print("{}\n", document_of(options->what, table, more));
      else if (options->markdown) print_markdown(table);
      else print_text(table);
      if (!choice.json && !more.columns.empty()) {
        if (options->markdown) print_markdown(more);
        else print_text(more);
      }
      return 0;
    };
  });
}

}  // namespace nonholo::cli
