// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/drawn_results.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/nesting.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace nonholo {

namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& file) {
  std::error_code unknown;
  std::ifstream in;
  if (fs::is_regular_file(file, unknown)) in.open(file);  // a pipe need not end
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || !in) throw InputError("", "cannot be read").at(file.string(), 0, "");
  return text;
}

fs::path results_in(const fs::path& target) {
  std::error_code ignored;
  return fs::is_directory(target, ignored) ? target / "results.json" : target;
}

}  // namespace

bool is_results(const fs::path& target) {
  std::error_code ignored;
  return results_in(target).filename() == "results.json" && fs::exists(results_in(target), ignored);
}

std::vector<DrawnResult> drawn_results(const fs::path& target) {
  using Json = nlohmann::ordered_json;
  const fs::path file = results_in(target);
  const auto refused = [&file] { return InputError("", "holds no results of nonholo run").at(file.string(), 0, ""); };
  const Json results = document_in<Json>(contents_of(file));
  if (!results.is_object() || !results.contains("experiments")) throw refused();
  std::vector<DrawnResult> all;
  for (const auto& experiment : results["experiments"]) {
    if (!experiment.is_object()) throw refused();
    const Json figures = experiment.value("figures", Json::array());
    if (!figures.is_array() || figures.empty()) continue;
    if (!figures[0].is_object() || !figures[0].value("file", Json()).is_string()) continue;
    const fs::path drawn = file.parent_path() / figures[0]["file"].get<std::string>();
    try {
      all.push_back({figure_document(contents_of(drawn)), drawn.parent_path()});
    } catch (const InputError& error) {
      throw error.at(drawn.string(), 0, "");
    }
  }
  return all;
}

}  // namespace nonholo
