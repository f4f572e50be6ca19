// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/located_reader.hpp>

#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/glob.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace nonholo {

/// The runs that `runs` names, in the file's order; all of them without it.
std::vector<const RunSpec*> chosen_runs(const TomlTable& table, const std::vector<RunSpec>& runs) {
  std::vector<std::string> globs{"*"};
  if (table.has("runs")) globs = texts(table, "runs");
  const auto matches = [](const std::string& glob, const RunSpec& run) {
    return glob == run.label || glob_matches(glob, {run.label});
  };
  std::vector<std::string_view> labels;
  for (const RunSpec& run : runs) labels.push_back(run.label);
  for (const std::string& glob : globs)
    if (std::ranges::none_of(runs, [&](const RunSpec& run) { return matches(glob, run); }))
      table.fail("runs", "matches no run; " + unknown_name_message("label", glob, labels));
  std::vector<const RunSpec*> all;
  for (const RunSpec& run : runs)
    if (std::ranges::any_of(globs, [&](const std::string& glob) { return matches(glob, run); })) all.push_back(&run);
  return all;
}

std::optional<std::size_t> chosen_section(const TomlTable& table, const Experiment& experiment) {
  if (!table.has("section")) return std::nullopt;
  const std::string name = table.text("section");
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < experiment.located.size(); ++i) {
    if (!experiment.located[i].section) continue;
    if (experiment.located[i].name == name) return i;
    known.push_back(experiment.located[i].name);
  }
  table.fail("section", unknown_name_message("section", name, known));
}

namespace {

/// Names one [[event]] or [[section]], and its runs.
class LocatedReader {
 public:
  LocatedReader(const TomlTable& table, Experiment& experiment, bool section) : table_(table), experiment_(experiment) {
    spec_.section = section;
  }

  LocatedSpec read() {
    table_.refuse_unknown_keys(spec_.section ? section_keys() : event_keys());
    read_name();
    for (const RunSpec* run : chosen_runs(table_, experiment_.runs)) spec_.runs.push_back(run->label);
    if (table_.has("direction")) read_direction();
    if (spec_.section) read_section();
    else read_event();
    return std::move(spec_);
  }

 private:
  void read_name() {
    spec_.name = table_.text("name");
    if (spec_.name == "members") table_.fail("name", "'members': the file of this name is of an [[ensemble]]");
    if (!is_name(spec_.name))
      table_.fail("name", fmt::format("'{}': write letters, digits and _, and no digit first", spec_.name));
    if (std::ranges::find(experiment_.located, spec_.name, &LocatedSpec::name) != experiment_.located.end())
      table_.fail("name", fmt::format("'{}': another [[event]] or [[section]] has this name", spec_.name));
  }

  void read_direction() {
    const std::string text = table_.text("direction");
    if (text == "up") spec_.direction = Crossing::up;
    else if (text == "down") spec_.direction = Crossing::down;
    else if (text != "both") table_.fail("direction", fmt::format("'{}': must be \"up\", \"down\" or \"both\"", text));
  }

  void read_event() {
    spec_.when = expression("when", table_.text("when"));
    if (!table_.has("terminal")) return;
    if (table_.is_boolean("terminal")) spec_.terminal = table_.boolean("terminal") ? 1 : 0;
    else if ((spec_.terminal = table_.whole("terminal")) < 1)
      table_.fail("terminal", fmt::format("{}: must be true, false or the number of an event, from 1", spec_.terminal));
  }

  void read_section() {
    if (table_.has("when") == table_.has("every"))
      table_.fail("when", "a section has either when, an expression that vanishes there, or every, a number of steps");
    if (table_.has("when")) spec_.when = expression("when", table_.text("when"));
    if (table_.has("every") && (spec_.every = table_.whole("every")) < 1)
      table_.fail("every", fmt::format("{}: must be at least 1 step", spec_.every));
    if (spec_.every > 0 && table_.has("direction")) table_.fail("direction", "belongs to when: every takes all states");
    if (table_.has("condition")) spec_.condition = condition(table_.text("condition"));
    if (!table_.has("wrap")) return;
    for (const std::string& name : texts(table_, "wrap")) {
      const auto& names = experiment_.coordinates;
      const auto found = std::ranges::find(names, name);
      if (found == names.end())
        table_.fail("wrap", unknown_name_message("coordinate", name, {names.begin(), names.end()}));
      spec_.wrap.push_back(static_cast<std::size_t>(found - names.begin()));
    }
  }

  /// "x > 0" as an expression that is positive where that holds.
  std::shared_ptr<const RunExpression> condition(const std::string& text) {
    const std::size_t at = text.find_first_of("<>");
    if (at == text.npos || text.find_first_of("<>", at + 1) != text.npos)
      table_.fail("condition", fmt::format("'{}': write one comparison, as \"x > 0\"", text));
    const std::size_t next = at + (text[at + 1] == '=' ? 2 : 1);
    const std::string left = text.substr(0, at), right = text.substr(next);
    return expression("condition", text[at] == '>' ? fmt::format("({}) - ({})", left, right)
                                                   : fmt::format("({}) - ({})", right, left));
  }

  std::shared_ptr<const RunExpression> expression(std::string_view key, const std::string& text) {
    try {
      auto made = std::make_shared<const RunExpression>(text, state_names(experiment_));
      if (!made->taken.empty()) table_.fail(key, "start, max and min are not for events and sections");
      return made;
    } catch (const InputError& error) {
      throw error.line() > 0 ? error : table_.located(error, key);
    }
  }

  const TomlTable& table_;
  Experiment& experiment_;
  LocatedSpec spec_;
};

/// The level of a quantile, the bins of a histogram.
void read_parts(const TomlTable& table, ReductionSpec& spec) {
  constexpr long most_bins = 10'000;  // more than a picture has columns
  const bool quantile = spec.kind->name == "quantile", histogram = spec.kind->name == "histogram";
  if (table.has("level") && !quantile) table.fail("level", "belongs to as = \"quantile\"");
  if (table.has("bins") && !histogram) table.fail("bins", "belongs to as = \"histogram\"");
  if (table.has("level")) spec.level = table.number("level").value();
  if (!(spec.level >= 0 && spec.level <= 1)) table.fail("level", fmt::format("{}: must be from 0 to 1", spec.level));
  if (!histogram) return;
  spec.bins = table.has("bins") ? table.whole("bins") : 20;
  if (spec.bins < 1 || spec.bins > most_bins)
    table.fail("bins", fmt::format("{}: must be from 1 to {}", spec.bins, most_bins));
}

/// Reads one [[reduce]].
ReductionSpec read_reduction(const TomlTable& table, Experiment& experiment, const Catalogue<Series>& series) {
  table.refuse_unknown_keys(reduce_keys());
  ReductionSpec spec{.name = table.text("name")};
  if (!is_name(spec.name))
    table.fail("name", fmt::format("'{}': write letters, digits and _, and no digit first", spec.name));
  if (quantities().find(spec.name) || state_names(experiment).contains(spec.name) ||
      std::ranges::find(experiment.reductions, spec.name, &ReductionSpec::name) != experiment.reductions.end())
    table.fail("name", fmt::format("'{}': a quantity has this name", spec.name));
  std::string text = table.text("quantity");
  const bool absolute = text.starts_with("abs(") && text.ends_with(")") && series.find(text.substr(4, text.size() - 5));
  if (absolute) text = text.substr(4, text.size() - 5);
  if (const Series* known = series.find(text)) spec.series = *known;
  else
    spec.series = {text, text, SeriesKind::expression,
                   expression_number(table, "quantity", text, experiment, "series", series.names())};
  spec.measure = absolute ? Measure::absolute : Measure::signed_value;
  try {
    spec.kind = &reduction_kinds().at(table.text("as"));
  } catch (const InputError& error) {
    throw error.line() > 0 ? error : table.located(error, "as");
  }
  read_parts(table, spec);
  if (table.has("over")) {
    const std::string over = table.text("over");
    spec.over_members = over == "members";
    if (!spec.over_members && over != "time")
      table.fail("over", fmt::format("'{}': must be \"time\" or \"members\"", over));
  }
  spec.section = chosen_section(table, experiment);
  if (spec.section && spec.over_members) table.fail("section", "belongs to over = \"time\"");
  for (const RunSpec* run : chosen_runs(table, experiment.runs)) {
    if (run->ensemble.has_value() != spec.over_members && table.has("runs"))
      table.fail("runs", fmt::format("'{}' is {} ensemble", run->label, run->ensemble ? "an" : "no"));
    if (run->ensemble.has_value() == spec.over_members) spec.runs.push_back(run->label);
  }
  if (spec.runs.empty())
    table.fail("over",
               spec.over_members ? "no run is an ensemble" : "every run is an ensemble: write over = \"members\"");
  return spec;
}

}  // namespace

void read_located(const TomlTable& file, Experiment& experiment) {
  for (const bool section : {false, true})
    for (const TomlTable& table : file.tables(section ? "section" : "event")) {
      experiment.located.push_back(LocatedReader(table, experiment, section).read());
      experiment.located_names.push_back(experiment.located.back().name);
    }
  const std::vector<TomlTable> reductions = file.tables("reduce");
  if (reductions.empty()) return;
  const Catalogue<Series> series = series_of(experiment.problem.system());
  for (const TomlTable& table : reductions) experiment.reductions.push_back(read_reduction(table, experiment, series));
}

}  // namespace nonholo
