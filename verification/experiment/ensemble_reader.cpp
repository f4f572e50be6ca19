// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/ensemble_reader.hpp>

#include <nonholo/framework/base/philox.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/located_reader.hpp>
#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/experiment/start_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace nonholo {

namespace {

constexpr long most_members = 1'000'000;

using Starts = std::vector<StartSpec>;

/// Reads one [[ensemble]]. Its expressions have the parameters of its first run.
class EnsembleReader {
 public:
  EnsembleReader(const TomlTable& table, Experiment& experiment, const RunSpec& first)
      : table_(table),
        experiment_(experiment),
        first_(first) {}

  EnsembleSpec read() {
    table_.refuse_unknown_keys(ensemble_keys());
    EnsembleSpec spec{.name = table_.text("name")};
    if (!is_name(spec.name))
      table_.fail("name", fmt::format("'{}': write letters, digits and _, and no digit first", spec.name));
    if (table_.has("keep")) spec.keep = table_.boolean("keep");
    if (table_.has("over") + table_.has("start") + table_.has("random") != 1)
      table_.fail("over", "an ensemble has exactly one of over, start and random");
    if (table_.has("over")) {
      if (table_.has("size")) table_.fail("size", "belongs to start or random: over is a list of all starts");
      const auto all = std::make_shared<const Starts>(starts_of("over", first_.parameters));
      spec.size = static_cast<long>(all->size());
      spec.member = [all](long i) { return all->at(static_cast<std::size_t>(i)); };
      return spec;
    }
    spec.size = table_.whole("size");
    if (spec.size < 1 || spec.size > most_members)
      table_.fail("size", fmt::format("{}: must be from 1 to {}", spec.size, most_members));
    spec.member = table_.has("start") ? by_expression(spec.size) : at_random();
    return spec;
  }

 private:
  /// Those that the key gives, with these names in its expressions.
  Starts starts_of(std::string_view key, const NamedNumbers& names) const {
    RunSpec run = first_;
    run.parameters = names;
    RunProduct product({run});
    multiply_starts(product, table_, key, experiment_.coordinates, experiment_.own_names);
    Starts all;
    for (const RunSpec& each : product.runs) all.push_back(each.problem.initial);
    return all;
  }

  /// k is the number of the member, size how many there are.
  std::function<StartSpec(long)> by_expression(long size) const {
    auto all = std::make_shared<Starts>();
    for (long k = 0; k < size; ++k) {
      NamedNumbers names = first_.parameters;
      names.insert_or_assign("k", Number(static_cast<double>(k)));
      names.insert_or_assign("size", Number(static_cast<double>(size)));
      const Starts one = starts_of("start", names);
      if (one.size() != 1) table_.fail("start", "is one start, in terms of k: over takes lists");
      all->push_back(one.front());
    }
    return [all](long i) { return all->at(static_cast<std::size_t>(i)); };
  }

  /// Evenly within `around` plus or minus `width`, and then moved onto the constraints.
  std::function<StartSpec(long)> at_random() const {
    const TomlTable random = table_.table("random");
    random.refuse_unknown_keys(random_keys());
    RunSpec run = first_;
    RunProduct product({run});
    StartSpec around = first_.problem.initial;
    if (random.has("around")) {
      multiply_starts(product, random, "around", experiment_.coordinates, experiment_.own_names);
      around = product.runs.front().problem.initial;
    } else if (around.q.empty()) {
      const Start<double> named = first_.problem.start<double>();
      around.q.assign(named.q.begin(), named.q.end());
      around.v.assign(named.v.begin(), named.v.end());
    }
    const double width = random.number("width").value();
    if (!(width >= 0)) random.fail("width", fmt::format("{}: must be >= 0", width));
    const long seed = random.has("seed") ? random.whole("seed") : 0;
    around.consistent = Consistent::project;
    around.lambda.clear();
    return [around, width, seed](long i) {
      StartSpec start = around;
      std::uint64_t j = 0;
      for (auto* part : {&start.q, &start.v})
        for (Number& x : *part)
          x = Number(x.value() + width * uniform(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(i), j++));
      return start;
    };
  }

  const TomlTable& table_;
  Experiment& experiment_;
  const RunSpec& first_;
};

}  // namespace

void read_ensembles(const TomlTable& file, Experiment& experiment) {
  for (const TomlTable& table : file.tables("ensemble")) {
    const std::vector<const RunSpec*> runs = chosen_runs(table, experiment.runs);
    experiment.ensembles.push_back(EnsembleReader(table, experiment, *runs.front()).read());
    for (RunSpec& run : experiment.runs) {
      if (std::ranges::find(runs, &run) == runs.end()) continue;
      if (run.ensemble) table.fail("runs", fmt::format("'{}' is an ensemble already", run.label));
      if (run.t_eval.empty() && !run.samples)
        table.fail("runs", fmt::format("'{}' needs samples or t_eval: the times of its reductions", run.label));
      run.ensemble = experiment.ensembles.size() - 1;
    }
  }
}

}  // namespace nonholo
