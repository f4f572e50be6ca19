// The kick-drift form (kick_drift.hpp) of a conservative system of constant mass given by expressions: forces,
// reactions and constraints as programs.
//
// A kick finds the mu = c h l of v = u + Y mu, u = v_0 + c h M^-1 f(q), Y = M^-1 K(q)^T, by Newton's method on
//
//   r(mu) = k(q_a, v),   q_a = q + look v,      J = K(q_a) Y + look k_q(q_a, v) Y
//
// Its increments are measured in the mass metric, in which Y dmu has the square dmu^T K Y dmu. Where K does not change
// along the reactions, k(q_a, v) is affine in mu, and one linear solve suffices.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/kick_drift.hpp>

#include <memory>
#include <span>
#include <vector>

namespace nonholo {

/// What the form is made of: nodes of one graph. Matrices by rows; M and k = K v as DynamicsTraits::conservative says.
struct KickDriftParts {
  int n, m;
  std::span<const int> q;  ///< numbers of the variables
  std::vector<Node> M, force, k, K, k_q;
};

/// Outputs of the programs. here: M^-1 f, K, Y^T. ahead: k, K, k_q, in q and v.
struct KickDriftNodes {
  int n = 0, m = 0;
  bool affine = false;  ///< no entry of K depends on a coordinate that a reaction moves
  std::vector<Node> M, here, ahead;
};
KickDriftNodes kick_drift_nodes(Graph& graph, KickDriftParts parts);

template <class Real> struct KickDriftPrograms {
  int n, m;
  bool affine;
  MatrixX<Real> M;
  Program<Real> here, ahead;
};
template <class Real>
std::unique_ptr<KickDrift<Real>> kick_drift_of(std::shared_ptr<const KickDriftPrograms<Real>> programs);

}  // namespace nonholo
