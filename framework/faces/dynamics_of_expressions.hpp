// From a Lagrangian, constraints and forces given as expressions to the face that engines see (dynamics.hpp): all
// derivatives are expressions too, and what a function of the face gives is one program.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/faces/kick_drift.hpp>
#include <nonholo/framework/faces/underlying_ode.hpp>
#include <nonholo/framework/problem/traced_problem.hpp>

#include <span>
#include <vector>

namespace nonholo {

/// Variables of an expression by number: t, q, v, then those that stand beside them here and there, then held numbers
/// (program.hpp), then parameters.
struct ExpressionVariables {
  int n, m, held_numbers = 0;
  int t() const { return 0; }
  int q(int i) const { return 1 + i; }
  int v(int i) const { return 1 + n + i; }
  int beside(int i) const { return 1 + 2 * n + i; }  ///< a, or lambda
  int held(int i) const { return 1 + 3 * n + m + i; }
  int parameter(int i) const { return 1 + 3 * n + m + held_numbers + i; }
};

/// d/dt L_v = L_q + force + R, 0 = constraint; R = k_v^T lambda unless there is another. Nodes of one graph, which
/// derivatives are added to.
struct ExpressionSystem {
  Graph graph;
  int n = 0, m = 0;
  Node lagrangian;
  std::vector<Node> constraint;  ///< m, in t, q and v
  std::vector<Node> position;    ///< on positions: g(t, q), whose g_t + g_q v are the first of constraint
  std::vector<Node> force;       ///< n, or none
  std::vector<Node> reaction;    ///< R, n, or none where reactions are ideal; lambda stands beside
  std::vector<Node> basis = {};  ///< of ker k_v, n x (n - m), row by row, in q; or none
  Claims claims = {};
  int held_numbers = 0;

  ExpressionVariables variables() const { return {n, m, held_numbers}; }
};

/// Its derivatives, made once for all precisions and parameters.
class ExpressionDerivatives;
std::shared_ptr<const ExpressionDerivatives> derivatives_of(ExpressionSystem system);

/// The graph of the system, with its derivatives.
const Graph& graph_of(const ExpressionDerivatives& derivatives);

/// What holds for all values of the parameters.
DynamicsTraits traits_of(const ExpressionDerivatives& derivatives);

/// `compiled`: by the C compiler of this machine (compiled_program.hpp, which says what it throws).
template <class Real> AnyDynamics<Real> dynamics_of(std::shared_ptr<const ExpressionDerivatives> derivatives,
                                                    std::span<const Real> parameters, bool compiled = false,
                                                    const HeldNumbers<Real>& held = {});

/// Its underlying ODE by programs; none where that is not worth writing out (underlying_ode_of_expressions.hpp), and
/// where constraints are nonlinear in v, on positions or not ideal, or p_v depends on v.
template <class Real>
MakeUnderlyingOde<Real> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                          std::span<const Real> parameters, bool compiled = false,
                                          const HeldNumbers<Real>& held = {});

/// Its kick-drift form by programs; none where it is not conservative, has no constraint or no constant mass, or is not
/// worth writing out.
template <class Real> MakeKickDrift<Real> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                                        std::span<const Real> parameters, bool compiled = false);

}  // namespace nonholo
