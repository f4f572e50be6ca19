// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/system_reader.hpp>

#include <nonholo/verification/experiment/input_reader.hpp>
#include <nonholo/verification/experiment/keys.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

namespace nonholo {

namespace {

using Entry = TomlTable::Entry;

constexpr std::array<std::string_view, 8> mechanical_keys = {"coordinates", "lagrangian",  "mass_matrix", "potential",
                                                             "holonomic",   "constraints", "force",       "reaction"};
constexpr std::array<std::string_view, 4> dae_keys = {"y", "z", "f", "g"};
constexpr std::array<std::string_view, 3> skew_gradient_keys = {"zeta", "hamiltonian", "structure"};

/// What keys of a table tell of the kind of a system, and which of exact belong to it.
struct TextKind {
  std::string_view description;
  std::span<const std::string_view> keys;
  std::string_view exact;
};
constexpr std::array<TextKind, 3> text_kinds = {{{"a mechanical system", mechanical_keys, "q"},
                                                 {"a DAE", dae_keys, "y"},
                                                 {"a skew-gradient system", skew_gradient_keys, "zeta"}}};

/// Reads the parts, and remembers where each stands.
class SystemReader {
 public:
  SystemReader(const TomlTable& table, const std::optional<TomlTable>& input, std::string& written)
      : table_(table),
        input_(input),
        written_(written) {}

  OwnSystem read() {
    for (const std::string_view key : {"initial", "t0", "t_end", "consistent"})
      if (table_.has(key)) table_.fail(key, "belongs below [problem]");
    table_.refuse_unknown_keys(system_keys());
    const TextKind& kind = kind_of_text();
    if (&kind == &text_kinds[2] && table_.has("inputs"))
      table_.fail("inputs", "belongs to a mechanical system or a DAE: the energy of a skew-gradient system is kept");
    if (&kind == &text_kinds[1]) return entry(dae());
    if (&kind == &text_kinds[2]) return entry(skew_gradient());
    return entry(mechanical());
  }

 private:
  /// That whose name of the state is there; else that of any key.
  const TextKind& kind_of_text() const {
    const auto names = [this](const TextKind& kind) { return table_.has(kind.keys.front()); };
    const auto has_any = [this](const TextKind& kind) {
      return std::ranges::any_of(kind.keys, [this](std::string_view key) { return table_.has(key); });
    };
    auto found = std::ranges::find_if(text_kinds, names);
    if (found == text_kinds.end()) found = std::ranges::find_if(text_kinds, has_any);
    if (found == text_kinds.end()) found = text_kinds.begin();
    for (const TextKind& other : text_kinds)
      for (const std::string_view key : other.keys)
        if (&other != &*found && table_.has(key))
          table_.fail(key, fmt::format("belongs to {}; with {} the system is {}", other.description,
                                       found->keys.front(), found->description));
    return *found;
  }

  template <class Text> Text begun() {
    Text text;
    if (table_.has("name")) text.name = table_.text("name");
    if (table_.has("title")) text.title = table_.text("title");
    if (table_.has("compile")) text.compile = table_.boolean("compile");
    if (table_.has("parameters")) text.parameters = named("parameters");
    if (table_.has("define")) text.define = named("define");
    if (table_.has("invariants")) text.invariants = named("invariants");
    return text;
  }

  TextSystem mechanical() {
    auto text = begun<TextSystem>();
    text.coordinates = list("coordinates");
    text.inputs = inputs();
    text.holonomic = list("holonomic");
    text.constraints = list("constraints");
    text.force = list("force");
    text.reaction = list("reaction");
    text.lagrangian = one("lagrangian");
    text.potential = one("potential");
    text.mass_matrix = rows("mass_matrix");
    text.exact_q = exact(text_kinds[0], "q");
    text.exact_v = exact(text_kinds[0], "v");
    return text;
  }

  std::vector<TextInput> inputs() {
    std::vector<TextInput> all;
    const std::vector<std::string> names = list("inputs");
    if (input_) {
      const std::vector<std::string_view> known(names.begin(), names.end());
      for (const std::string_view name : input_->keys())
        if (std::ranges::find(names, name) == names.end())
          input_->fail(name, names.empty() ? "the system has no inputs: name them in inputs = [...] of [system]"
                                           : unknown_name_message("input", name, known));
    }
    for (const std::string& name : names) {
      if (!input_ || !input_->has(name))
        table_.fail("inputs", fmt::format("'{}' has no value: write below [input] {} = \"an expression of t\", or {} = "
                                          "{{ file = \"{}.csv\", hold = \"step\" }}",
                                          name, name, name, name));
      all.push_back(read_input(*input_, name, written_));
    }
    return all;
  }

  TextDae dae() {
    auto text = begun<TextDae>();
    text.y = list("y");
    text.z = list("z");
    text.inputs = inputs();
    if (table_.has("f") && table_.has_rows("f")) text.f = rows("f");
    else if (table_.has("f")) text.f = {list("f")};
    text.g = list("g");
    text.exact_y = exact(text_kinds[1], "y");
    text.exact_z = exact(text_kinds[1], "z");
    return text;
  }

  TextSkewGradient skew_gradient() {
    auto text = begun<TextSkewGradient>();
    text.zeta = list("zeta");
    text.hamiltonian = one("hamiltonian");
    text.structure = rows("structure");
    text.exact_zeta = exact(text_kinds[2], "zeta");
    return text;
  }

  template <class Text> OwnSystem entry(const Text& text) const {
    try {
      return {std::make_shared<const ProblemEntry>(problem_entry(text)), text.parameters, names(text)};
    } catch (const InputError& error) {
      throw located(error);
    }
  }

  template <class Text> static std::vector<TextNamed> names(const Text& text) {
    std::vector<TextNamed> all;
    if constexpr (std::is_same_v<Text, TextDae>)
      for (std::size_t i = 0; i < text.z.size(); ++i) all.push_back({text.z[i], fmt::format("z_{}", i + 1)});
    all.insert(all.end(), text.define.begin(), text.define.end());
    all.insert(all.end(), text.invariants.begin(), text.invariants.end());
    return all;
  }

  std::vector<std::string> texts(const std::vector<Entry>& entries) {
    std::vector<std::string> all;
    for (const Entry& each : entries) {
      all.push_back(each.text);
      places_.push_back(each);
    }
    return all;
  }

  std::vector<std::string> list(std::string_view key) {
    return table_.has(key) ? texts(entries(table_, key)) : std::vector<std::string>();
  }

  /// A text stands for the list of it alone.
  static std::vector<Entry> entries(const TomlTable& table, std::string_view key) {
    return table.is_list(key) ? table.entries(key) : alone(table.entry(key), "[0]");
  }

  static std::vector<Entry> alone(Entry entry, std::string_view place) {
    entry.key += place;
    return {std::move(entry)};
  }

  std::vector<std::vector<std::string>> rows(std::string_view key) {
    if (!table_.has(key)) return {};
    if (!table_.is_list(key)) return {texts(alone(table_.entry(key), "[0][0]"))};
    std::vector<std::vector<std::string>> all;
    for (const std::vector<Entry>& row : table_.rows(key)) all.push_back(texts(row));
    return all;
  }

  std::string one(std::string_view key) { return table_.has(key) ? texts({table_.entry(key)}).front() : ""; }

  /// In the file's order: one may use those before it. Of a list the first; the others are for who reads it
  /// as one (problem_reader.cpp).
  std::vector<TextNamed> named(std::string_view table_key) {
    const TomlTable table = table_.table(table_key);
    const bool sweeps = table_key == "parameters";
    std::vector<TextNamed> all;
    for (const std::string_view key : table.keys_as_written())
      all.push_back({std::string(key), texts(in(table_key, {sweeps ? first(table, key) : table.entry(key)})).front()});
    return all;
  }

  static Entry first(const TomlTable& table, std::string_view key) {
    if (!table.is_list(key)) return table.entry(key);
    const std::vector<Entry> all = table.entries(key);
    if (all.empty()) table.fail(key, "[]: the list must not be empty");
    return {all.front().text, std::string(key), all.front().line};
  }

  /// Entries of a table in this one, with its key before theirs.
  static std::vector<Entry> in(std::string_view table_key, std::vector<Entry> entries) {
    for (Entry& each : entries) each.key = fmt::format("{}.{}", table_key, each.key);
    return entries;
  }

  std::vector<std::string> exact(const TextKind& kind, std::string_view key) {
    if (!table_.has("exact")) return {};
    const TomlTable table = table_.table("exact");
    table.refuse_unknown_keys(exact_keys());
    for (const TextKind& other : text_kinds)
      if (&other != &kind && table.has(other.exact))
        table.fail(other.exact, fmt::format("belongs to {}; the system is {}", other.description, kind.description));
    return table.has(key) ? texts(in("exact", entries(table, key))) : std::vector<std::string>();
  }

  InputError located(const InputError& error) const {
    constexpr std::string_view of_input = "input.";
    if (input_ && error.key().starts_with(of_input)) return input_->located(error, error.key().substr(of_input.size()));
    const auto found = std::ranges::find(places_, error.key(), &Entry::key);
    return found == places_.end() ? table_.located(error, error.key()) : table_.located(error, *found);
  }

  const TomlTable& table_;
  const std::optional<TomlTable>& input_;
  std::string& written_;
  std::vector<Entry> places_;
};

}  // namespace

OwnSystem read_system(const TomlTable& table, const std::optional<TomlTable>& input, std::string& written) {
  return SystemReader(table, input, written).read();
}

}  // namespace nonholo
