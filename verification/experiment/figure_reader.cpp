// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/figure_reader.hpp>

#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/located_reader.hpp>
#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/experiment/run_number.hpp>
#include <nonholo/verification/experiment/sweep.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

namespace nonholo {

namespace {

constexpr long most_frames = 2000;

/// The choice that the key names; `otherwise` where the table does not have it.
template <class T>
T chosen(const TomlTable& table, std::string_view key, const Catalogue<Named<T>>& choices, T otherwise) {
  if (!table.has(key)) return otherwise;
  try {
    return choices.at(table.text(key)).value;
  } catch (const InputError& error) {
    throw error.line() > 0 ? error : table.located(error, key);
  }
}

std::vector<std::string> labels_of(const std::vector<const RunSpec*>& runs) {
  std::vector<std::string> labels;
  for (const RunSpec* run : runs) labels.push_back(run->label);
  return labels;
}

std::optional<std::pair<double, double>> read_range(const TomlTable& table, std::string_view key, bool log) {
  if (!table.has(key)) return std::nullopt;
  std::vector<double> ends;
  for (const Number& end : table.numbers(key)) ends.push_back(end.value());
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    table.fail(key, fmt::format("[{}]: must be [from, to] with from < to", fmt::join(ends, ", ")));
  if (log && !(ends[0] > 0)) table.fail(key, fmt::format("{}: a logarithmic axis begins above 0", ends[0]));
  return std::pair(ends[0], ends[1]);
}

/// Reads one [[figure]].
class FigureReader {
 public:
  FigureReader(const TomlTable& table, Experiment& experiment, const Catalogue<Series>& series)
      : table_(table),
        experiment_(experiment),
        series_(series),
        runs_(chosen_runs(table, experiment.runs)) {}

  FigureSpec read() {
    read_name();
    Figure& figure = spec_.figure;
    for (const auto& [key, text] : {std::pair("number", &figure.number),
                                    {"title", &figure.title},
                                    {"caption", &figure.caption},
                                    {"front", &figure.front}})
      if (table_.has(key)) *text = table_.text(key);
    if (table_.has("page")) figure.page = page_number(table_);
    figure.source = experiment_.source;
    read_log();
    figure.as = chosen(table_, "as", measures(), figure.y.log ? Measure::absolute : Measure::signed_value);
    read_axes();
    read_section();
    const Style over_steps = spec_.section ? Style::points : Style::lines;
    figure.style = chosen(table_, "style", styles(), spec_.over_steps() ? over_steps : Style::lines_points);
    if (table_.has("slopes")) figure.slopes = table_.boolean("slopes");
    if (table_.has("equal")) figure.equal = table_.boolean("equal");
    if (figure.equal && (figure.x.log || figure.y.log)) table_.fail("equal", "logarithmic axes have no common unit");
    read_triangles();
    figure.x.range = read_range(table_, "x_range", figure.x.log);
    figure.y.range = read_range(table_, "y_range", figure.y.log);
    for (const TomlTable& mark : table_.tables("published")) read_mark(mark);
    spec_.runs = labels_of(runs_);
    return std::move(spec_);
  }

 private:
  void read_name() {
    const std::string name = table_.text("name");
    const std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    if (name.empty() || name[0] == '.' || name.find_first_not_of(plain) != name.npos)
      table_.fail("name", fmt::format("'{}': use letters, digits and _ - . only, with no . first", name));
    const auto same = [&name](const FigureSpec& other) { return other.figure.name == name; };
    if (std::ranges::any_of(experiment_.figures, same))
      table_.fail("name", fmt::format("'{}': names of figures must be unique", name));
    spec_.figure.name = name;
  }

  /// Its runs are those of the figure that the section is of.
  void read_section() {
    spec_.section = chosen_section(table_, experiment_);
    if (!spec_.section) return;
    if (!spec_.over_steps()) table_.fail("section", "x and y are series or expressions of the state");
    const LocatedSpec& section = experiment_.located[*spec_.section];
    const auto is_of_it = [&](const RunSpec* run) {
      return std::ranges::find(section.runs, run->label) != section.runs.end();
    };
    std::erase_if(runs_, std::not_fn(is_of_it));
    if (runs_.empty()) table_.fail("runs", fmt::format("none of these runs is of the section '{}'", section.name));
  }

  void read_log() {
    if (!table_.has("log")) return;
    const std::string log = table_.text("log");
    if (log != "x" && log != "y" && log != "xy")
      table_.fail("log", fmt::format("'{}': must be \"x\", \"y\" or \"xy\"", log));
    spec_.figure.x.log = log[0] == 'x';
    spec_.figure.y.log = log.back() == 'y';
  }

  /// x decides what the figure goes over.
  void read_axes() {
    const std::string x = table_.text("x");
    const std::vector<std::string> y = texts(table_, "y");
    Figure& figure = spec_.figure;
    figure.x.name = x;
    if (const ReductionSpec* histogram = histogram_named(x)) {
      read_histogram(*histogram, y);
    } else if (const std::optional<Series> over = series_over_steps(x)) {
      spec_.x = *over;
      figure.x.label = axis_label(*over, Measure::signed_value);
      check_solution("x", *over);
      for (const std::string& name : y) read_series(name);
    } else {
      read_sweep(x, y);
    }
    figure.y.name = fmt::format("{}", fmt::join(y, ", "));
  }

  /// The one of that name, or an expression of the state; nothing for what goes over runs.
  std::optional<Series> series_over_steps(const std::string& x) {
    if (const Series* known = series_.find(x)) return *known;
    if (is_number_option(x) || is_swept_number(x) || !is_expression(x)) return std::nullopt;
    const Series series = expression(x, "x");
    return experiment_.expressions[series.index]->taken.empty() ? std::optional(series) : std::nullopt;
  }

  /// Not for what looks like the name of a quantity, NAME or NAME.COMPONENT, and is none of the state.
  bool is_expression(std::string_view text) const {
    const bool named = is_name(text.substr(0, text.find('.'))) && std::ranges::all_of(text, [](unsigned char c) {
                         return std::isalnum(c) || c == '_' || c == '.';
                       });
    return !named || state_names(experiment_).contains(text);
  }

  Series expression(const std::string& text, std::string_view key) {
    const std::size_t number = expression_number(table_, key, text, experiment_, "series", series_.names());
    return {text, text, SeriesKind::expression, number};
  }

  void read_series(const std::string& name) {
    const Series* const known = series_.find(name);
    const auto reduction = std::ranges::find(experiment_.reductions, name, &ReductionSpec::name);
    if (reduction != experiment_.reductions.end() && reduction->over_members) return read_reduction(*reduction);
    const std::optional<Series> series = known ? *known : expression(name, "y");
    check_solution("y", *series);
    const Measure as = spec_.figure.as;
    if (relative(as) && !series->is_error())
      table_.fail("as", fmt::format("{} is no error: take as = \"signed\" or \"absolute\"", name));
    spec_.y.push_back(*series);
    std::string& label = spec_.figure.y.label;
    label += (label.empty() ? "" : ", ") + axis_label(*series, as);
  }

  /// Of ensembles, over the times of their samples.
  void read_reduction(const ReductionSpec& reduction) {
    if (spec_.x->kind != SeriesKind::time) table_.fail("x", "a reduction over members is drawn over t");
    spec_.y.push_back({reduction.name, reduction.name, SeriesKind::reduction,
                       static_cast<std::size_t>(&reduction - experiment_.reductions.data())});
    std::erase_if(runs_, [&](const RunSpec* run) {
      return std::ranges::find(reduction.runs, run->label) == reduction.runs.end();
    });
    std::string& label = spec_.figure.y.label;
    std::string kind(reduction.kind->name);  // "mean_square"
    std::ranges::replace(kind, '_', ' ');
    label +=
        fmt::format("{}{} of {}", label.empty() ? "" : ", ", kind, axis_label(reduction.series, reduction.measure));
  }

  const ReductionSpec* histogram_named(const std::string& name) const {
    const auto found = std::ranges::find(experiment_.reductions, name, &ReductionSpec::name);
    return found != experiment_.reductions.end() && found->bins > 0 ? &*found : nullptr;
  }

  void read_histogram(const ReductionSpec& histogram, const std::vector<std::string>& y) {
    if (y != std::vector<std::string>{"count"}) table_.fail("y", "of a histogram is \"count\"");
    spec_.x = Series{histogram.name, histogram.name, SeriesKind::reduction};
    spec_.y.push_back({"count", "count", SeriesKind::reduction});
    spec_.figure.x.label = axis_label(histogram.series, histogram.measure);
    spec_.figure.y.label = "count";
    std::erase_if(runs_, [&](const RunSpec* run) {
      return std::ranges::find(histogram.runs, run->label) == histogram.runs.end();
    });
  }

  void check_solution(std::string_view key, const Series& series) const {
    if (!series.of_solution()) return;
    const auto refuse = [&](const char* reference) {
      table_.fail(key, fmt::format("{} needs a solution, which reference = {} excludes", series.name, reference));
    };
    if (experiment_.reference == Reference::none) refuse("false");
    if (experiment_.reference == Reference::exact && !experiment_.problem.system().exact_solution())
      refuse("\"exact\"");
  }

  void read_sweep(const std::string& x, const std::vector<std::string>& y) {
    spec_.over = run_number("x", x, true);
    Figure& figure = spec_.figure;
    if (relative(figure.as)) table_.fail("as", "a relative measure applies to errors over the steps of a run only");
    figure.x.label = axis_label(spec_.over, experiment_);
    for (const std::string& name : y) {
      const RunNumber& number = spec_.of.emplace_back(run_number("y", name, false));
      figure.y.label += (figure.y.label.empty() ? "" : ", ") + axis_label(number, experiment_);
    }
    if (!spec_.over.is_option) return;
    const auto without = [&](const RunSpec* run) { return std::isnan(option_value(*run, x)); };
    if (const auto found = std::ranges::find_if(runs_, without); found != runs_.end() && table_.has("runs"))
      table_.fail("runs", fmt::format("'{}' has no {}", (*found)->label, x));
    std::erase_if(runs_, without);
    if (runs_.empty()) table_.fail("x", fmt::format("no run has {}", x));
  }

  RunNumber run_number(std::string_view key, const std::string& name, bool may_be_option) {
    if (may_be_option && (is_number_option(name) || is_swept_number(name))) return {.name = name, .is_option = true};
    const std::size_t dot = std::min(name.find('.'), name.size());
    if (std::ranges::find(experiment_.reductions, name, &ReductionSpec::name) != experiment_.reductions.end())
      return {.name = name, .quantity = name};
    const Quantity* quantity = quantities().find(name.substr(0, dot));
    if (!quantity && is_expression(name)) {
      expression_number(table_, key, name, experiment_, "quantity", quantities().names());
      return {.name = name, .quantity = name};
    }
    if (quantity && Expectation{.quantity = std::string(quantity->name)}.of_names())
      table_.fail(key, fmt::format("'{}' is a name, not a number", quantity->name));
    if (!quantity) {
      std::vector<std::string_view> known = quantities().names();
      if (may_be_option) {
        std::ranges::copy(series_.names(), std::back_inserter(known));
        std::ranges::copy(number_options(), std::back_inserter(known));
        for (const Swept& each : experiment_.runs.front().swept) known.push_back(each.key);
      }
      const char* what = may_be_option ? "series, option of runs or quantity" : "quantity";
      table_.fail(key, unknown_name_message(what, name, known));
    }
    RunNumber number{.name = name, .quantity = std::string(quantity->name)};
    if (dot < name.size()) number.component = component(key, *quantity, name.substr(dot + 1));
    return number;
  }

  /// By a list in the file: a parameter, an end, an entry of a start.
  bool is_swept_number(const std::string& name) const {
    return std::ranges::any_of(experiment_.runs, [&name](const RunSpec& run) {
      return std::ranges::find(run.swept, name, &Swept::key) != run.swept.end() && !std::isnan(option_value(run, name));
    });
  }

  std::string component(std::string_view key, const Quantity& quantity, const std::string& name) const {
    if (!quantity.components) table_.fail(key, fmt::format("{} is one number", quantity.name));
    const auto& names = experiment_.*quantity.components;
    if (std::ranges::find(names, name) == names.end())
      table_.fail(key, unknown_name_message("component", name, {names.begin(), names.end()}));
    return name;
  }

  void read_triangles() {
    if (!table_.has("triangles")) return;
    if (!spec_.figure.x.log || !spec_.figure.y.log)
      table_.fail("triangles", "need log = \"xy\", since they show orders");
    for (const Number& slope : table_.numbers("triangles")) spec_.figure.triangles.push_back(slope.value());
  }

  void read_mark(const TomlTable& table) {
    table.refuse_unknown_keys(mark_keys());
    Mark mark{table.number("x").value(), table.number("y").value(), table.has("label") ? table.text("label") : ""};
    for (const auto& [key, log, value] :
         {std::tuple("x", spec_.figure.x.log, mark.x), {"y", spec_.figure.y.log, mark.y}})
      if (log && !(value > 0)) table.fail(key, fmt::format("{}: a logarithmic axis shows what is above 0", value));
    spec_.figure.marks.push_back(std::move(mark));
  }

  const TomlTable& table_;
  Experiment& experiment_;
  const Catalogue<Series>& series_;
  std::vector<const RunSpec*> runs_;
  FigureSpec spec_;
};

std::vector<std::string_view> problems_with_body() {
  std::vector<std::string_view> names;
  for (const ProblemEntry& problem : problem_catalogue())
    if (problem.body) names.push_back(problem.name);
  return names;
}

MotionSpec read_motion(const TomlTable& table, const Experiment& experiment) {
  table.refuse_unknown_keys(motion_keys());
  const std::optional<PlanarBody>& body = experiment.problem.entry->body;
  if (!body)
    table.fail("", fmt::format("{} has no body to draw in a plane; problems with one: {}",
                               experiment.problem.entry->name, fmt::join(problems_with_body(), ", ")));
  MotionSpec spec{.title = experiment.title, .body = *body, .runs = labels_of(chosen_runs(table, experiment.runs))};
  if (table.has("title")) spec.title = table.text("title");
  if (table.has("frames")) spec.frames = table.whole("frames");
  if (spec.frames < 2 || spec.frames > most_frames)
    table.fail("frames", fmt::format("{}: must be from 2 to {}", spec.frames, most_frames));
  return spec;
}

}  // namespace

long page_number(const TomlTable& table) {
  const long page = table.whole("page");
  if (page < 1) table.fail("page", fmt::format("{}: pages are counted from 1", page));
  return page;
}

void read_figures(const TomlTable& file, Experiment& experiment) {
  const std::vector<TomlTable> tables = file.tables("figure");
  if (!tables.empty()) {
    const Catalogue<Series> series = series_of(experiment.problem.system());
    for (const TomlTable& table : tables) {
      table.refuse_unknown_keys(figure_keys());
      experiment.figures.push_back(FigureReader(table, experiment, series).read());
    }
  }
  if (file.has("motion")) experiment.motion = read_motion(file.table("motion"), experiment);
}

}  // namespace nonholo
