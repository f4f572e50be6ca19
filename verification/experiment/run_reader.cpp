// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_reader.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/keys.hpp>
#include <nonholo/verification/experiment/reading.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace nonholo {

namespace {

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

/// Those that the run names where the method stands on one; else none, as one.
std::vector<const MethodEntry*> bases_of(const MethodEntry& method, const TomlTable& table) {
  if (method.stepping != Stepping::as_base) return {nullptr};
  if (!table.has("base")) table.fail("base", fmt::format("is missing: {} needs it", method.name));
  std::vector<const MethodEntry*> all;
  for (const std::string& name : texts(table, "base")) {
    const MethodEntry& base = lookup(method_catalogue(), table, "base", name);
    if (base.stepping == Stepping::as_base)
      table.fail("base", fmt::format("{} needs a base itself: give a method without one", base.name));
    all.push_back(&base);
  }
  return all;
}

}  // namespace

/// Which entry of each list one run of a [[run]] with zip = true takes, and the keys of these lists.
struct RunReader::Zip {
  std::optional<std::size_t> entry = {};
  std::size_t entries = 1;
  std::vector<std::string> keys = {};

  explicit Zip(const TomlTable& table) {
    if (!table.has("zip") || !table.boolean("zip")) return;
    for (const std::string_view key : table.keys()) {
      if (key == "columns" || key == "t_eval" || !table.is_list(key) || table.size(key) < 2) continue;
      if (!keys.empty() && table.size(key) != entries)
        table.fail(key, fmt::format("has {} entries, but {} has {}: lists joined by zip must have the same length",
                                    table.size(key), keys.front(), entries));
      entries = table.size(key);
      keys.emplace_back(key);
    }
    if (keys.empty()) table.fail("zip", "joins lists, but no key of this [[run]] has a list");
    entry = 0;
  }

  /// Whether this one of so many is taken.
  bool takes(std::size_t one, std::size_t of) const { return !entry || of < 2 || one == *entry; }
};

/// Reads a [[run]] as one of the methods that it names, with one of the bases.
class RunReader::OneMethod {
 public:
  OneMethod(const TomlTable& table, RunReader& of, const MethodEntry& method, const MethodEntry* base, const Zip& zip)
      : table_(table),
        of_(of),
        methods_{&method},
        product_(of.problems_.runs),
        zip_(zip) {
    if (base) methods_.push_back(base);
    product_.together = zip.entry;
  }

  /// @param methods, bases how many there are
  std::vector<RunSpec> read(std::size_t methods, std::size_t bases) {
    check_keys();
    for (RunSpec& run : product_.runs) begin(run, methods > 1, bases > 1);
    const bool replaced = (table_.has("t_end") || table_.has("steps")) && product_.forget("t_end");
    multiply_ends();
    times(run_keys().at("h"), true, [this](RunSpec& run, const Value& value) { run.h = step_size(value); });
    for (auto each = methods_.rbegin(); each != methods_.rend(); ++each)
      for (const Option& option : (*each)->options()) multiply(option);
    times(run_keys().at("precision"), true,
          [this](RunSpec& run, const Value& value) { run.precision = precision(std::get<std::string>(value)); });
    if (replaced) product_.tell_ends_apart();
    of_.problem_.multiply_starts(product_, table_);
    for (RunSpec& run : product_.runs) run.label = run.full_label();
    return std::move(product_.runs);
  }

 private:
  using Value = MethodOptions::Value;

  void begin(RunSpec& run, bool one_of_methods, bool one_of_bases) const {
    run.method = {methods_.front()};
    if (one_of_methods) run.swept.push_back({"method", std::string(methods_.front()->name), true});
    if (methods_.size() > 1) run.method.options.set("base", std::string(methods_.back()->name));
    if (one_of_bases) run.swept.push_back({"base", std::string(methods_.back()->name), true});
    run.places.insert_or_assign("run", place(table_, ""));
    for (const std::string_view key : table_.keys()) run.places.insert_or_assign(std::string(key), place(table_, key));
    if (table_.has("quick")) run.quick = table_.boolean("quick");
    run.zipped = zip_.keys;
    run.columns = of_.columns_of(table_);
    read_times(run);
    if (!table_.has("label")) return;
    run.given_label = table_.text("label");
    if (run.given_label.empty())
      table_.fail("label", "'': must not be empty; leave it out for a label derived from the options");
  }

  void read_times(RunSpec& run) const {
    if (table_.has("t_eval") && table_.has("samples"))
      table_.fail("samples",
                  "a run takes t_eval or samples, not "
                  "both");
    if (table_.has("t_eval")) run.t_eval = table_.numbers("t_eval");
    for (std::size_t i = 1; i < run.t_eval.size(); ++i)
      if (!(run.t_eval[i - 1].value() < run.t_eval[i].value()))
        table_.fail("t_eval",
                    fmt::format("{} comes after {}: times must rise", run.t_eval[i].text(), run.t_eval[i - 1].text()));
    if (!table_.has("samples")) return;
    run.samples = table_.whole("samples");
    if (*run.samples < 2) table_.fail("samples", fmt::format("{}: must be at least 2, start and end", *run.samples));
  }

  template <class Set> void times(const Key& key, bool in_derived_label, Set set) {
    product_.times(table_, key, in_derived_label, set);
  }

  void multiply(const Option& option) {
    if (option.key == "base") return;  // one of its own for each
    const bool is_tableau = option.key == "tableau";
    times(key_of(option), true, [&](RunSpec& run, const Value& value) {
      if (is_tableau) set_tableau(run, std::get<std::string>(value));
      else run.method.options.set(option.key, value);
    });
  }

  void check_keys() const {
    const MethodEntry& stepping = *methods_.back();
    const bool tolerant = table_.has("rtol") || table_.has("atol");
    const bool fixed = stepping.stepping == Stepping::fixed || (stepping.stepping == Stepping::either && !tolerant);
    std::vector<std::string_view> takes = {"method",    "label", "initial", "t_end",  "quick",
                                           "precision", "zip",   "columns", "t_eval", "samples"};
    if (fixed) takes.insert(takes.end(), {"h", "steps"});
    for (const MethodEntry* each : methods_)
      for (const std::string_view key : keys_of(each->options())) takes.push_back(key);
    for (const std::string_view key : table_.keys())
      if (std::ranges::find(takes, key) == takes.end()) refuse_key(key, takes, fixed);
    for (const MethodEntry* each : methods_)
      for (const Option& option : each->required)
        if (!table_.has(option.key)) table_.fail(option.key, fmt::format("is missing: {} needs it", each->name));
    if (fixed && !table_.has("h"))
      table_.fail("h", fmt::format("is missing: {} takes {}", stepping.name,
                                   stepping.stepping == Stepping::either ? "it, or rtol and atol" : "fixed steps"));
  }

  [[noreturn]] void refuse_key(std::string_view key, const std::vector<std::string_view>& takes, bool fixed) const {
    const MethodEntry& stepping = *methods_.back();
    if (!all_keys().find(key)) table_.fail(key, unknown_name_message("key", key, takes));
    if (!fixed && (key == "h" || key == "steps"))
      table_.fail(key, fmt::format("{} chooses its steps: it takes {}", stepping.name,
                                   stepping.required.empty()
                                       ? "no h with rtol and atol"
                                       : fmt::format("{}", fmt::join(keys_of(stepping.required), " and "))));
    table_.fail(key,
                fmt::format("{} does not take this key; it takes {}", methods_.front()->name, fmt::join(takes, ", ")));
  }

  Precision precision(const std::string& named) const {
    try {
      return precision_named(named);
    } catch (const InputError& error) {
      throw error.line() > 0 ? error : table_.located(error, "precision");
    }
  }

  /// A number of steps, or an end of its own, or that of the problem.
  void multiply_ends() {
    if (table_.has("t_end") && table_.has("steps")) table_.fail("t_end", "a run takes t_end or steps, not both");
    times(run_keys().at("t_end"), false, [this](RunSpec& run, const Value& value) {
      run.problem.t_end = std::get<Number>(value);
      const double t0 = run.problem.t0.value();
      if (run.problem.t_end->value() < t0)
        table_.fail("t_end", fmt::format("{}: must be >= t0 = {}", run.problem.t_end->text(), t0));
    });
    times(run_keys().at("steps"), false, [this](RunSpec& run, const Value& value) {
      run.steps = std::get<long>(value);
      if (*run.steps < 0) table_.fail("steps", fmt::format("{}: must be >= 0", *run.steps));
    });
    const auto ends = [](const RunSpec& run) { return run.steps || run.problem.end_time(); };
    if (!std::ranges::all_of(product_.runs, ends))
      table_.fail("steps", "the problem has no t_end: give t_end in [problem] or here, or steps here");
  }

  /// A name as it is; of a file the path, from this file's folder, and the number of stages.
  void set_tableau(RunSpec& run, const std::string& text) const {
    MethodOptions& options = run.method.options;
    if (!is_tableau_file(text)) return options.set("tableau", text);
    const std::filesystem::path path = (of_.experiment_.file.parent_path() / text).lexically_normal();
    const GivenTableau& tableau = given_tableau(path);
    options.set("tableau", tableau);
    if (!table_.has("stages")) options.set("stages", long{tableau.set->stages()});
  }

  /// What is wrong in the tableau file is told with its place there; that there is none to be read, with that here.
  const GivenTableau& given_tableau(const std::filesystem::path& file) const try {
    return of_.tableau_in(file);
  } catch (const InputError& error) {
    if (error.line() > 0) throw;
    table_.fail("tableau", fmt::format("{}: {}", file.string(), error.message()));
  }

  Number step_size(const Value& value) const {
    Number h = std::get<Number>(value);
    if (!(h.value() > 0)) table_.fail("h", fmt::format("{}: must be > 0", h.text()));
    return h;
  }

  const TomlTable& table_;
  RunReader& of_;
  std::vector<const MethodEntry*> methods_;  // the run's, and its base
  RunProduct product_;
  const Zip& zip_;
};

const GivenTableau& RunReader::tableau_in(const std::filesystem::path& file) {
  const auto [found, fresh] = tableaus_.try_emplace(file);
  if (fresh) {
    const TableauFile read = read_tableau_file(file);
    found->second = {file.string(), std::make_shared<const TableauSet>(read.set)};
    experiment_.written += '\0' + read.written;
  }
  return found->second;
}

std::vector<RunSpec> RunReader::read(const TomlTable& table) {
  if (!table.has("method")) table.refuse_unknown_keys(all_keys());
  Zip zip(table);
  std::vector<RunSpec> all = read(table, zip);
  while (zip.entry && ++*zip.entry < zip.entries) std::ranges::move(read(table, zip), std::back_inserter(all));
  return all;
}

std::vector<RunSpec> RunReader::read(const TomlTable& table, const Zip& zip) {
  const std::vector<std::string> methods = texts(table, "method");
  std::vector<RunSpec> all;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (!zip.takes(i, methods.size())) continue;
    if (!method_catalogue().find(methods[i]) && tableau_catalogue().find(methods[i]))
      table.fail("method", fmt::format("'{0}' is a tableau: write method = \"spark\", tableau = \"{0}\"", methods[i]));
    const MethodEntry& method = lookup(method_catalogue(), table, "method", methods[i]);
    const std::vector<const MethodEntry*> bases = bases_of(method, table);
    for (std::size_t k = 0; k < bases.size(); ++k) {
      if (!zip.takes(k, bases.size())) continue;
      std::ranges::move(OneMethod(table, *this, method, bases[k], zip).read(methods.size(), bases.size()),
                        std::back_inserter(all));
      RunProduct::refuse_too_many(table, "method", all.size());
    }
  }
  return all;
}

/// Names of columns, and expressions, which count among those of the experiment.
std::vector<std::string> RunReader::columns_of(const TomlTable& table) {
  if (!table.has("columns")) return {};
  const std::vector<std::string> all = texts(table, "columns");
  if (!columns_) columns_.emplace(state_columns(experiment_.problem.system()));
  for (const std::string& each : all)
    if (!columns_->find(each)) expression_number(table, "columns", each, experiment_, "column", columns_->names());
  return all;
}

}  // namespace nonholo
