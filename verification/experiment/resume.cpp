// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/resume.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <fmt/format.h>
#include <fstream>

namespace nonholo::program {

namespace {

/// FNV-1a, 64 bits: stable over platforms and versions, unlike std::hash.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 14695981039346656037ull;
  for (const unsigned char c : text) value = (value ^ c) * 1099511628211ull;
  return value;
}

bool is_result(const nlohmann::ordered_json& experiment) {
  using Json = nlohmann::ordered_json;
  return experiment.is_object() && experiment.value("name", Json()).is_string() &&
         experiment.value("fingerprint", Json()).is_string() &&
         experiment.value("exit_code", Json()).is_number_integer();
}

}  // namespace

std::string fingerprint(const Experiment& experiment, bool quick, long sample) {
  return fmt::format("{:016x}", hash(fmt::format("{}\n{} {} {} {}", experiment.written, NONHOLO_VERSION,
                                                 experiment.name, quick, sample)));
}

std::map<std::string, KeptResult> kept_results(const std::filesystem::path& file) {
  std::map<std::string, KeptResult> kept;
  std::ifstream in(file);
  const auto document = nlohmann::ordered_json::parse(in, nullptr, false);
  if (!document.is_object() || !document.contains("experiments")) return kept;
  for (const auto& experiment : document["experiments"])
    if (is_result(experiment))
      kept.insert_or_assign(experiment["name"],
                            KeptResult{experiment["fingerprint"], experiment.dump(1), experiment["exit_code"]});
  return kept;
}

}  // namespace nonholo::program
