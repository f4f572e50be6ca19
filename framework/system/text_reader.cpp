// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_reader.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph_text.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/system/text_invariant.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <mutex>
#include <numeric>
#include <utility>

namespace nonholo {

namespace {

/// Beyond them the derivatives that engines may ask for, n^2 of several kinds, would fill the memory.
constexpr std::size_t most_variables = 100;

/// Entries of a catalogue refer to their names: those of text live as long as the program.
std::string_view lasting(std::string text) {
  static std::mutex mutex;
  static std::deque<std::string> kept;
  const std::lock_guard lock(mutex);
  return kept.emplace_back(std::move(text));
}

/// The parameters in this precision: those given, the others by their texts, each in terms of those before it.
template <class Real> std::vector<Real> parameters_of(const TextProblem& of, const ParameterValues& given) {
  std::vector<Real> values;
  for (std::size_t i = 0; i < of.parameter_names.size(); ++i) {
    const auto found = given.find(of.parameter_names[i]);
    if (found != given.end()) {
      values.push_back(found->second.template as<Real>());
    } else {
      const Node node[] = {of.parameter_nodes[i]};
      const Program<Real> program(*of.graph, of.inputs, values, node);
      program.inputs();
      values.push_back(program.run()[0]);
    }
  }
  return values;
}

template <class Real> void put_state(Real* in, const Real& t, std::span<const Real> q, std::span<const Real> v) {
  *in++ = t;
  std::ranges::copy(v, std::ranges::copy(q, in).out);
}

template <class Real> detail::SystemParts<Real> parts_of(const TextProblem& of, const std::vector<Real>& parameters) {
  detail::SystemParts<Real> parts{.coordinates = of.n, .constraints = of.m, .exact_solution = {}, .invariants = {}};
  if (!of.tables.empty()) parts.inputs = std::make_shared<Inputs<Real>>(of.tables);
  const HeldNumbers<Real> held = parts.inputs ? parts.inputs->numbers() : nullptr;
  for (std::size_t i = 0; i < of.invariant_nodes.size(); ++i) {
    const Node node[] = {of.invariant_nodes[i]};
    TextInvariant<Real> invariant{Program<Real>(*of.graph, of.inputs, parameters, node, held), {}};
    if (!of.invariant_slopes.empty())
      invariant.slope = Program<Real>(*of.graph, of.inputs, parameters, of.invariant_slopes[i], held);
    parts.invariants.push_back({of.invariant_names[i], std::move(invariant)});
  }
  if (!of.exact.empty())
    parts.exact_solution = [program = Program<Real>(*of.graph, of.inputs, parameters, of.exact, held), n = of.n,
                            beside = static_cast<Eigen::Index>(of.exact.size()) - of.n](
                               Real t, std::span<const Real> q0, std::span<const Real> v0) {
      put_state(program.inputs(), t, q0, v0);
      const Real* const x = program.run();
      return Point<Real, dynamic>{Eigen::Map<const VectorX<Real>>(x, n),
                                  Eigen::Map<const VectorX<Real>>(x + n, beside)};
    };
  parts.kind = of.parts.in<Real>()(parameters, held);
  parts.traits = of.traits;
  parts.coordinate_names = of.state;
  return parts;
}

/// What makes the systems of a text.
template <class Real> struct TextMaker {
  std::shared_ptr<const TextProblem> of;
  std::vector<ParameterInfo> known;

  System<Real> operator()(const ParameterValues& values, std::string_view) const {
    for (const auto& [key, value] : values) checked_parameter(known, key, value.value());
    return System<Real>(parts_of<Real>(*of, parameters_of<Real>(*of, values)));
  }
};

constexpr std::array<double, 8> test_sizes{1, 1, 8, 0.1, 60, 1e-3, 500, 1e4};
constexpr std::size_t test_points = 3 * test_sizes.size();

double test_size(std::size_t point) { return test_sizes[point % test_sizes.size()]; }

/// Of a variable, between 0.3 and 1.3 of the size; at some points some of them, or all, are negative.
double test_value(std::size_t point, int variable) {
  const double part = 0.618033988749895 * (variable + 1) + 0.414213562373095 * static_cast<double>(point + 1);
  const bool some = point >= test_sizes.size(), all = point >= 2 * test_sizes.size(),
             negative = some && (all || (variable + static_cast<int>(point)) % 2 == 0);
  return (negative ? -1 : 1) * test_size(point) * (0.3 + part - std::floor(part));
}

}  // namespace

std::string part_key(std::string_view list, std::size_t i) { return fmt::format("{}[{}]", list, i); }

void TextReader::take_name(const std::string& key, const std::string& name, const std::string& as) {
  if (!is_name(name))
    throw InputError(key, fmt::format("'{}' is no name: use letters, digits and _, with no digit first{}", name,
                                      name.ends_with("(t)") ? "; in expressions x(t) is read as x" : ""));
  if (is_reserved_name(name))
    throw InputError(key, fmt::format("'{}' is taken: {}", name, name == "t" ? "it is the time" : "it is a function"));
  if (const auto [place, is_new] = taken_.try_emplace(name, as); !is_new)
    throw InputError(key, fmt::format("'{}' is already {}", name, place->second));
}

void TextReader::name_variables(std::string_view key, const std::vector<std::string>& names, const std::string& as,
                                int first) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    take_name(part_key(key, i), names[i], as);
    names_.emplace(names[i], graph_.variable(first + static_cast<int>(i)));
    rates_.emplace(names[i], "");
  }
}

void TextReader::name_variable(const std::string& key, const std::string& name, const std::string& as, int number) {
  if (const auto [place, is_new] = taken_.try_emplace(name, as); !is_new)
    throw InputError(key, fmt::format("{} would be '{}', which is {}", as, name, place->second));
  names_.emplace(name, graph_.variable(number));
}

void TextReader::name_rate(const std::string& key, const std::string& of, const std::string& name, int number) {
  name_variable(key, name, fmt::format("the velocity of '{}'", of), number);
  rates_.insert_or_assign(of, name);
}

std::vector<Node> TextReader::parameters(const std::vector<TextNamed>& given, int first) {
  // They are expressions of each other alone.
  NamedNodes state = std::exchange(names_, {});
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string key = "parameters." + given[i].name;
    take_name(key, given[i].name, "a parameter");
    if (given[i].name == "t0" || given[i].name == "t_end")
      throw InputError(key, fmt::format("'{}' is reserved for a time of the run: choose another name", given[i].name));
    nodes.push_back(read(given[i].text, key));
    names_.emplace(given[i].name, graph_.variable(first + static_cast<int>(i)));
  }
  names_.merge(state);
  return nodes;
}

bool TextReader::same(Node x, Node y) const {
  if (x == y) return true;
  int inputs = 0;
  for (const auto& [name, node] : names_)
    if (graph_.operation(node) == Operation::variable) inputs = std::max(inputs, graph_.variable_number(node) + 1);
  const Node both[] = {x, y};
  const Program<double> program(graph_, inputs, {}, both);
  std::array<std::pair<double, double>, test_points> values;
  double usual = 0;  // size of the values where the variables are near 1
  for (std::size_t point = 0; point < test_points; ++point) {
    for (int i = 0; i < inputs; ++i) program.inputs()[i] = test_value(point, i);
    const double* const now = program.run();
    values[point] = {now[0], now[1]};
    const double size = std::max(std::abs(now[0]), std::abs(now[1]));
    if (test_size(point) == 1 && std::isfinite(size)) usual = std::max(usual, size);
  }
  bool told = false;
  for (std::size_t point = 0; point < test_points; ++point) {
    const auto& [one, other] = values[point];
    if (!std::isfinite(one) || !std::isfinite(other)) continue;
    const double far = std::max(1.0, test_size(point)), size = std::max(std::abs(one), std::abs(other));
    if (std::abs(one - other) > 1e-10 * far * far * size + 1e-14 * usual) return false;
    told = true;
  }
  return told;
}

std::string TextReader::text(Node x) const {
  std::map<int, std::string> names;
  for (const auto& [name, node] : names_)
    if (graph_.operation(node) == Operation::variable) names.emplace(graph_.variable_number(node), name);
  return text_of(graph_, x, names);
}

void TextReader::name_expression(const std::string& key, const std::string& name, const std::string& as, Node x) {
  take_name(key, name, as);
  names_.emplace(name, x);
}

std::vector<InputTable> TextReader::inputs(const std::vector<TextInput>& given, const std::vector<int>& state,
                                           int first) {
  std::vector<InputTable> tables;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const TextInput& each = given[i];
    const std::string key = "input." + each.name;
    Node x;
    if (!each.expression.empty()) {
      x = read(each.expression, key);
      if (graph_.dependent(state)[static_cast<std::size_t>(x.index)])
        throw InputError(key, fmt::format("'{}' contains a variable of the state: an input is a function of t. Write "
                                          "what follows from the state in define",
                                          each.expression));
    } else {
      InputTable table = each.table;
      table.name = each.name;
      check(table);
      const int at = first + Inputs<double>::numbers_of_each * static_cast<int>(tables.size());
      const Node since = graph_.variable(at), value = graph_.variable(at + 1), slope = graph_.variable(at + 2);
      x = graph_.add(value, graph_.multiply(slope, graph_.subtract(names_.at("t"), since)));
      tables.push_back(std::move(table));
    }
    name_expression(part_key("inputs", i), each.name, "an input", x);
  }
  return tables;
}

void TextReader::define(const std::vector<TextNamed>& given) {
  for (const TextNamed& each : given) {
    const std::string key = "define." + each.name;
    name_expression(key, each.name, "a name of define", read(each.text, key));
  }
}

Node TextReader::read(const std::string& text, const std::string& key) {
  try {
    return parsed(graph_, text, names_, {}, rates_);
  } catch (const InputError& error) {
    throw InputError(key, error.message());
  }
}

Node TextReader::read_zero(const std::string& text, const std::string& key) {
  try {
    return parsed_equation(graph_, text, names_, rates_);
  } catch (const InputError& error) {
    throw InputError(key, error.message());
  }
}

std::vector<Node> TextReader::read(const std::vector<std::string>& texts, std::string_view key) {
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < texts.size(); ++i) nodes.push_back(read(texts[i], part_key(key, i)));
  return nodes;
}

std::vector<Node> TextReader::read(const std::vector<TextNamed>& given, std::string_view key) {
  std::vector<Node> nodes;
  for (const TextNamed& each : given) nodes.push_back(read(each.text, fmt::format("{}.{}", key, each.name)));
  return nodes;
}

std::vector<std::vector<Node>> TextReader::read_square(const std::vector<std::vector<std::string>>& rows,
                                                       std::string_view key, std::size_t size, std::string_view of) {
  if (rows.size() != size)
    throw InputError(std::string(key), fmt::format("has {} rows; there are {} {}", rows.size(), size, of));
  std::vector<std::vector<Node>> matrix;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string row = part_key(key, i);
    if (rows[i].size() != size)
      throw InputError(row, fmt::format("has {} entries; there are {} {}", rows[i].size(), size, of));
    matrix.push_back(read(rows[i], row));
  }
  return matrix;
}

void check_number_of(std::string_view key, std::size_t size) {
  if (size == 0) throw InputError(std::string(key), "is empty; a system has at least one");
  if (size > most_variables)
    throw InputError(std::string(key), fmt::format("has {} entries; a text has at most {}: write larger systems in C++",
                                                   size, most_variables));
}

void check_size(std::string_view key, std::size_t size, std::size_t wanted, std::string_view of) {
  if (size != 0 && size != wanted)
    throw InputError(std::string(key), fmt::format("has {} entries; there are {} {}", size, wanted, of));
}

void TextProblem::name(const std::vector<TextNamed>& parameters, const std::vector<TextNamed>& invariants) {
  for (const TextNamed& each : parameters) parameter_names.push_back(each.name);
  for (const TextNamed& each : invariants) invariant_names.push_back(lasting(each.name));
}

std::vector<std::vector<Node>> TextReader::slopes(const std::vector<Node>& of, int variables) {
  std::vector<int> all(static_cast<std::size_t>(variables));
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::vector<Node>> rows;
  for (const Node each : of) rows.push_back(gradient(graph_, each, all));
  return rows;
}

bool is_text(const ProblemEntry& entry) { return entry.systems.in_double.target<TextMaker<double>>() != nullptr; }

ProblemEntry entry_of(const std::string& name, const std::string& title, TextProblem problem) {
  const auto all = std::make_shared<const TextProblem>(std::move(problem));
  const std::vector<double> defaults = parameters_of<double>(*all, {});
  std::vector<ParameterInfo> parameters;
  for (std::size_t i = 0; i < defaults.size(); ++i)
    parameters.push_back({lasting(all->parameter_names[i]), defaults[i], "", Range::any});
  ProblemEntry entry{.name = lasting(name),
                     .title = lasting(title),
                     .source = "",
                     .kind = all->kind,
                     .n = all->n,
                     .m = all->m,
                     .parameters = parameters,
                     .setups = {},
                     .references = {},
                     .body = {},
                     .systems = {},
                     .all_setups = {}};
  const auto none = []<class Real>() -> ListSetups<Real> { return [] { return std::vector<Setup<Real>>(); }; };
  entry.systems = {TextMaker<double>{all, parameters}, TextMaker<quad>{all, parameters}};
  entry.all_setups = {none.operator()<double>(), none.operator()<quad>()};
  return entry;
}

}  // namespace nonholo
