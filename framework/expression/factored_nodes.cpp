// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/expression/factored_nodes.hpp>

#include <utility>

namespace nonholo {

FactoredNodes::FactoredNodes(Graph& graph, std::vector<Node> A, int size)
    : graph_(graph),
      size_(size),
      l_(std::move(A)) {
  const auto without_known = [&](Node x, int i, int j) {
    for (int k = 0; k < j; ++k)
      x = graph_.subtract(x,
                          graph_.multiply(graph_.multiply(at(i, k), at(j, k)), pivots_[static_cast<std::size_t>(k)]));
    return x;
  };
  for (int j = 0; j < size; ++j) {
    diagonal_.push_back(at(j, j));
    pivots_.push_back(without_known(at(j, j), j, j));
    for (int i = j + 1; i < size; ++i) at(i, j) = graph_.divide(without_known(at(i, j), i, j), pivots_.back());
  }
}

std::vector<Node> FactoredNodes::solved(std::vector<Node> x) const {
  const auto subtract = [&](int i, Node factor, int k) {
    Node& to = x[static_cast<std::size_t>(i)];
    to = graph_.subtract(to, graph_.multiply(factor, x[static_cast<std::size_t>(k)]));
  };
  for (int i = 1; i < size_; ++i)
    for (int k = 0; k < i; ++k) subtract(i, at(i, k), k);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = graph_.divide(x[i], pivots_[i]);
  for (int i = size_ - 2; i >= 0; --i)
    for (int k = i + 1; k < size_; ++k) subtract(i, at(k, i), k);
  return x;
}

Node dot(Graph& graph, const std::vector<Node>& x, const std::vector<Node>& y) {
  Node sum = graph.constant(0);
  for (std::size_t i = 0; i < x.size(); ++i) sum = graph.add(sum, graph.multiply(x[i], y[i]));
  return sum;
}

}  // namespace nonholo
