// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/graph_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

namespace nonholo {

namespace {

/// How tightly the outermost operation of a text binds.
enum Strength { sum, product, power, atom };

struct Written {
  std::string text;
  Strength strength;

  std::string within(Strength least) const { return strength < least ? fmt::format("({})", text) : text; }
};

class GraphText {
 public:
  GraphText(const Graph& graph, const std::map<int, std::string>& names) : graph_(graph), names_(names) {}

  /// From now on the node is written by this name.
  void name(Node x, std::string name) { defined_.emplace(x.index, std::move(name)); }

  void begin() { left_ = most_nodes; }
  bool too_long() const { return left_ < 0; }

  Written write(Node x) {
    if (--left_ < 0) return {"", atom};
    if (const auto found = defined_.find(x.index); found != defined_.end()) return {found->second, atom};
    const Operation operation = graph_.operation(x);
    if (operation == Operation::constant) return constant(graph_.value<double>(x));
    if (operation == Operation::variable) return {names_.at(graph_.variable_number(x)), atom};
    const Node first = graph_.first(x);
    if (operation == Operation::negate) return {"-" + write(first).within(product), sum};
    if (!has_two_operands(operation)) return call(operation, write(first).text);
    return of_two(operation, first, graph_.second(x));
  }

 private:
  static constexpr int most_nodes = 1000;  // texts have 2000 bytes at most

  static Written constant(double value) {
    return {value == std::numbers::pi ? "pi" : fmt::format("{}", value), value < 0 ? sum : atom};
  }

  static Written call(Operation function, const std::string& arguments) {
    const auto known = function_names();
    const auto found = std::ranges::find(known, function, &FunctionName::operation);
    return {fmt::format("{}({})", found->name, arguments), atom};
  }

  Written of_two(Operation operation, Node first, Node second) {
    const Written x = write(first), y = write(second);
    switch (operation) {
      case Operation::add:
        return {fmt::format("{} + {}", x.text, y.within(y.text.starts_with('-') ? product : sum)), sum};
      case Operation::subtract: return {fmt::format("{} - {}", x.text, y.within(product)), sum};
      case Operation::multiply:
        if (first == second) return {fmt::format("{}^2", x.within(atom)), power};
        return {fmt::format("{}*{}", x.within(product), y.within(product)), product};
      case Operation::divide: return {fmt::format("{}/{}", x.within(product), y.within(power)), product};
      case Operation::power: return {fmt::format("{}^{}", x.within(atom), y.within(atom)), power};
      default: return call(operation, fmt::format("{}, {}", x.text, y.text));
    }
  }

  const Graph& graph_;
  const std::map<int, std::string>& names_;
  std::map<int, std::string> defined_;
  int left_ = most_nodes;
};

/// "e", or more, such that no name is this and a number.
std::string free_prefix(const std::map<int, std::string>& names) {
  std::string prefix = "e";
  const auto taken = [&prefix](const auto& name) {
    const std::string& text = name.second;
    return text.starts_with(prefix) && text.find_first_not_of("0123456789", prefix.size()) == text.npos;
  };
  while (std::ranges::any_of(names, taken)) prefix += '_';
  return prefix;
}

/// How often each node is an operand of what is needed, or is wanted itself.
std::vector<int> uses_of(const Graph& graph, std::span<const Node> nodes) {
  std::vector<int> uses(static_cast<std::size_t>(graph.size()));
  for (const Node x : nodes) ++uses[static_cast<std::size_t>(x.index)];
  for (int i = graph.size() - 1; i >= 0; --i) {  // operands stand before what is made of them
    const Node x{i};
    if (uses[static_cast<std::size_t>(i)] == 0 || !has_operands(graph.operation(x))) continue;
    ++uses[static_cast<std::size_t>(graph.first(x).index)];
    if (has_two_operands(graph.operation(x))) ++uses[static_cast<std::size_t>(graph.second(x).index)];
  }
  return uses;
}

}  // namespace

std::string text_of(const Graph& graph, Node x, const std::map<int, std::string>& names) {
  GraphText text(graph, names);
  Written written = text.write(x);
  return text.too_long() ? std::string() : std::move(written.text);
}

SharedTexts shared_texts(const Graph& graph, std::span<const Node> nodes, const std::map<int, std::string>& names) {
  const std::vector<int> uses = uses_of(graph, nodes);
  const std::string prefix = free_prefix(names);
  GraphText text(graph, names);
  SharedTexts all;
  for (int i = 0; i < graph.size(); ++i) {
    const Node x{i};
    const int used = uses[static_cast<std::size_t>(i)];
    if (used < 2 || !has_operands(graph.operation(x))) continue;
    text.begin();
    const Written written = text.write(x);
    const std::string name = fmt::format("{}{}", prefix, all.define.size() + 1);
    const auto of_text = std::ssize(written.text), of_name = std::ssize(name);
    constexpr std::ptrdiff_t around = 6;  // a line of its own, and ` = ""`
    if (text.too_long() || used * of_text <= used * of_name + of_name + of_text + around) continue;
    all.define.emplace_back(name, written.text);
    text.name(x, name);
  }
  for (const Node x : nodes) {
    text.begin();
    all.texts.push_back(text.write(x).text);
  }
  return all;
}

}  // namespace nonholo
