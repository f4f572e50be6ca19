// Everything that the struct of a problem says, as nodes of one graph: plain data, the same for every struct.
// trace_of.hpp makes it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>
#include <nonholo/framework/problem/about.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

enum class TracedKind { mechanical, dae, skew_gradient };

/// What the struct of a mechanical system says of itself. It holds, whether or not the expressions show it.
struct Claims {
  bool constant_mass = false, linear_constraint = false, natural = false, conservative = false;
};

/// A parameter that stays a variable of the graph. Counts (Range::count) are numbers, and not among these.
struct TracedParameter {
  std::string_view name;
  Node usual;  ///< its default, a constant
};

/// Variables by number, from 0: t; the state and what stands beside it (q, v; y, z; zeta); room for a vector beside
/// these (accelerations or multipliers) in mechanical systems; then the parameters. As faces/*_of_expressions.hpp
/// number them.
struct TracedProblem {
  TracedKind kind = TracedKind::mechanical;
  int n = 0, m = 0;  ///< of a DAE: y and z; m: all constraints, those on positions first
  int first_parameter = 0;
  Graph graph = {};
  std::vector<TracedParameter> parameters = {};
  std::vector<std::pair<std::string_view, Node>> invariants = {};

  // of a mechanical system
  Claims claims = {};
  Node lagrangian = {};
  std::vector<Node> constraint = {};  ///< m
  std::vector<Node> position = {};    ///< g(t, q), whose rates are the first of `constraint`
  std::vector<Node> force = {};       ///< n, or none
  std::vector<Node> reaction = {};    ///< n, or none of ideal constraints
  std::vector<Node> basis = {};       ///< adapted_basis, n x (n - m), row by row; or none

  // of a DAE
  std::vector<std::vector<Node>> f = {};  ///< for each part
  std::vector<Node> g = {};

  // of a skew-gradient system
  Node hamiltonian = {};
  std::vector<Node> structure = {};  ///< n x n, row by row
};

}  // namespace nonholo
