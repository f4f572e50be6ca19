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

constexpr long most_members = 1L << 53;  // a double counts up to there

using Starts = std::vector<StartSpec>;

/// The starts that a key of a table gives.
struct GivenStarts {
  std::shared_ptr<const TomlFile> file;  // of the table
  TomlTable table;
  RunSpec run;
  std::vector<std::string> coordinates;
  std::vector<TextNamed> defined;

  /// @param names in its expressions
  Starts read(std::string_view key, const NamedNumbers& names) const {
    RunProduct product({run});
    product.runs.front().parameters = names;
    multiply_starts(product, table.with(names), key, coordinates, defined);
    Starts all;
    for (const RunSpec& each : product.runs) all.push_back(each.problem.initial);
    return all;
  }
};

/// Reads one [[ensemble]].
class EnsembleReader {
 public:
  EnsembleReader(std::shared_ptr<const TomlFile> file, const TomlTable& table, const Experiment& experiment,
                 const RunSpec& first)
      : table_(table),
        first_(first),
        starts_{std::move(file), table, first, experiment.coordinates, experiment.own_names} {}

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
      const auto all = std::make_shared<const Starts>(starts_.read("over", first_.parameters));
      spec.size = static_cast<long>(all->size());
      spec.member = [all](long i, const NamedNumbers&) { return all->at(static_cast<std::size_t>(i)); };
      return spec;
    }
    spec.size = table_.whole("size");
    if (spec.size < 1 || spec.size > most_members)
      table_.fail("size", fmt::format("{}: must be from 1 to {}", spec.size, most_members));
    spec.member = table_.has("start") ? by_expression(spec.size) : at_random();
    return spec;
  }

 private:
  /// k is the number of the member, size how many there are. Members are read when they run: there may be many.
  MemberStart by_expression(long size) const {
    const auto member = [from = starts_, size](long k, NamedNumbers names) {
      names.insert_or_assign("k", Number(static_cast<double>(k)));
      names.insert_or_assign("size", Number(static_cast<double>(size)));
      return from.read("start", names);
    };
    if (member(0, first_.parameters).size() != 1) table_.fail("start", "is one start, in terms of k: over takes lists");
    return [member](long k, const NamedNumbers& parameters) { return member(k, parameters).front(); };
  }

  /// Evenly within `around` plus or minus `width`, and then moved onto the constraints.
  MemberStart at_random() const {
    const TomlTable random = table_.table("random");
    random.refuse_unknown_keys(random_keys());
    StartSpec around = first_.problem.initial;
    if (random.has("around")) {
      around = GivenStarts{starts_.file, random, first_, starts_.coordinates, starts_.defined}
                   .read("around", first_.parameters)
                   .front();
    } else if (around.q.empty()) {
      if (first_.problem.setup.empty()) random.fail("around", "is missing: the run has no start");
      const Start<double> named = first_.problem.start<double>();
      around.q.assign(named.q.begin(), named.q.end());
      around.v.assign(named.v.begin(), named.v.end());
    }
    const double width = random.number("width").value();
    if (!(width >= 0)) random.fail("width", fmt::format("{}: must be >= 0", width));
    const long seed = random.has("seed") ? random.whole("seed") : 0;
    around.consistent = Consistent::project;
    around.lambda.clear();
    return [around, width, seed](long i, const NamedNumbers&) {
      StartSpec start = around;
      std::uint64_t j = 0;
      for (auto* part : {&start.q, &start.v})
        for (Number& x : *part)
          x = Number(x.value() + width * uniform(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(i), j++));
      return start;
    };
  }

  const TomlTable& table_;
  const RunSpec& first_;
  GivenStarts starts_;
};

/// A run that has no start of its own is looked at from that of its first member.
void take_over(RunSpec& run, const EnsembleSpec& ensemble) {
  if (run.problem.initial.q.empty() && run.problem.setup.empty())
    run.problem.initial = ensemble.member(0, run.parameters);
}

}  // namespace

void read_ensembles(const std::shared_ptr<const TomlFile>& file, const TomlTable& top, Experiment& experiment) {
  for (const TomlTable& table : top.tables("ensemble")) {
    const std::vector<const RunSpec*> runs = chosen_runs(table, experiment.runs);
    experiment.ensembles.push_back(EnsembleReader(file, table, experiment, *runs.front()).read());
    for (RunSpec& run : experiment.runs) {
      if (std::ranges::find(runs, &run) == runs.end()) continue;
      if (run.ensemble) table.fail("runs", fmt::format("'{}' is an ensemble already", run.label));
      run.ensemble = experiment.ensembles.size() - 1;
      take_over(run, experiment.ensembles.back());
    }
  }
  for (const RunSpec& run : experiment.runs)
    if (!run.ensemble && run.problem.initial.q.empty() && run.problem.setup.empty())
      top.fail("initial", fmt::format("is missing: '{}' is no ensemble and has no start", run.label));
}

}  // namespace nonholo
