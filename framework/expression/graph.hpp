// Expressions as one graph: a subexpression that occurs twice is one node, and derivatives are nodes of the same graph.
//
// Nodes come into being simplified: what adds nothing or multiplies by one is not there, operations of constants are
// done, in 80 digits, and powers with small whole exponents are products. So the derivatives of what a user wrote hold
// as many operations as one would write by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nonholo {

/// What a node does with its operands; the functions have the names that C++ gives them.
enum class Operation : unsigned char {
  constant,
  variable,
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  hypot,
  min,
  max,
  negate,
  sqrt,
  cbrt,
  abs,
  sign,  ///< -1, 0 or 1: the derivative of abs
  exp,
  expm1,
  log,
  log1p,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
  erfc
};

/// Of the function that a text calls by this name, SymPy's and Matlab's names among them; nothing for others.
struct FunctionName {
  std::string_view name;
  Operation operation;
  int arguments;  ///< min and max take more, too
};
std::span<const FunctionName> function_names();

/// A place in a graph.
struct Node {
  int index = -1;
  friend bool operator==(Node, Node) = default;
  friend bool operator<(Node x, Node y) { return x.index < y.index; }
};

class Graph {
 public:
  Graph();
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;
  ~Graph();

  /// The variable with this number.
  Node variable(int number);
  Node constant(int value);
  /// @throws InputError (no key) when the text is no decimal number.
  Node decimal(std::string_view text);
  Node pi();

  Node add(Node x, Node y);
  Node subtract(Node x, Node y);
  Node multiply(Node x, Node y);
  Node divide(Node x, Node y);
  Node negate(Node x);
  Node power(Node x, Node y);
  /// Of one argument, or of two.
  Node apply(Operation function, Node x);
  Node apply(Operation function, Node x, Node y);

  int size() const { return static_cast<int>(cells_.size()); }
  Operation operation(Node x) const { return cell(x).operation; }
  /// The operands; of a constant or variable the first is its number.
  Node first(Node x) const { return {cell(x).first}; }
  Node second(Node x) const { return {cell(x).second}; }
  int variable_number(Node x) const { return cell(x).first; }

  bool is_constant(Node x) const { return operation(x) == Operation::constant; }
  /// The value of a constant, rounded once.
  template <class Real> Real value(Node x) const;
  bool is(Node x, int value) const;

  /// For each node whether it depends on one of the variables with these numbers.
  std::vector<bool> dependent(std::span<const int> variables) const;

 private:
  struct Cell {
    Operation operation;
    int first = -1, second = -1;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Hash {
    std::size_t operator()(const Cell& cell) const;
  };
  struct Constants;

  const Cell& cell(Node x) const { return cells_[static_cast<std::size_t>(x.index)]; }
  Node node(Operation operation, int first, int second = -1);
  Node whole_power(Node x, int exponent);
  bool has_constant_factor(Node x) const;
  template <class F> Node folded(Node x, Node y, F f);

  std::vector<Cell> cells_;
  std::unordered_map<Cell, int, Hash> known_;
  std::unique_ptr<Constants> constants_;
};

inline bool has_operands(Operation operation) { return operation > Operation::variable; }
inline bool has_two_operands(Operation operation) {
  return operation > Operation::variable && operation < Operation::negate;
}

/// The nodes with others in the place of the variables with these numbers.
std::vector<Node> replaced(Graph& graph, std::span<const Node> nodes, std::span<const int> variables,
                           std::span<const Node> by);

/// The nodes with 0 in the place of the variables with these numbers.
std::vector<Node> without(Graph& graph, std::span<const Node> nodes, std::span<const int> variables);

/// dy/dx for the variables x with these numbers, by a sweep from y back: all of them cost a few times what y costs.
std::vector<Node> gradient(Graph& graph, Node y, std::span<const int> variables);

}  // namespace nonholo
