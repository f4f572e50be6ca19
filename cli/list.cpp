// nonholo list problems|methods|tableaus|experiments: the catalogues, as text, Markdown or JSON.
#include "commands.hpp"

#include <nonholo/framework/error.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment.hpp>
#include <nonholo/verification/locate.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

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
  for (const auto& [key, value] : cell.items()) parts.push_back(cell.is_object() ? fmt::format("{}={}", key, shown(value)) : shown(value));
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

Table problems() {
  Table table{{"name", "title", "n", "m", "parameters", "setups", "source"}, {}};
  for (const ProblemEntry& p : problem_catalogue()) table.rows.push_back({p.name, p.title, p.n, p.m, parameters_of(p), setups_of(p), p.source});
  return table;
}

Table methods() {
  Table table{{"name", "description", "keys", "source"}, {}};
  for (const MethodEntry& m : method_catalogue()) {
    std::vector<std::string_view> keys = m.stepping == Stepping::fixed ? std::vector<std::string_view>{"h"} : std::vector<std::string_view>{};
    keys.insert(keys.end(), m.required.begin(), m.required.end());
    table.rows.push_back({m.name, m.description, keys, m.source});
  }
  return table;
}

Table tableaus() {
  Table table{{"name", "stages", "description"}, {}};
  for (const TableauFamily& t : tableau_catalogue()) table.rows.push_back({t.name, fmt::format("{}-{}", t.min_stages, t.max_stages), t.description});
  return table;
}

Table experiments(const std::string& program) {
  Table table{{"name", "title", "source"}, {}};
  for (const FoundExperiment& found : known_experiments(experiment_folders(program))) {
    const Experiment experiment = read_experiment(found.file, found.name);
    table.rows.push_back({experiment.name, experiment.title, experiment.source});
  }
  return table;
}

Table listed(const std::string& what, const std::string& program) {
  if (what == "problems") return problems();
  if (what == "methods") return methods();
  if (what == "tableaus") return tableaus();
  if (what == "experiments") return experiments(program);
  throw InputError("WHAT", unknown_name_message("list", what, {"problems", "methods", "tableaus", "experiments"}));
}

void print_markdown(const Table& table) {
  fmt::print("| {} |\n|{}\n", fmt::join(table.columns, " | "), [&table] {
    std::string rule;
    for (std::size_t i = 0; i < table.columns.size(); ++i) rule += " --- |";
    return rule;
  }());
  for (const auto& row : table.rows) fmt::print("| {} |\n", fmt::join(shown(row), " | "));
}

void print_json(const std::string& what, const Table& table) {
  Json list = Json::array();
  for (const auto& row : table.rows) {
    Json entry;
    for (std::size_t i = 0; i < row.size(); ++i) entry[table.columns[i]] = row[i];
    list.push_back(entry);
  }
  fmt::print("{}\n", Json({{"schema", 1}, {what, list}}).dump(1));
}

/// The name, then each other column on a line of its own: descriptions are longer than terminals are wide.
void print_text(const Table& table) {
  for (const auto& row : table.rows) {
    const std::vector<std::string> cells = shown(row);
    fmt::print("{}\n", cells[0]);
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (!cells[i].empty()) fmt::print("  {:<12}{}\n", table.columns[i], cells[i]);
  }
}

}  // namespace

void add_list(CLI::App& app, const std::string& program, Choice& choice) {
  struct Options {
    std::string what;
    bool markdown = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list = app.add_subcommand("list", "List problems, methods, tableaus or experiments");
  list->add_option("WHAT", options->what, "problems, methods, tableaus or experiments")->required();
  list->add_flag("--json", choice.json, "as JSON");
  list->add_flag("--markdown", options->markdown, "as a Markdown table");
  list->callback([options, program, &choice] {
    choice.execute = [options, program, &choice] {
      const Table table = listed(options->what, program);
      if (choice.json) print_json(options->what, table);
      else if (options->markdown) print_markdown(table);
      else print_text(table);
      return 0;
    };
  });
}

}  // namespace nonholo::cli
