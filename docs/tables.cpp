// Prints a table of the documents from the table in the code: docs_tables TABLE. The program nonholo prints the others.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/health.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/series.hpp>
#include <nonholo/verification/tableau/tableau_keys.hpp>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace {

/// As a cell of a Markdown table: bars would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

void print_keys(const nonholo::Catalogue<nonholo::Key>& keys) {
  fmt::print("| key | kind | meaning |\n| --- | --- | --- |\n");
  for (const nonholo::Key& key : keys)
    fmt::print("| `{}` | {}{} | {} |\n", key.name, name(key.kind), key.sweeps ? ", or a list" : "", cell(key.meaning));
}

template <class Entry> void print_meanings(const char* what, const nonholo::Catalogue<Entry>& entries) {
  fmt::print("| {} | meaning |\n| --- | --- |\n", what);
  for (const Entry& entry : entries) fmt::print("| `{}` | {} |\n", entry.name, cell(entry.meaning));
}

void print_flags() {
  fmt::print("| flag | counts as | meaning |\n| --- | --- | --- |\n");
  for (const nonholo::FlagInfo& each : nonholo::flags())
    fmt::print("| `{}` | {} | {} |\n", each.name, each.failure ? "failure" : "warning", cell(each.meaning));
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string_view, std::function<void()>> tables = {
      {"file", [] { print_keys(nonholo::file_keys()); }},
      {"problem", [] { print_keys(nonholo::problem_keys()); }},
      {"system", [] { print_keys(nonholo::system_keys()); }},
      {"input", [] { print_keys(nonholo::input_keys()); }},
      {"run", [] { print_keys(nonholo::run_keys()); }},
      {"expect", [] { print_keys(nonholo::expect_keys()); }},
      {"event", [] { print_keys(nonholo::event_keys()); }},
      {"section", [] { print_keys(nonholo::section_keys()); }},
      {"ensemble", [] { print_keys(nonholo::ensemble_keys()); }},
      {"random", [] { print_keys(nonholo::random_keys()); }},
      {"reduce", [] { print_keys(nonholo::reduce_keys()); }},
      {"figure", [] { print_keys(nonholo::figure_keys()); }},
      {"motion", [] { print_keys(nonholo::motion_keys()); }},
      {"series", [] { print_meanings("series", nonholo::series_meanings()); }},
      {"quantities", [] { print_meanings("quantity", nonholo::quantities()); }},
      {"flags", print_flags},
      {"tableau", [] { print_meanings("key", nonholo::tableau_file_keys()); }},
      {"claims", [] { print_keys(nonholo::claim_keys()); }},
  };
  const auto wanted = tables.find(argc == 2 ? argv[1] : "");
  if (wanted == tables.end()) {
    fmt::print(stderr, "usage: docs_tables ");
    for (const auto& [name, print] : tables) fmt::print(stderr, "{}{}", name == tables.begin()->first ? "" : "|", name);
    fmt::print(stderr, "\n");
    return 2;
  }
  wanted->second();
  return 0;
}
