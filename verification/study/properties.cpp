// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/properties.hpp>

#include <nonholo/verification/study/property_cells.hpp>
#include <nonholo/verification/work_queue.hpp>

#include <atomic>
#include <span>

namespace nonholo {

namespace {

struct Column {
  PropertyColumn shown;
  Property (*measure)(const PropertySubject&, StudyReferences&);
};

constexpr Column columns[] = {
    {{"order_constant_mass", "order, M constant"}, order_constant_mass},
    {{"order_varying_mass", "order, M(q)"}, order_varying_mass},
    {{"reversible", "reversible"}, reversible},
    {{"energy", "energy"}, energy},
    {{"energy_on_disk", "energy on the rolling disk"}, energy_on_disk},
    {{"half_step_energy", "half-step kinetic energy, V = 0"}, half_step_energy},
    {{"constraint", "A v = 0 at (q_k, v_k)"}, constraint},
    {{"half_step_constraint", "A w = 0 at half steps"}, half_step_constraint},
};

// On one system: what needs a mass of one kind, or a certain problem, is left out.
constexpr Column own_columns[] = {
    {{"order", "order"}, order_on_own},
    {{"reversible", "reversible"}, reversible},
    {{"energy", "energy"}, energy},
    {{"constraint", "A v = 0 at (q_k, v_k)"}, constraint},
    {{"half_step_constraint", "A w = 0 at half steps"}, half_step_constraint},
};

std::span<const Column> columns_of(bool own) {
  return own ? std::span<const Column>(own_columns) : std::span<const Column>(columns);
}

}  // namespace

std::vector<PropertyColumn> property_columns(bool own) {
  std::vector<PropertyColumn> shown;
  for (const Column& column : columns_of(own)) shown.push_back(column.shown);
  return shown;
}

std::vector<MethodProperties> measure_properties(const std::vector<PropertySubject>& subjects,
                                                 const PropertyOptions& options) {
  const std::span<const Column> wide = columns_of(!subjects.empty() && subjects.front().own);
  const std::size_t width = wide.size(), cells = subjects.size() * width;
  std::vector<MethodProperties> table;
  for (const PropertySubject& subject : subjects) table.push_back({subject, std::vector<Property>(width)});
  StudyReferences references;
  std::atomic<std::size_t> done = 0;
  work_off(cells, options.jobs, [&](std::size_t i) {
    MethodProperties& line = table[i / width];
    const Column& column = wide[i % width];
    if (!options.wanted || options.wanted(column.shown.key))
      line.cells[i % width] = column.measure(line.subject, references);
    if (options.progress) options.progress(static_cast<double>(++done) / static_cast<double>(cells));
  });
  return table;
}

}  // namespace nonholo
