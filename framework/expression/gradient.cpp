// Derivatives of expressions, as expressions of the same graph.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/graph.hpp>

#include <algorithm>

namespace nonholo {

namespace {

/// The derivatives of one operation y = f(x) by its operands, dy/dx.
class Partial {
 public:
  explicit Partial(Graph& graph) : g_(graph) {}

  /// Of a function of one argument.
  Node of(Operation f, Node x, Node y) {
    switch (f) {
      case Operation::negate: return g_.constant(-1);
      case Operation::sqrt: return over(g_.constant(1), twice(y));
      case Operation::cbrt: return over(g_.constant(1), times(g_.constant(3), squared(y)));
      case Operation::abs: return g_.apply(Operation::sign, x);
      case Operation::sign: return g_.constant(0);
      case Operation::exp: return y;
      case Operation::expm1: return g_.add(y, g_.constant(1));
      case Operation::log: return over(g_.constant(1), x);
      case Operation::log1p: return over(g_.constant(1), g_.add(g_.constant(1), x));
      case Operation::log2: return over(logarithm_of(2), x);
      case Operation::log10: return over(logarithm_of(10), x);
      case Operation::erf: return error_function(x);
      case Operation::erfc: return g_.negate(error_function(x));
      default: return of_angle(f, x, y);
    }
  }

  /// Of a function of two, by the first and by the second.
  Node by_first(Operation f, Node x, Node y, Node z) {
    switch (f) {
      case Operation::divide: return over(g_.constant(1), y);
      case Operation::power: return times(y, g_.power(x, g_.subtract(y, g_.constant(1))));
      case Operation::atan2: return over(y, g_.add(squared(x), squared(y)));
      case Operation::min: return is_less(x, y);
      case Operation::max: return is_less(y, x);
      default: return over(x, z);  // hypot
    }
  }
  Node by_second(Operation f, Node x, Node y, Node z) {
    switch (f) {
      case Operation::divide: return g_.negate(over(z, y));
      case Operation::power: return times(z, g_.apply(Operation::log, x));
      case Operation::atan2: return g_.negate(over(x, g_.add(squared(x), squared(y))));
      case Operation::min: return is_less(y, x);
      case Operation::max: return is_less(x, y);
      default: return over(y, z);  // hypot
    }
  }

 private:
  Node of_angle(Operation f, Node x, Node y) {
    const Node one = g_.constant(1);
    switch (f) {
      case Operation::sin: return g_.apply(Operation::cos, x);
      case Operation::cos: return g_.negate(g_.apply(Operation::sin, x));
      case Operation::tan: return g_.add(one, squared(y));
      case Operation::asin: return over(one, root(g_.subtract(one, squared(x))));
      case Operation::acos: return g_.negate(over(one, root(g_.subtract(one, squared(x)))));
      case Operation::atan: return over(one, g_.add(one, squared(x)));
      case Operation::sinh: return g_.apply(Operation::cosh, x);
      case Operation::cosh: return g_.apply(Operation::sinh, x);
      case Operation::tanh: return g_.subtract(one, squared(y));
      case Operation::asinh: return over(one, root(g_.add(squared(x), one)));
      case Operation::acosh: return over(one, root(g_.subtract(squared(x), one)));
      default: return over(one, g_.subtract(one, squared(x)));  // atanh
    }
  }

  Node error_function(Node x) {
    return times(over(g_.constant(2), root(g_.pi())), g_.apply(Operation::exp, g_.negate(squared(x))));
  }

  /// 1 where x < y, 0 where x > y, 1/2 between.
  Node is_less(Node x, Node y) {
    return g_.divide(g_.add(g_.constant(1), g_.apply(Operation::sign, g_.subtract(y, x))), g_.constant(2));
  }

  Node logarithm_of(int x) { return over(g_.constant(1), g_.apply(Operation::log, g_.constant(x))); }
  Node over(Node x, Node y) { return g_.divide(x, y); }
  Node times(Node x, Node y) { return g_.multiply(x, y); }
  Node squared(Node x) { return g_.multiply(x, x); }
  Node twice(Node x) { return g_.multiply(g_.constant(2), x); }
  Node root(Node x) { return g_.apply(Operation::sqrt, x); }

  Graph& g_;
};

/// The nodes that y is made of and that depend on one of the variables, in the order in which they were made.
std::vector<Node> ancestors(const Graph& graph, Node y, const std::vector<bool>& depends) {
  std::vector<Node> found, left{y};
  std::vector<bool> seen(static_cast<std::size_t>(y.index) + 1);
  while (!left.empty()) {
    const Node x = left.back();
    left.pop_back();
    const auto at = static_cast<std::size_t>(x.index);
    if (seen[at] || !depends[at]) continue;
    seen[at] = true;
    found.push_back(x);
    const Operation operation = graph.operation(x);
    if (has_operands(operation)) left.push_back(graph.first(x));
    if (has_two_operands(operation)) left.push_back(graph.second(x));
  }
  std::ranges::sort(found, {}, &Node::index);
  return found;
}

}  // namespace

std::vector<Node> gradient(Graph& graph, Node y, std::span<const int> variables) {
  const Node zero = graph.constant(0);
  std::vector<Node> result(variables.size(), zero);
  if (variables.empty()) return result;
  const std::vector<bool> depends = graph.dependent(variables);
  const std::vector<Node> order = ancestors(graph, y, depends);
  std::unordered_map<int, Node> adjoint{{y.index, graph.constant(1)}}, of_variable;
  Partial partial(graph);
  const auto pass = [&](Node to, Node amount) {
    if (!depends[static_cast<std::size_t>(to.index)]) return;
    const auto [place, is_new] = adjoint.try_emplace(to.index, amount);
    if (!is_new) place->second = graph.add(place->second, amount);
  };
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const Node z = *node, d = adjoint.at(z.index);
    const Operation operation = graph.operation(z);
    if (operation == Operation::variable) {
      of_variable.emplace(graph.variable_number(z), d);
      continue;
    }
    const Node a = graph.first(z), b = graph.second(z);
    if (operation == Operation::add) {
      pass(a, d);
      pass(b, d);
    } else if (operation == Operation::subtract) {
      pass(a, d);
      pass(b, graph.negate(d));
    } else if (operation == Operation::multiply) {
      pass(a, graph.multiply(d, b));
      pass(b, graph.multiply(d, a));
    } else if (has_two_operands(operation)) {
      if (depends[static_cast<std::size_t>(a.index)]) pass(a, graph.multiply(d, partial.by_first(operation, a, b, z)));
      if (depends[static_cast<std::size_t>(b.index)]) pass(b, graph.multiply(d, partial.by_second(operation, a, b, z)));
    } else {
      pass(a, graph.multiply(d, partial.of(operation, a, z)));
    }
  }
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (const auto found = of_variable.find(variables[i]); found != of_variable.end()) result[i] = found->second;
  return result;
}

}  // namespace nonholo
