// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_product.hpp>

#include <fmt/format.h>

namespace nonholo {

void RunProduct::refuse_too_many(const TomlTable& table, std::string_view key, std::size_t count) {
  if (count > most_runs) table.fail(key, fmt::format("the lists of this file make more than {} runs", most_runs));
}

NamedNumbers RunSpec::names() const {
  NamedNumbers all = parameters;
  all.emplace("t0", problem.t0);
  if (problem.t_end) all.emplace("t_end", *problem.t_end);
  else if (const auto end = problem.end_time()) all.emplace("t_end", Number(*end));
  return all;
}

std::string RunSpec::full_label() const {
  const auto text = [this](bool of_method) {
    std::string all;
    for (const Swept& each : swept)
      if (each.in_derived_label == of_method) all += fmt::format(" {}={}", each.key, shown(each.value));
    return all;
  };
  if (!given_label.empty()) return given_label + text(true) + text(false);
  const bool usual = precision == Precision::double_;
  return method.label(h) + (usual ? "" : fmt::format(" precision={}", name(precision))) + text(false);
}

}  // namespace nonholo
