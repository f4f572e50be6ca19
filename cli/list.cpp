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
#include <memory>

namespace nonholo::cli {

namespace {

/// A catalogue as rows of cells under column names.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

std::string setups_of(const ProblemEntry& problem) {
  std::vector<std::string_view> names;
  for (const auto& setup : problem.setups) names.push_back(setup.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string parameters_of(const ProblemEntry& problem) {
  std::vector<std::string> each;
  for (const ParameterInfo& p : problem.parameters) each.push_back(fmt::format("{}={}", p.name, p.default_value));
  return fmt::format("{}", fmt::join(each, ", "));
}

Table problems() {
  Table table{{"name", "title", "n", "m", "parameters", "setups", "source"}, {}};
  for (const ProblemEntry& p : problem_catalogue())
    table.rows.push_back({std::string(p.name), std::string(p.title), fmt::format("{}", p.n), fmt::format("{}", p.m), parameters_of(p), setups_of(p),
                          std::string(p.source)});
  return table;
}

Table methods() {
  Table table{{"name", "description", "keys", "source"}, {}};
  for (const MethodEntry& m : method_catalogue()) {
    std::vector<std::string_view> keys = m.stepping == Stepping::fixed ? std::vector<std::string_view>{"h"} : std::vector<std::string_view>{};
    keys.insert(keys.end(), m.required.begin(), m.required.end());
    table.rows.push_back({std::string(m.name), std::string(m.description), fmt::format("{}", fmt::join(keys, ", ")), std::string(m.source)});
  }
  return table;
}

Table tableaus() {
  Table table{{"name", "stages", "description"}, {}};
  for (const TableauFamily& t : tableau_catalogue())
    table.rows.push_back({std::string(t.name), fmt::format("{}-{}", t.min_stages, t.max_stages), std::string(t.description)});
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
  for (const auto& row : table.rows) fmt::print("| {} |\n", fmt::join(row, " | "));
}

void print_json(const std::string& what, const Table& table) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json entry;
    for (std::size_t i = 0; i < row.size(); ++i) entry[table.columns[i]] = row[i];
    list.push_back(entry);
  }
  fmt::print("{}\n", nlohmann::ordered_json({{"schema", 1}, {what, list}}).dump(1));
}

/// The name, then each other column on a line of its own: descriptions are longer than terminals are wide.
void print_text(const Table& table) {
  for (const auto& row : table.rows) {
    fmt::print("{}\n", row[0]);
    for (std::size_t i = 1; i < row.size(); ++i)
      if (!row[i].empty()) fmt::print("  {:<12}{}\n", table.columns[i], row[i]);
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
