// From a skew-gradient system given by expressions to the faces that engines see: that of energy methods
// (skew_gradient.hpp), and that of Runge-Kutta methods, for which it is a DAE without constraint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/hessenberg_of_expressions.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>

#include <memory>
#include <span>
#include <vector>

namespace nonholo {

/// zeta' = structure grad hamiltonian. Nodes of one graph, whose variables are those of a DAE with y = zeta and no z.
struct ExpressionSkewGradient {
  Graph graph;
  int n = 0;
  Node hamiltonian;
  std::vector<Node> structure;  ///< Pi by rows, skew

  DaeVariables variables() const { return {n, 0}; }
};

/// Its derivatives, made once for all precisions and parameters.
struct SkewGradientDerivatives {
  std::shared_ptr<const DaeDerivatives> equation;  ///< zeta' = Pi grad H
  int n;
  std::vector<Node> hamiltonian, gradient, structure;
};
std::shared_ptr<const SkewGradientDerivatives> derivatives_of(ExpressionSkewGradient system);

/// For double and quad. Values of all parameters, in the order of their numbers; `compiled` as in
/// dynamics_of_expressions.hpp.
template <class Real>
MakeSkewGradient<Real> skew_gradient_of(const std::shared_ptr<const SkewGradientDerivatives>& derivatives,
                                        std::span<const Real> parameters, bool compiled = false);

}  // namespace nonholo
