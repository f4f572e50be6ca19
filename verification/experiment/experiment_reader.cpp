// experiment.hpp's read_experiment: a TOML file into an Experiment, every name and value checked on the way.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/experiment.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/figure_reader.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/sweep.hpp>
#include <nonholo/verification/experiment/system_reader.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/toml/toml_table.hpp>
#include <nonholo/verification/toml/toml_text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

Place RunSpec::place_of(std::string_view key) const {
  if (const auto found = places.find(key); found != places.end()) return found->second;
  const std::size_t dot = std::min(key.find('.'), key.size());
  if (const auto part = places.find(key.substr(0, dot)); part != places.end())
    return {part->second.line, part->second.key + std::string(key.substr(dot))};
  const Place& run = places.at("run");
  return {run.line, key.empty() ? run.key : fmt::format("{}.{}", run.key, key)};
}

std::string RunSpec::derived_label() const {
  const bool usual = precision == Precision::double_;
  return method.label(h) + (usual ? "" : fmt::format(" precision={}", name(precision)));
}

namespace {

constexpr std::size_t most_runs = 10'000;  // of a file: lists multiply

/// at(name) of a catalogue, an unknown name told as the value of this key.
template <class Entry>
const Entry& lookup(const Catalogue<Entry>& catalogue, const TomlTable& table, std::string_view key) {
  try {
    return catalogue.at(table.text(key));
  } catch (const InputError& error) {
    throw error.line() > 0 ? error : table.located(error, key);
  }
}

/// A start and where it stands in the file.
struct PlacedStart {
  StartSpec start;
  Place place;
};

/// The problem part of an experiment: everything runs have in common.
struct Common {
  Experiment& experiment;
  Consistent consistent = Consistent::error;
  std::vector<PlacedStart> starts = {};
  std::map<std::string, Place, std::less<>> places = {};
  std::map<std::filesystem::path, GivenTableau> tableaus = {};  ///< of the files read so far
};

const GivenTableau& tableau_in(const std::filesystem::path& file, Common& common) {
  const auto [found, fresh] = common.tableaus.try_emplace(file);
  if (fresh) {
    const TableauFile read = read_tableau_file(file);
    found->second = {file.string(), std::make_shared<const TableauSet>(read.set)};
    common.experiment.written += read.written;
  }
  return found->second;
}

Place place(const TomlTable& table, std::string_view key) { return {table.line(key), table.path(key)}; }

Consistent read_consistent(const TomlTable& problem) {
  if (!problem.has("consistent")) return Consistent::error;
  const std::string text = problem.text("consistent");
  if (text == "error") return Consistent::error;
  if (text == "project") return Consistent::project;
  if (text == "assume") return Consistent::assume;
  problem.fail("consistent", fmt::format("'{}': must be \"error\", \"project\" or \"assume\"", text));
}

std::vector<Number> state_vector(const TomlTable& initial, std::string_view key, const Experiment& experiment) {
  const std::vector<Number> x = initial.numbers(key);
  const auto& names = experiment.coordinates;
  if (x.size() != names.size())
    initial.fail(key, fmt::format("has {} entries; {} has {} coordinates: {}", x.size(), experiment.problem.entry->name,
                                  names.size(), fmt::join(names, ", ")));
  return x;
}

StartSpec read_start(const TomlTable& initial, const Common& common) {
  const VariableNames& names = variable_names(common.experiment.problem.entry->kind);
  std::vector<Key> keys{{names.state, KeyKind::number, "state"}};
  if (!names.velocity.empty()) keys.push_back({names.velocity, KeyKind::number, "velocities"});
  keys.push_back({names.multiplier, KeyKind::number, "multipliers"});
  initial.refuse_unknown_keys(Catalogue<Key>("key", keys));
  StartSpec start{.consistent = common.consistent};
  start.q = state_vector(initial, names.state, common.experiment);
  if (!names.velocity.empty()) start.v = state_vector(initial, names.velocity, common.experiment);
  if (initial.has(names.multiplier)) start.lambda = initial.numbers(names.multiplier);
  return start;
}

std::vector<PlacedStart> read_starts(const TomlTable& table, const Common& common) {
  std::vector<PlacedStart> starts;
  for (const TomlTable& initial : table.tables("initial"))
    starts.push_back({read_start(initial, common), place(initial, "")});
  if (starts.empty()) table.fail("initial", "must not be empty");
  return starts;
}

void read_parameters(const TomlTable& problem, Experiment& experiment) {
  std::vector<ParameterInfo> const& known = experiment.problem.entry->parameters;
  const TomlTable given = problem.table("parameters");
  for (const std::string_view name : given.keys()) {
    const Number value = given.number(name);
    try {
      checked_parameter(known, name, value.value());
    } catch (const InputError& error) {
      throw given.located(error, name);
    }
    experiment.problem.parameters.insert_or_assign(std::string(name), value);
    experiment.parameters.insert_or_assign(std::string(name), value.value());
  }
}

Setup<double> read_setup(const TomlTable& problem, const ProblemEntry& entry) {
  try {
    return entry.setup(problem.text("setup"));
  } catch (const InputError& error) {
    throw error.line() > 0 ? error : problem.located(error, "setup");
  }
}

/// That of the catalogue by its name, or that of [system].
const ProblemEntry& read_entry(const TomlTable& file, const TomlTable& problem, Experiment& experiment) {
  if (!file.has("system")) return lookup(problem_catalogue(), problem, "name");
  for (const std::string_view key : {"name", "setup"})
    if (problem.has(key)) problem.fail(key, "stands beside [system]: one of them says what the system is");
  experiment.own_problem = read_system(file.table("system"));
  return *experiment.own_problem;
}

void read_problem(const TomlTable& file, Common& common) {
  const TomlTable problem = file.table("problem");
  problem.refuse_unknown_keys(problem_keys());
  Experiment& experiment = common.experiment;
  const ProblemEntry& entry = read_entry(file, problem, experiment);
  experiment.problem.entry = &entry;
  common.consistent = read_consistent(problem);
  for (const std::string_view key : problem.keys()) common.places.emplace(key, place(problem, key));

  for (const ParameterInfo& parameter : entry.parameters)
    experiment.parameters.emplace(parameter.name, parameter.default_value);
  if (problem.has("setup")) {
    const Setup<double> setup = read_setup(problem, entry);
    experiment.problem.setup = setup.name;
    for (const auto& [name, value] : setup.parameters) experiment.parameters.insert_or_assign(std::string(name), value);
    common.starts = {{{.consistent = common.consistent}, {problem.line("setup"), problem.path("initial")}}};
    experiment.ends = setup.t_end.has_value();
  }
  if (problem.has("parameters")) read_parameters(problem, experiment);
  const System<double> system = experiment.problem.system();
  experiment.coordinates = system.coordinate_names();
  for (const auto& invariant : system.invariants()) experiment.invariants.emplace_back(invariant.name);
  if (problem.has("initial")) common.starts = read_starts(problem, common);
  if (problem.has("t0")) experiment.t0 = problem.number("t0");
  if (problem.has("t_end")) experiment.t_end = problem.number("t_end");
  experiment.ends = experiment.ends || experiment.t_end;
  if (experiment.ends && *experiment.end_time<double>() < experiment.t0.value())
    problem.fail("t_end", fmt::format("{}: must be >= t0 = {}", *experiment.end_time<double>(), experiment.t0.value()));
}

/// Those of every [[run]] and the options of every method.
const Catalogue<Key>& all_keys() {
  static const Catalogue<Key> keys("key", [] {
    std::vector<Key> all(run_keys().begin(), run_keys().end());
    for (const DescribedOption& each : described_options())
      if (std::ranges::find(all, each.option.key, &Key::name) == all.end()) all.push_back(key_of(each.option));
    return all;
  }());
  return keys;
}

std::vector<std::string_view> keys_of(const std::vector<Option>& options) {
  std::vector<std::string_view> keys;
  for (const Option& option : options) keys.push_back(option.key);
  return keys;
}

/// Reads one [[run]] into one RunSpec per combination of its lists.
class RunReader {
 public:
  RunReader(const TomlTable& table, Common& common) : table_(table), common_(common) {}

  std::vector<RunSpec> read() {
    if (!table_.has("method")) table_.refuse_unknown_keys(all_keys());
    const MethodEntry& method = lookup(method_catalogue(), table_, "method");
    RunSpec first{.method = {&method}};
    first.places = common_.places;
    first.places.insert_or_assign("run", place(table_, ""));
    for (const std::string_view key : table_.keys())
      first.places.insert_or_assign(std::string(key), place(table_, key));
    if (table_.has("quick")) first.quick = table_.boolean("quick");
    if (table_.has("precision")) read_precision(first);
    methods_ = {&method};
    if (method.stepping == Stepping::as_base) methods_.push_back(&lookup_base());
    check_keys(method);
    read_stepping(first);
    runs_ = {first};
    suffixes_ = {""};
    multiply(run_keys().at("h"));
    for (auto each = methods_.rbegin(); each != methods_.rend(); ++each)
      for (const Option& option : (*each)->options()) multiply(key_of(option));
    multiply_starts();
    name();
    return std::move(runs_);
  }

 private:
  const MethodEntry& lookup_base() const {
    if (!table_.has("base")) table_.fail("base", fmt::format("is missing: {} needs it", table_.text("method")));
    const MethodEntry& base = lookup(method_catalogue(), table_, "base");
    if (base.stepping == Stepping::as_base)
      table_.fail("base", fmt::format("{} has a base itself: one level is enough", base.name));
    return base;
  }

  void check_keys(const MethodEntry& method) const {
    const MethodEntry& stepping = *methods_.back();
    const bool tolerant = table_.has("rtol") || table_.has("atol");
    const bool fixed = stepping.stepping == Stepping::fixed || (stepping.stepping == Stepping::either && !tolerant);
    std::vector<std::string_view> takes = {"method", "label", "initial", "t_end", "quick", "precision"};
    if (fixed) takes.insert(takes.end(), {"h", "steps"});
    for (const MethodEntry* each : methods_)
      for (const std::string_view key : keys_of(each->options())) takes.push_back(key);
    for (const std::string_view key : table_.keys()) {
      if (std::ranges::find(takes, key) != takes.end()) continue;
      if (!all_keys().find(key)) table_.fail(key, unknown_name_message("key", key, takes));
      if (!fixed && (key == "h" || key == "steps"))
        table_.fail(key, fmt::format("{} chooses its steps: it takes {}", stepping.name,
                                     stepping.required.empty()
                                         ? "no h with rtol and atol"
                                         : fmt::format("{}", fmt::join(keys_of(stepping.required), " and "))));
      table_.fail(key, fmt::format("{} does not take this key; it takes {}", method.name, fmt::join(takes, ", ")));
    }
    for (const MethodEntry* each : methods_)
      for (const Option& option : each->required)
        if (!table_.has(option.key)) table_.fail(option.key, fmt::format("is missing: {} needs it", each->name));
    if (fixed && !table_.has("h"))
      table_.fail("h", fmt::format("is missing: {} takes {}", stepping.name,
                                   stepping.stepping == Stepping::either ? "it, or rtol and atol" : "fixed steps"));
  }

  void read_precision(RunSpec& run) const {
    try {
      run.precision = precision_named(table_.text("precision"));
    } catch (const InputError& error) {
      throw error.line() > 0 ? error : table_.located(error, "precision");
    }
  }

  void read_stepping(RunSpec& run) const {
    if (table_.has("t_end")) read_end(run);
    if (table_.has("steps")) {
      run.steps = table_.whole("steps");
      if (*run.steps < 0) table_.fail("steps", fmt::format("{}: must be >= 0", *run.steps));
    } else if (!common_.experiment.ends && !run.t_end) {
      table_.fail("steps", "the problem has no t_end: give t_end in [problem] or here, or steps here");
    }
  }

  void read_end(RunSpec& run) const {
    const double t0 = common_.experiment.t0.value();
    run.t_end = table_.number("t_end");
    if (table_.has("steps")) table_.fail("t_end", "a run takes t_end or steps, not both");
    if (run.t_end->value() < t0) table_.fail("t_end", fmt::format("{}: must be >= t0 = {}", run.t_end->text(), t0));
  }

  /// runs_ times the entries of the key's list, if the run has it.
  void multiply(const Key& key) {
    if (!table_.has(key.name)) return;
    const std::vector<MethodOptions::Value> values = table_.values(key);
    refuse_too_many(values.size(), key.name);
    std::vector<RunSpec> product;
    std::vector<std::string> suffixes;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      for (const auto& value : values) {
        RunSpec& run = product.emplace_back(runs_[i]);
        if (key.name == "h") run.h = step_size(value);
        else if (key.name == "tableau") set_tableau(run, std::get<std::string>(value));
        else run.method.options.set(key.name, value);
        suffixes.push_back(suffixes_[i] + (values.size() > 1 ? fmt::format(" {}={}", key.name, shown(value)) : ""));
      }
    runs_ = std::move(product);
    suffixes_ = std::move(suffixes);
  }

  /// A name as it is; of a file the path, from this file's folder, and the number of stages.
  void set_tableau(RunSpec& run, const std::string& text) const {
    MethodOptions& options = run.method.options;
    if (!is_tableau_file(text)) return options.set("tableau", text);
    const std::filesystem::path path = (common_.experiment.file.parent_path() / text).lexically_normal();
    const GivenTableau& tableau = given_tableau(path);
    options.set("tableau", tableau);
    if (!table_.has("stages")) options.set("stages", long{tableau.set->stages()});
  }

  /// What is wrong in the tableau file is told with its place there; that there is none to be read, with that here.
  const GivenTableau& given_tableau(const std::filesystem::path& file) const try {
    return tableau_in(file, common_);
  } catch (const InputError& error) {
    if (error.line() > 0) throw;
    table_.fail("tableau", fmt::format("{}: {}", file.string(), error.message()));
  }

  void refuse_too_many(std::size_t factor, std::string_view key) const {
    if (runs_.size() * factor > most_runs)
      table_.fail(key, fmt::format("the lists of this run make more than {} runs", most_runs));
  }

  Number step_size(const MethodOptions::Value& value) const {
    Number h = std::get<Number>(value);
    if (!(h.value() > 0)) table_.fail("h", fmt::format("{}: must be > 0", h.text()));
    return h;
  }

  void multiply_starts() {
    const std::vector<PlacedStart> starts = table_.has("initial") ? read_starts(table_, common_) : common_.starts;
    if (starts.empty()) table_.fail("initial", "is missing: [problem] names neither a setup nor an initial state");
    refuse_too_many(starts.size(), "initial");
    std::vector<RunSpec> product;
    std::vector<std::string> suffixes;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      for (std::size_t k = 0; k < starts.size(); ++k) {
        RunSpec& run = product.emplace_back(runs_[i]);
        run.start = starts[k].start;
        run.places.insert_or_assign("initial", starts[k].place);
        suffixes.push_back(suffixes_[i] + (starts.size() > 1 ? fmt::format(" initial={}", k) : ""));
      }
    runs_ = std::move(product);
    suffixes_ = std::move(suffixes);
    many_starts_ = starts.size() > 1;
  }

  /// The label given, with the swept values behind it; or the derived one, which shows them already (but for the
  /// start).
  void name() {
    if (table_.has("label") && table_.text("label").empty())
      table_.fail("label", "'': must not be empty; without it one is derived from the options");
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (table_.has("label")) runs_[i].label = table_.text("label") + suffixes_[i];
      else
        runs_[i].label =
            runs_[i].derived_label() + (many_starts_ ? suffixes_[i].substr(suffixes_[i].rfind(" initial=")) : "");
    }
  }

  const TomlTable& table_;
  Common& common_;
  std::vector<const MethodEntry*> methods_;  // the run's, and its base
  std::vector<RunSpec> runs_;
  std::vector<std::string> suffixes_;
  bool many_starts_ = false;
};

void read_runs(const TomlTable& file, Common& common) {
  std::vector<RunSpec>& runs = common.experiment.runs;
  for (const TomlTable& table : file.tables("run"))
    for (RunSpec& run : RunReader(table, common).read()) {
      if (const auto same = std::ranges::find(runs, run.label, &RunSpec::label); same != runs.end())
        table.fail("label", fmt::format("'{}': labels must be unique; the run of line {} has the same", run.label,
                                        same->place_of("").line));
      runs.push_back(std::move(run));
    }
  if (runs.empty()) file.fail("run", "is missing: an experiment has at least one [[run]]");
}

void check_label(const TomlTable& table, std::string_view key, const std::vector<RunSpec>& runs) {
  const std::string label = table.text(key);
  std::vector<std::string_view> labels;
  for (const RunSpec& run : runs) labels.push_back(run.label);
  if (std::ranges::find(labels, label) == labels.end()) table.fail(key, unknown_name_message("label", label, labels));
}

std::pair<double, double> read_between(const TomlTable& table) {
  std::vector<double> bounds;
  for (const Number& bound : table.numbers("between")) bounds.push_back(bound.value());
  if (bounds.size() != 2 || !(bounds[0] <= bounds[1]))
    table.fail("between", fmt::format("[{}]: must be [a, b] with a <= b", fmt::join(bounds, ", ")));
  return {bounds[0], bounds[1]};
}

double read_allowance(const TomlTable& table, std::string_view key) {
  const double allowance = table.number(key).value();
  if (allowance < 0) table.fail(key, fmt::format("{}: must be >= 0", allowance));
  return allowance;
}

/// "a, b" in the order of the table of flags, or "none".
std::string flag_names(const TomlTable& table) {
  const std::string text = table.text("equals");
  if (text == "none") return text;
  std::vector<RaisedFlag> raised;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    std::string_view name = std::string_view(text).substr(from, comma - from);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    if (!flags().find(name)) table.fail("equals", unknown_name_message("flag", name, flags().names()));
    raised.push_back({flags().at(name).flag, 0, {}});
    from = comma + 1;
  }
  std::ranges::sort(raised, {}, &RaisedFlag::flag);
  return names_of(raised);
}

void read_names(const TomlTable& table, Expectation& expectation) {
  const std::string& quantity = expectation.quantity;
  if (!table.has("equals")) table.fail("quantity", fmt::format("{0} takes equals = \"<{0} name>\"", quantity));
  if (table.has("versus")) table.fail("versus", fmt::format("{} is not a number: there is no ratio of it", quantity));
  if (table.has("published"))
    table.fail("published", fmt::format("{} is not a number: none is printed of it", quantity));
  const std::string given = quantity == "flags" ? flag_names(table) : table.text("equals");
  if (quantity == "outcome" && !outcome_named(given))
    table.fail("equals", unknown_name_message("outcome", given, outcome_names()));
  expectation.name = given;
}

void read_bound(const TomlTable& table, Expectation& expectation) {
  const auto given = [&table](std::string_view key) { return table.has(key) ? 1 : 0; };
  if (given("min") + given("max") + given("between") + given("equals") != 1)
    table.fail("", "exactly one of min, max, between, equals must be given");
  for (const char* key : {"rel", "abs"})
    if (table.has(key) && (expectation.of_names() || !table.has("equals")))
      table.fail(key, "belongs to equals = <number>");
  if (expectation.of_names()) return read_names(table, expectation);
  if (table.has("min")) expectation.min = table.number("min").value();
  if (table.has("max")) expectation.max = table.number("max").value();
  if (table.has("between")) expectation.between = read_between(table);
  if (table.has("equals")) expectation.equals = table.number("equals").value();
  if (table.has("published")) expectation.published = table.number("published").value();
  if (table.has("rel")) expectation.rel = read_allowance(table, "rel");
  if (table.has("abs")) expectation.abs = read_allowance(table, "abs");
}

Reference read_reference(const TomlTable& table) {
  if (!table.has("reference")) return Reference::asked;
  if (table.is_boolean("reference") && !table.boolean("reference")) return Reference::none;
  const std::string text = table.is_boolean("reference") ? "true" : table.text("reference");
  if (text == "exact") return Reference::exact;
  if (text == "auto") return Reference::always;
  table.fail("reference", fmt::format("'{}': must be false, \"exact\" or \"auto\"", text));
}

/// The sweep of the option whose label is that of `run`.
void read_sweep(const TomlTable& table, const std::vector<RunSpec>& runs, Expectation& expectation) {
  expectation.over = table.text("over");
  if (table.has("versus")) table.fail("versus", "a slope has no ratio: over or versus, not both");
  if (expectation.of_names())
    table.fail("over", fmt::format("{} is not a number: it has no slope", expectation.quantity));
  std::vector<Sweep> known = sweeps(runs, expectation.over);
  std::erase_if(known, [](const Sweep& sweep) { return sweep.runs.size() < 2; });
  if (known.empty()) table.fail("over", fmt::format("'{}': no [[run]] sweeps it", expectation.over));
  const auto wanted = std::ranges::find(known, table.text("run"), &Sweep::label);
  if (wanted == known.end()) {
    std::vector<std::string_view> labels;
    for (const Sweep& sweep : known) labels.push_back(sweep.label);
    table.fail("run", unknown_name_message(fmt::format("sweep over {}", expectation.over), table.text("run"), labels));
  }
  for (const std::size_t i : wanted->runs) {
    const double value = option_value(runs[i], expectation.over);
    if (!(value > 0)) table.fail("over", fmt::format("'{}': its values are no positive numbers", expectation.over));
    expectation.swept.emplace_back(runs[i].label, value);
  }
}

Expectation read_expectation(const TomlTable& table, const Experiment& experiment) {
  table.refuse_unknown_keys(expect_keys());
  Expectation expectation{.run = table.text("run"),
                          .quantity = std::string(lookup(quantities(), table, "quantity").name)};
  if (table.has("over")) read_sweep(table, experiment.runs, expectation);
  else check_label(table, "run", experiment.runs);
  if (table.has("versus")) check_label(table, "versus", experiment.runs);
  if (table.has("versus")) expectation.versus = table.text("versus");
  if (table.has("component")) {
    const auto components = quantities().at(expectation.quantity).components;
    if (!components) table.fail("component", fmt::format("{} is one number", expectation.quantity));
    expectation.component = table.text("component");
    const auto& names = experiment.*components;
    if (std::ranges::find(names, expectation.component) == names.end())
      table.fail("component", unknown_name_message(components == &Experiment::coordinates ? "coordinate" : "invariant",
                                                   expectation.component, {names.begin(), names.end()}));
  }
  if (table.has("page")) expectation.page = page_number(table);
  if (expectation.of_end_error() && experiment.reference == Reference::none)
    table.fail("quantity",
               fmt::format("{} is taken against the solution that reference = false forbids", expectation.quantity));
  read_bound(table, expectation);
  return expectation;
}

}  // namespace

Experiment read_experiment(const std::filesystem::path& file, const std::string& name) {
  return read_experiment(toml_text(file), file, name);
}

Experiment read_experiment(const TomlText& text, const std::filesystem::path& file, const std::string& name) {
  const toml::table root = parsed_toml(text, file.string());
  const TomlTable table(root, text, file.string(), "");
  table.refuse_unknown_keys(file_keys());
  Experiment experiment{.name = name, .file = file, .written = text.written};
  Common common{.experiment = experiment};
  if (table.has("title")) experiment.title = table.text("title");
  if (table.has("source")) experiment.source = table.text("source");
  experiment.reference = read_reference(table);
  read_problem(table, common);
  read_runs(table, common);
  for (const TomlTable& expectation : table.tables("expect"))
    experiment.expectations.push_back(read_expectation(expectation, experiment));
  read_figures(table, experiment);
  return experiment;
}

}  // namespace nonholo
