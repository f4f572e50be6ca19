// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/drawn_results.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace nonholo {

namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& file) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw InputError("", "cannot be read").at(file.string(), 0, "");
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
  const fs::path file = results_in(target);
  const auto results = nlohmann::ordered_json::parse(contents_of(file), nullptr, false);
  if (!results.is_object() || !results.contains("experiments"))
    throw InputError("", "holds no results of nonholo run").at(file.string(), 0, "");
  std::vector<DrawnResult> all;
  for (const auto& experiment : results["experiments"]) {
    const auto figures = experiment.value("figures", nlohmann::ordered_json::array());
    if (figures.empty() || !figures[0].value("file", nlohmann::ordered_json()).is_string()) continue;
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
