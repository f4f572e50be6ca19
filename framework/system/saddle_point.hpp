// Accelerations, consistent multipliers and velocity projection: everything that solves with K p_v^-1 K^T at one point,
// whose Cholesky factors come from orthogonal rows (orthogonal_rows.hpp).
//
//   p_v a - K^T lambda = f - (p_t + p_q v),      K a = -(k_t + k_q v)       (reference: Hilden 2009, (2.12) with (4.4))
//
// Where constraints are not ideal r(t, q, v, lambda) stands in the place of K^T lambda (Jay 2009, 3.3), and Newton's
// method finds the lambda, from 0.
//
// The multiplier that this gives from (t, q, v) has the full order of q and v, unlike the stage multipliers of most
// methods.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/small_solver.hpp>
#include <nonholo/framework/system/mass_metric.hpp>
#include <nonholo/framework/system/orthogonal_rows.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction. n x n mass must be positive definite, K of full row
/// rank, K p_v^-1 r_lambda invertible. Compiled for the size classes alone, in saddle_point.cpp: its
/// decompositions are dear to compile, and nearly every method has one.
template <class Real, int n, int m> class SaddlePoint {
 public:
  explicit SaddlePoint(const Dynamics<Real, n, m>& dynamics);

  /// Computes acceleration() and multipliers(); false when the matrix is singular or a value is not finite.
  bool solve(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v);

  /// v minus its mass-orthogonal distance to the constraint: the nearest velocity in the metric p_v with k = 0. Where k
  /// is not affine in v or p_v depends on it, that is repeated until it changes nothing: a velocity near by.
  bool project(Real t, const Vector<Real, n>& q, Vector<Real, n>& v);

  /// q moved onto g = 0 along p_v^-1 g_q^T, repeatedly until it no longer changes: a place near by, the nearest in the
  /// metric p_v where that is constant. Nothing where no constraint is on positions. False as project(), and where the
  /// iteration does not end.
  bool place(Real t, Vector<Real, n>& q, const Vector<Real, n>& v);

  /// Whether the latest solve() was far from where it could not be done: the mass and K p_v^-1 K^T, both scaled to a
  /// unit diagonal, have determinants above 1e-6, and none of their eigenvalues is below a third of that. False where
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
  // of reactions that are not ideal
  Vector<Real, n> free_;
  Vector<Real, m> step_;
  Matrix<Real, n, m> X_;
  Matrix<Real, m, m> S_;
  SmallSolver<Real, m> solver_;
};

}  // namespace nonholo
