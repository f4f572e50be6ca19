// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/drawn_results.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/nesting.hpp>
#include <nonholo/verification/output/below.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nonholo {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw InputError("", why).at(file.string(), 0, "");
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
  const auto text = text_of(file);
  if (!text) refuse(file, "cannot be read");
  const Json results = document_in<Json>(*text);
  if (!results.is_object() || !results.contains("experiments")) refuse(file, "holds no results of nonholo run");
  std::vector<DrawnResult> all;
  for (const auto& experiment : results["experiments"]) {
    if (!experiment.is_object()) refuse(file, "holds no results of nonholo run");
    const Json figures = experiment.value("figures", Json::array());
    if (!figures.is_array() || figures.empty()) continue;
    if (!figures[0].is_object() || !figures[0].value("file", Json()).is_string()) continue;
    const std::string name = figures[0]["file"];
    const fs::path drawn = file.parent_path() / name;
    const auto document = text_below(file.parent_path(), name);
    if (!document) refuse(drawn, "cannot be read: figures lie below the folder of their results, not behind links");
    try {
      all.push_back({figure_document(*document), drawn.parent_path()});
    } catch (const InputError& error) {
      throw error.at(drawn.string(), 0, "");
    }
  }
  return all;
}

}  // namespace nonholo
