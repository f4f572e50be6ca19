// A = L D L^T of a symmetric positive definite matrix of nodes, written out on the graph: what is zero is left out, and
// what parameters alone determine is computed once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>

#include <vector>

namespace nonholo {

class FactoredNodes {
 public:
  /// @param A by rows, size x size
  FactoredNodes(Graph& graph, std::vector<Node> A, int size);

  /// A^-1 x
  std::vector<Node> solved(std::vector<Node> x) const;

  const std::vector<Node>& pivots() const { return pivots_; }  ///< D
  const std::vector<Node>& diagonal() const { return diagonal_; }

 private:
  Node& at(int i, int j) { return l_[static_cast<std::size_t>(i * size_ + j)]; }
  const Node& at(int i, int j) const { return l_[static_cast<std::size_t>(i * size_ + j)]; }

  Graph& graph_;
  int size_;
  std::vector<Node> l_;  // below the diagonal
  std::vector<Node> pivots_, diagonal_;
};

/// x . y
Node dot(Graph& graph, const std::vector<Node>& x, const std::vector<Node>& y);

}  // namespace nonholo
