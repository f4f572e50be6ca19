// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/graph.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/exact.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <boost/math/constants/constants.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <unordered_set>
#include <utility>

namespace nonholo {

namespace {

// Beyond this a whole power is no chain of products.
constexpr int largest_product_power = 64;

constexpr std::array<FunctionName, 41> functions{{
    {"sin", Operation::sin, 1},       {"cos", Operation::cos, 1},     {"tan", Operation::tan, 1},
    {"asin", Operation::asin, 1},     {"acos", Operation::acos, 1},   {"atan", Operation::atan, 1},
    {"arcsin", Operation::asin, 1},   {"arccos", Operation::acos, 1}, {"arctan", Operation::atan, 1},
    {"sinh", Operation::sinh, 1},     {"cosh", Operation::cosh, 1},   {"tanh", Operation::tanh, 1},
    {"asinh", Operation::asinh, 1},   {"acosh", Operation::acosh, 1}, {"atanh", Operation::atanh, 1},
    {"exp", Operation::exp, 1},       {"expm1", Operation::expm1, 1}, {"log", Operation::log, 1},
    {"ln", Operation::log, 1},        {"log1p", Operation::log1p, 1}, {"log2", Operation::log2, 1},
    {"log10", Operation::log10, 1},   {"sqrt", Operation::sqrt, 1},   {"cbrt", Operation::cbrt, 1},
    {"abs", Operation::abs, 1},       {"Abs", Operation::abs, 1},     {"fabs", Operation::abs, 1},
    {"sign", Operation::sign, 1},     {"erf", Operation::erf, 1},     {"atan2", Operation::atan2, 2},
    {"arctan2", Operation::atan2, 2}, {"hypot", Operation::hypot, 2}, {"pow", Operation::power, 2},
    {"Pow", Operation::power, 2},     {"power", Operation::power, 2}, {"Rational", Operation::divide, 2},
    {"erfc", Operation::erfc, 1},     {"min", Operation::min, 2},     {"max", Operation::max, 2},
    {"Min", Operation::min, 2},       {"Max", Operation::max, 2},
}};

bool is_whole(const Exact& x) { return abs(x) < 1e9 && x == trunc(x); }

}  // namespace

std::span<const FunctionName> function_names() { return functions; }

struct Graph::Constants {
  const Exact& operator[](int number) const { return values[static_cast<std::size_t>(number)]; }
  int number_of(const Exact& value) {
    const auto [found, is_new] = numbers.try_emplace(value, static_cast<int>(values.size()));
    if (is_new) values.push_back(value);
    return found->second;
  }
  std::vector<Exact> values;
  std::map<Exact, int> numbers;
};

Graph::Graph() : constants_(std::make_unique<Constants>()) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

std::size_t Graph::Hash::operator()(const Cell& cell) const {
  const auto mixed = [](std::size_t x) { return (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9u; };
  return mixed(static_cast<std::size_t>(cell.operation) +
               mixed(static_cast<std::size_t>(cell.first) + mixed(static_cast<std::size_t>(cell.second))));
}

Node Graph::node(Operation operation, int first, int second) {
  const auto [found, is_new] = known_.try_emplace({operation, first, second}, size());
  if (is_new) cells_.push_back({operation, first, second});
  return {found->second};
}

Node Graph::variable(int number) { return node(Operation::variable, number); }

Node Graph::constant(int value) { return node(Operation::constant, constants_->number_of(Exact(value))); }

Node Graph::decimal(std::string_view text) {
  return node(Operation::constant, constants_->number_of(Exact(Number::from_text(text).text())));
}

Node Graph::pi() { return node(Operation::constant, constants_->number_of(boost::math::constants::pi<Exact>())); }

template <class Real> Real Graph::value(Node x) const {
  return (*constants_)[cell(x).first].template convert_to<Real>();
}

template double Graph::value(Node) const;
template quad Graph::value(Node) const;

bool Graph::is(Node x, int value) const { return is_constant(x) && (*constants_)[cell(x).first] == value; }

/// Of two constants.
template <class F> Node Graph::folded(Node x, Node y, F f) {
  const Exact value = f((*constants_)[cell(x).first], (*constants_)[cell(y).first]);
  return node(Operation::constant, constants_->number_of(value));
}

Node Graph::add(Node x, Node y) {
  if (is(x, 0)) return y;
  if (is(y, 0)) return x;
  if (is_constant(x) && is_constant(y)) return folded(x, y, std::plus<>());
  if (operation(y) == Operation::negate) return subtract(x, first(y));
  if (operation(x) == Operation::negate) return subtract(y, first(x));
  if (x == y) return multiply(constant(2), x);
  return node(Operation::add, std::min(x, y).index, std::max(x, y).index);
}

Node Graph::subtract(Node x, Node y) {
  if (is(y, 0)) return x;
  if (is(x, 0)) return negate(y);
  if (x == y) return constant(0);
  if (is_constant(x) && is_constant(y)) return folded(x, y, std::minus<>());
  if (operation(y) == Operation::negate) return add(x, first(y));
  return node(Operation::subtract, x.index, y.index);
}

Node Graph::multiply(Node x, Node y) {
  if (is(x, 0) || is(y, 1)) return x;
  if (is(y, 0) || is(x, 1)) return y;
  if (is_constant(x) && is_constant(y)) return folded(x, y, std::multiplies<>());
  if (is(x, -1)) return negate(y);
  if (is(y, -1)) return negate(x);
  if (operation(x) == Operation::negate) return negate(multiply(first(x), y));
  if (operation(y) == Operation::negate) return negate(multiply(x, first(y)));
  // Constants stand outside and before, so that they meet.
  if (is_constant(y)) std::swap(x, y);
  if (!is_constant(x) && has_constant_factor(y)) std::swap(x, y);
  if (has_constant_factor(x)) return multiply(first(x), multiply(second(x), y));
  if (is_constant(x)) {
    if (has_constant_factor(y)) return multiply(folded(x, first(y), std::multiplies<>()), second(y));
    return node(Operation::multiply, x.index, y.index);
  }
  return node(Operation::multiply, std::min(x, y).index, std::max(x, y).index);
}

bool Graph::has_constant_factor(Node x) const { return operation(x) == Operation::multiply && is_constant(first(x)); }

Node Graph::divide(Node x, Node y) {
  if (is(y, 1) || (is(x, 0) && !is(y, 0))) return x;
  if (is_constant(y) && !is(y, 0)) {
    if (is_constant(x)) return folded(x, y, std::divides<>());
    return multiply(folded(constant(1), y, std::divides<>()), x);
  }
  if (operation(x) == Operation::negate) return negate(divide(first(x), y));
  if (operation(y) == Operation::negate) return negate(divide(x, first(y)));
  return node(Operation::divide, x.index, y.index);
}

Node Graph::negate(Node x) {
  if (is_constant(x)) return folded(constant(0), x, std::minus<>());
  if (operation(x) == Operation::negate) return first(x);
  if (operation(x) == Operation::subtract) return subtract(second(x), first(x));
  return node(Operation::negate, x.index);
}

/// By squares: as many products as the exponent has digits and ones in binary.
Node Graph::whole_power(Node x, int exponent) {
  Node result = constant(1);
  for (int left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result = multiply(result, x);
    if (left > 1) x = multiply(x, x);
  }
  return result;
}

Node Graph::power(Node x, Node y) {
  if (!is_constant(y)) return node(Operation::power, x.index, y.index);
  const Exact twice = 2 * (*constants_)[cell(y).first];
  if (!is_whole(twice) || abs(twice) > 2 * largest_product_power) return node(Operation::power, x.index, y.index);
  const int halves = twice.convert_to<int>(), size = std::abs(halves);
  if (is(x, 0) && halves < 0) return node(Operation::power, x.index, y.index);
  Node result = whole_power(x, size / 2);
  if (size % 2 == 1) result = multiply(result, apply(Operation::sqrt, x));
  return halves < 0 ? divide(constant(1), result) : result;
}

Node Graph::apply(Operation function, Node x) {
  if (function == Operation::negate) return negate(x);
  if (is(x, 0) && (function == Operation::sin || function == Operation::sqrt || function == Operation::tan ||
                   function == Operation::abs || function == Operation::sign))
    return x;
  if (is(x, 0) && (function == Operation::cos || function == Operation::exp)) return constant(1);
  if (is_constant(x) && function == Operation::sqrt && (*constants_)[cell(x).first] > 0)
    return folded(x, x, [](const Exact& a, const Exact&) { return Exact(sqrt(a)); });
  if (operation(x) == Operation::negate) {
    const Node positive = first(x);
    if (function == Operation::cos || function == Operation::cosh || function == Operation::abs)
      return apply(function, positive);
    if (function == Operation::sin || function == Operation::tan || function == Operation::sinh ||
        function == Operation::tanh || function == Operation::atan)
      return negate(apply(function, positive));
  }
  return node(function, x.index);
}

Node Graph::apply(Operation function, Node x, Node y) {
  switch (function) {
    case Operation::add: return add(x, y);
    case Operation::subtract: return subtract(x, y);
    case Operation::multiply: return multiply(x, y);
    case Operation::divide: return divide(x, y);
    case Operation::power: return power(x, y);
    case Operation::min:
    case Operation::max: return x == y ? x : node(function, std::min(x, y).index, std::max(x, y).index);
    default: return node(function, x.index, y.index);
  }
}

std::vector<bool> Graph::dependent(std::span<const int> variables) const {
  std::vector<bool> depends(cells_.size());
  const std::unordered_set<int> wanted(variables.begin(), variables.end());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& each = cells_[i];
    if (each.operation == Operation::variable) {
      depends[i] = wanted.contains(each.first);
    } else if (has_operands(each.operation)) {
      depends[i] = depends[static_cast<std::size_t>(each.first)] ||
                   (each.second >= 0 && depends[static_cast<std::size_t>(each.second)]);
    }
  }
  return depends;
}

std::vector<Node> replaced(Graph& graph, std::span<const Node> nodes, std::span<const int> variables,
                           std::span<const Node> by) {
  const int size = graph.size();
  const auto place = [](Node x) { return static_cast<std::size_t>(x.index); };
  const std::vector<bool> depends = graph.dependent(variables);
  std::vector<bool> needed(static_cast<std::size_t>(size));
  for (const Node x : nodes) needed[place(x)] = true;
  for (int i = size - 1; i >= 0; --i) {  // operands stand before what is made of them
    const Node x{i};
    if (!needed[place(x)] || !has_operands(graph.operation(x))) continue;
    needed[place(graph.first(x))] = true;
    if (has_two_operands(graph.operation(x))) needed[place(graph.second(x))] = true;
  }
  std::vector<Node> now(static_cast<std::size_t>(size));
  const auto moved = [&](Node x) { return now[place(x)]; };
  for (int i = 0; i < size; ++i) {
    const Node x{i};
    if (!needed[place(x)]) continue;
    const Operation operation = graph.operation(x);
    Node& to = now[place(x)];
    if (!depends[place(x)]) to = x;
    else if (operation == Operation::variable)
      to = by[static_cast<std::size_t>(std::ranges::find(variables, graph.variable_number(x)) - variables.begin())];
    else if (has_two_operands(operation)) to = graph.apply(operation, moved(graph.first(x)), moved(graph.second(x)));
    else to = graph.apply(operation, moved(graph.first(x)));
  }
  std::vector<Node> result;
  for (const Node x : nodes) result.push_back(moved(x));
  return result;
}

std::vector<Node> without(Graph& graph, std::span<const Node> nodes, std::span<const int> variables) {
  return replaced(graph, nodes, variables, std::vector<Node>(variables.size(), graph.constant(0)));
}

}  // namespace nonholo
