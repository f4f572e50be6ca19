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

  bool too_long() const { return left_ < 0; }

  Written write(Node x) {
    if (--left_ < 0) return {"", atom};
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
  int left_ = most_nodes;
};

}  // namespace

std::string text_of(const Graph& graph, Node x, const std::map<int, std::string>& names) {
  GraphText text(graph, names);
  Written written = text.write(x);
  return text.too_long() ? std::string() : std::move(written.text);
}

}  // namespace nonholo
