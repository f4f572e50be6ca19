// Runge-Kutta methods on DAEs of index 2 in Hessenberg form, y' = f_1(t, y) + f_2(t, y, z) + ..., 0 = g(t, y).
//
//   Y_i = y_0 + h sum_j sum_k a_ij,k f_k(T_j, Y_j, Z_j)        part k of the DAE with part k of the tableau set
//   y_1 = y_0 + h sum_j b_j f(T_j, Y_j, Z_j)
//
// and for the constraint
//
//   SPARK, SRK-DAE2    omega g(T, Y) = 0 (s - 1 rows; tableau.hpp), g(t_1, y_1) = 0
//       (Jay 2003, 2006; Hilden 2009, (2.20), (2.26))
//   standard           g(T_i, Y_i) = 0,  z_1 = (1 - b^T A^-1 1) z_0 + b^T A^-1 Z
//       (Hilden 2009, (2.15); Hairer, Lubich & Roche 1989)
//
// A standard method whose first stage is explicit (Lobatto IIIA) starts from data: Z_1 = z_0, and z_1 = Z_s. The
// standard methods do not keep g = 0 at the end of a step unless they are stiffly accurate, and most lose order
// (order_conditions.hpp); SPARK and SRK-DAE2 do neither. The multiplier shown is Z_s of SPARK methods and z_1 of
// standard ones.
//
// Unknowns are Y_i, Z_i and y_1, with a dense Jacobian. On mechanical systems spark.hpp solves the same equations of
// form qp, for tableau sets with a constraint of moments, with the velocities alone, and faster.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/hessenberg_form.hpp>
#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <memory>

namespace nonholo {

/// The solver simplified_newton makes it Hilden's Algorithm 2.1: the Jacobian at (t_0, y_0, z_0), the first guess
/// (2.22) or the naive one. A step that leaves the root of the hidden constraint on which the run began is not taken:
/// Outcome::other_root (root_branch.hpp).
/// @throws InputError (key "tableau") for constraint rows with points of their own, and what System::hessenberg()
///         throws.
template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              HessenbergForm form,
                                                              const SolverOptions<Real>& options = {});

/// @throws InputError (key "tableau") for an A that is singular without an explicit first stage or has one and is not
///         stiffly accurate; as spark.
template <class Real> std::unique_ptr<Integrator<Real>> runge_kutta(const System<Real>& system, const TableauSet& set,
                                                                    HessenbergForm form = HessenbergForm::usual,
                                                                    const SolverOptions<Real>& options = {});

}  // namespace nonholo
