// Prints a table of docs/experiments.md from the table in the code: docs_tables file|problem|run|expect|quantities.
#include <nonholo/verification/experiment/keys.hpp>

#include <fmt/format.h>

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

void print_quantities() {
  fmt::print("| quantity | meaning |\n| --- | --- |\n");
  for (const nonholo::Quantity& quantity : nonholo::quantities())
    fmt::print("| `{}` | {} |\n", quantity.name, cell(quantity.meaning));
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string_view, void (*)()> tables = {
      {"file", [] { print_keys(nonholo::file_keys()); }},
      {"problem", [] { print_keys(nonholo::problem_keys()); }},
      {"run", [] { print_keys(nonholo::run_keys()); }},
      {"expect", [] { print_keys(nonholo::expect_keys()); }},
      {"quantities", &print_quantities},
  };
  const auto wanted = tables.find(argc == 2 ? argv[1] : "");
  if (wanted == tables.end()) {
    fmt::print(stderr, "usage: docs_tables file|problem|run|expect|quantities\n");
    return 2;
  }
  wanted->second();
  return 0;
}
