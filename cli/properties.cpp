// nonholo properties [FILTER...]: what each method preserves, measured while one waits.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "out_folder.hpp"
#include "progress_bar.hpp"

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/output/results_folder.hpp>
#include <nonholo/verification/report/page.hpp>
#include <nonholo/verification/study/properties.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

namespace nonholo::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PropertiesArguments {
  std::vector<std::string> filters;
  std::string out, system;
  bool markdown = false;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
};

Json value_of(const MethodOptions::Value& option) {
  if (const long* whole = std::get_if<long>(&option)) return *whole;
  if (const bool* truth = std::get_if<bool>(&option)) return *truth;
  if (const Number* number = std::get_if<Number>(&option)) return number->value();
  return shown(option);
}

Json numbers_of(const Property& cell) {
  Json numbers = Json::object();
  for (const auto& [what, x] : cell.measured) numbers[what] = std::isfinite(x) ? Json(x) : Json();
  return numbers;
}

std::vector<PropertyColumn> columns_of(const MethodProperties& line) {
  return property_columns(line.subject.own.has_value());
}
std::vector<PropertyColumn> columns_of(const std::vector<MethodProperties>& table) {
  return table.empty() ? property_columns() : columns_of(table.front());
}

/// Verdicts under the keys of their columns, orders as objects with the verdict among the numbers; the numbers behind
/// the others under "measured".
Json line_of(const MethodProperties& line) {
  const std::vector<PropertyColumn> columns = columns_of(line);
  Json options = Json::object();
  for (const auto& [key, value] : line.subject.method.options) options[key] = value_of(value);
  Json json = {{"method", line.subject.method.entry->name},
               {"options", options},
               {"label", line.subject.method.label()}},
       measured = Json::object();
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const std::string key(columns[i].key);
    Json numbers = numbers_of(line.cells[i]);
    if (key.starts_with("order")) {
      json[key] = line.cells[i].measured.empty() ? Json({{"q", nullptr}, {"v", nullptr}}) : numbers;
      json[key]["verdict"] = line.cells[i].verdict;
    } else {
      json[key] = line.cells[i].verdict;
      measured[key] = std::move(numbers);
    }
  }
  json["measured"] = std::move(measured);
  return json;
}

std::string properties_json(const std::vector<MethodProperties>& table) {
  Json list = Json::array(), columns = Json::object();
  for (const MethodProperties& line : table) list.push_back(line_of(line));
  for (const PropertyColumn& column : columns_of(table)) columns[std::string(column.key)] = column.title;
  return Json({{"schema", 1}, {"columns", columns}, {"properties", list}}).dump(1) + "\n";
}

/// The table, and the page that shows it, beside the results of experiments where some are there.
void write_properties(const std::filesystem::path& folder, const std::vector<MethodProperties>& table) {
  const ResultsFolder held(folder);
  write_whole(folder / "properties.json", properties_json(table));
  write_page(folder);
}

void print_markdown(const std::vector<MethodProperties>& table) {
  std::string names = "| method |", rule = "| --- |";
  for (const PropertyColumn& column : columns_of(table)) {
    names += fmt::format(" {} |", column.title);
    rule += " --- |";
  }
  fmt::print("{}\n{}\n", names, rule);
  for (const MethodProperties& line : table) {
    fmt::print("| {} |", line.subject.method.label());
    for (const Property& cell : line.cells) fmt::print(" {} |", cell.verdict);
    fmt::print("\n");
  }
}

/// The method, then each property on a line of its own: the table is wider than terminals are.
void print_text(const std::vector<MethodProperties>& table) {
  const std::vector<PropertyColumn> columns = columns_of(table);
  const std::size_t width =
      2 + std::ranges::max(columns, {}, [](const auto& column) { return column.title.size(); }).title.size();
  for (const MethodProperties& line : table) {
    fmt::print("{}\n", line.subject.method.label());
    for (std::size_t i = 0; i < columns.size(); ++i)
      fmt::print("  {:<{}}{}\n", columns[i].title, width, line.cells[i].verdict);
  }
}

int execute(const PropertiesArguments& options, bool json) {
  std::optional<Experiment> own;  // the subjects refer to it
  if (!options.system.empty()) own = read_problem(options.system);
  const std::vector<PropertySubject> subjects =
      property_subjects(options.filters, own ? std::optional(only_problem(*own)) : std::nullopt);
  make_out_folder(options.out, "properties.json");
  Progress progress;
  std::vector<MethodProperties> table;
  {
    const ProgressBar bar(progress, 1, !json);
    table =
        measure_properties(subjects, {.jobs = options.jobs, .progress = [&](double part) { progress.done = part; }});
  }
  if (!options.out.empty()) write_properties(options.out, table);
  if (json) fmt::print("{}", properties_json(table));
  else if (options.markdown) print_markdown(table);
  else print_text(table);
  return 0;
}

}  // namespace

void add_properties(CLI::App& app, Choice& choice) {
  const auto options = std::make_shared<PropertiesArguments>();
  CLI::App* command =
      app.add_subcommand("properties", "Measure what methods preserve: order, reversibility, energy, constraint");
  command->add_option(
      "FILTER", options->filters,
      "globs (* and ?) on whole names of methods or tableaus; several globs are a union; default: everything");
  command->add_option("--system", options->system,
                      "a file, *.toml, with a system, its start and its end: the methods are measured on this system");
  command->add_option("--out", options->out, "folder for properties.json and the page report.html");
  command->add_flag("--json", choice.json, "as JSON, with the numbers measured");
  command->add_flag("--markdown", options->markdown, "as a Markdown table");
  command->add_option("--jobs", options->jobs, "measurements at a time")->check(CLI::Range(1, 4096));
  command->callback(
      [options, &choice] { choice.execute = [options, &choice] { return execute(*options, choice.json); }; });
}

}  // namespace nonholo::cli
