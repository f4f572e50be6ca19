// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_product.hpp>

#include <fmt/format.h>

#include <set>

namespace nonholo {

void RunProduct::refuse_too_many(const TomlTable& table, std::string_view key, std::size_t count) {
  if (count > most_runs) table.fail(key, fmt::format("the lists of this file make more than {} runs", most_runs));
}

bool RunProduct::forget(std::string_view name) {
  std::size_t forgotten = 0;
  for (RunSpec& run : runs)
    forgotten += std::erase_if(run.swept, [name](const Swept& each) { return each.key == name; });
  return forgotten > 0;
}

void RunProduct::tell_ends_apart() {
  std::set<std::string> labels, ends;
  std::vector<RunSpec> different;
  for (RunSpec& run : runs) {
    const std::string label = run.full_label();
    const std::string end = run.steps ? "" : run.problem.t_end->text(), h = run.h ? run.h->text() : "";
    if (!ends.insert(fmt::format("{}\n{}\n{}", label, end, h)).second) continue;
    labels.insert(label);
    different.push_back(std::move(run));
  }
  for (RunSpec& run : different)
    if (labels.size() < different.size()) run.swept.push_back({"t_end", *run.problem.t_end, false});
  runs = std::move(different);
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
