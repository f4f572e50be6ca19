// Accelerations, consistent multipliers and velocity projection: everything that solves with K p_v^-1 K^T at one point.
// Its Cholesky factors come from orthogonal rows (orthogonal_rows.hpp).
//
//   p_v a - K^T lambda = f - (p_t + p_q v),      K a = -(k_t + k_q v)       (reference: Hilden 2009, (2.12) with (4.4))
//
// Where constraints are not ideal, r(t, q, v, lambda) takes the place of K^T lambda (Jay 2009, 3.3). Newton's method
// then finds lambda, starting at 0.
//
// The multiplier computed from (t, q, v) has the full order of q and v, unlike the stage multipliers of most methods.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_solver.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/orthogonal_rows.hpp>

namespace nonholo {

/// Holds scratch: use one for each thread. Nothing allocates after construction. The n x n mass must be positive
/// definite, K must have full row rank, and K p_v^-1 r_lambda must be invertible. Compiled in saddle_point.cpp for the
/// size classes alone: its decompositions take long to compile, and nearly every method has one.
template <class Real, int n, int m> class SaddlePoint {
 public:
  explicit SaddlePoint(const Dynamics<Real, n, m>& dynamics);

  /// Computes acceleration() and multipliers(). False if the matrix is singular or a value is not finite.
  bool solve(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v);

  /// Replaces v by the nearest velocity with k = 0 in the metric p_v: it subtracts the mass-orthogonal distance to the
  /// constraint. If k is not affine in v, it repeats this until v no longer changes and finds a velocity near by. False
  /// if singular, if v is not finite, or if the iteration does not end.
  bool project(Real t, const Vector<Real, n>& q, Vector<Real, n>& v);

  /// Moves q onto g = 0 along p_v^-1 g_q^T, repeatedly until q no longer changes. The result is near by; it is the
  /// nearest in the metric p_v if that is constant. Does nothing if no constraint is on positions. False as project().
  bool place(Real t, Vector<Real, n>& q, const Vector<Real, n>& v);

  /// Whether the matrices of the latest solve() were far from singular. The mass and K p_v^-1 K^T, both scaled to a
  /// unit diagonal, then have determinants above 1e-6, so that no eigenvalue is below a third of that. False where
  /// constraints are not ideal.
  bool surely_regular() const;

  const Vector<Real, n>& acceleration() const { return a_; }
  const Vector<Real, m>& multipliers() const { return lambda_; }

 private:
  bool solve_own_reaction(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v);
  bool reach_constraint(Real t, const Vector<Real, n>& q, Vector<Real, n>& v);
  bool weigh(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v);
  bool factor(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v, Eigen::Index rows);

  const Dynamics<Real, n, m>& dynamics_;
  const Eigen::Index holonomic_ = dynamics_.traits().holonomic;
  MassMetric<Real, n, m> metric_;
  Block<Real, n, m> block_;
  Rates<Real, n, m> rates_;
  Vector<Real, n> zero_, a_;
  Vector<Real, m> lambda_, residual_;
  OrthogonalRows<Real, n, m> rows_;
  // for reactions that are not ideal
  Vector<Real, n> free_;
  Vector<Real, m> step_;
  Matrix<Real, n, m> X_;
  Matrix<Real, m, m> S_;
  SmallSolver<Real, m> solver_;
};

}  // namespace nonholo
