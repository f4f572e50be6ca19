// The geometric nonholonomic integrator (Ferraro, Iglesias & Martin de Diego 2009): the momenta of a discrete
// Lagrangian are reflected at the constraint,
//
//   p-(q_k, q_(k+1)) = (I - 2 Q^T) p+(q_(k-1), q_k),   p- = -D_1 L_d,  p+ = D_2 L_d,   Q^T = K^T (K M^-1 K^T)^-1 K M^-1
//
// the projectors being those of the mass metric, so that the mean p~ = (p+ + p-)/2 = P^T p+ satisfies the constraint.
// With multipliers (this project's sign, lambda = -psi):   p- = p~ + h/2 K^T lambda,   p+ = p~ - h/2 K^T lambda.
// The state is (q, v~, lambda), p~ = p(q, v~): lambda_k is computed at the end of a step and used again at the start of
// the next. Read at v~ the constraint holds at every state; the velocities w = (q_(k+1) - q_k)/h do not satisfy it.
// With constant mass and no potential the kinetic energy 1/2 w . M w is exact, since reflections are isometries.
//
// For constant mass and the symmetrised L_d it has two other forms: nonholonomic_rattle.hpp.
//
// Systems on Lie groups, for which the same poster has a theorem on the energy, are not covered: coordinates are those
// of R^n.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

#include <memory>

namespace nonholo {

/// lambda_0, which is part of the state but not of (q, v).
enum class MultiplierStart {
  consistent,  ///< that of the equations of motion: lambda_k of order 2, no oscillation
  /// p-(q_0, q_1) on the constraint, as the paper starts: lambda_k then oscillates about the right one, its error stays
  /// of size 1
  zero,
};

template <class Real> struct GeometricNonholonomic {
  DifferenceRule<Real> lagrangian = differences::symmetrised<Real>();
  MultiplierStart start = MultiplierStart::consistent;
};

/// For any mass and any discrete Lagrangian; explicit for constant mass and L_d sampled at nodes alone.
template <class Real> std::unique_ptr<Integrator<Real>> gni(const System<Real>& system,
                                                            const GeometricNonholonomic<Real>& method = {},
                                                            const SolverOptions<Real>& options = {});

}  // namespace nonholo
