// From a DAE in Hessenberg form given by expressions to the face that engines see (hessenberg.hpp): all derivatives are
// expressions too, those of the hidden constraint as well, and what a function of the face gives is one program.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/graph.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>

#include <memory>
#include <span>
#include <vector>

namespace nonholo {

/// Variables of a DAE's expressions by number: t, y, z, parameters.
struct DaeVariables {
  int ny, nz;
  int t() const { return 0; }
  int y(int i) const { return 1 + i; }
  int z(int i) const { return 1 + ny + i; }
  int parameter(int i) const { return 1 + ny + nz + i; }
};

/// y' = f[0] + f[1] + ..., 0 = g. Nodes of one graph, which derivatives are added to.
struct ExpressionDae {
  Graph graph;
  int ny = 0, nz = 0;
  std::vector<std::vector<Node>> f;  ///< one for each part, ny each, in t, y and z
  std::vector<Node> g;               ///< nz, in t and y

  DaeVariables variables() const { return {ny, nz}; }
};

/// Its derivatives, made once for all precisions and parameters.
class DaeDerivatives;
std::shared_ptr<const DaeDerivatives> derivatives_of(ExpressionDae dae);

/// The graph of the DAE, with its derivatives.
const Graph& graph_of(const DaeDerivatives& derivatives);

/// For double and quad. Values of all parameters, in the order of their numbers; `compiled` as in
/// dynamics_of_expressions.hpp.
template <class Real> MakeHessenberg<Real> hessenberg_of(const std::shared_ptr<const DaeDerivatives>& derivatives,
                                                         std::span<const Real> parameters, bool compiled = false);

}  // namespace nonholo
