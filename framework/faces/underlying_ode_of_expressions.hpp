// The underlying ODE (underlying_ode.hpp) of a system given by expressions, as expressions: mass and constraints are
// solved for by L D L^T on the graph, which leaves out what is zero and computes what parameters alone determine once.
//
//   p_v X = K^T,   p_v b = f - p_t - p_q v,   S = K X,   S lambda = -(k_t + k_q v) - K b,   a = b + X lambda
//
// and, for settle(), the same at the velocity v - X S^-1 k on the constraint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/underlying_ode.hpp>

#include <span>
#include <vector>

namespace nonholo {

/// What the equation is made of: nodes of one graph. Matrices by rows; k is affine in v, and p_v does not depend on v.
struct OdeParts {
  int n, m;
  std::span<const int> v;                      ///< numbers of the variables
  std::vector<Node> p_v, force, k, K, k_rate;  ///< force: f - p_t - p_q v; k_rate: k_t + k_q v
};

/// rate: a, lambda, the pivots of p_v, and of S pairs of a pivot and the entry on the diagonal. settle: v on the
/// constraint, and the same.
struct OdeNodes {
  int n = 0, m = 0;
  std::vector<Node> rate, settle;
};
OdeNodes ode_nodes(Graph& graph, const OdeParts& parts);

/// For sizes whose solution is worth writing out: most_in_packs coordinates at most (dynamics.hpp).
bool has_ode_nodes(int n);

/// Programs of the nodes, shared by all equations made of them.
template <class Real> struct OdePrograms {
  int n, m;
  Program<Real> rate, settle;
};
template <class Real> std::unique_ptr<UnderlyingOde<Real>> ode_of(std::shared_ptr<const OdePrograms<Real>> programs);

}  // namespace nonholo
