// SPARK and SRK-DAE2 methods as Lagrange-d'Alembert integrators (Jay 2009, (6.1); Jay 2003, 2006; Hilden 2009, (2.25),
// (2.26)).
//
//   Q_i = q_0 + h sum_j a_ij V_j                                          a        positions
//   p(Q_i, V_i) = p(q_0, v_0) + h sum_j (ah_ij f_j + at_ij K_j^T L_j)     a_hat    forces,  a_tilde  reactions
//   q_1 = q_0 + h sum_j b_j V_j
//   p(q_1, v_1) = p(q_0, v_0) + h sum_j b_j (f_j + K_j^T L_j)
//   sum_j w_ij k(Q_j, V_j) = 0,  i = 1 ... s-1,   w_ij = b_j c_j^(i-1)
//   k(q_1, v_1) = 0
//
// with f_j, K_j at (t_0 + c_j h, Q_j, V_j). Unknowns are V_i, v_1 and the stage multipliers L_i, s(n + m) + n numbers;
// Q_i and q_1 follow. One a = ah = at gives the SRK-DAE2 methods (Gauss: order 2s; Radau IA: 2s - 1); IIIA with ah = at
// = IIIB gives SPARK Lobatto (2s - 2). The velocity constraint holds at (q_1, v_1) only: individual k_j and, for
// Lobatto, V_s - v_1 are O(h^(s-1)). Order of the last-stage multiplier as an approximation of lambda(t_1): s - 1 for
// IIIA-B, 1 when c_s < 1.
//
// Constraints on positions are held beside those of velocities by h at N_j in Q_i and q_1, p_v N_j = g_q^T mu_j, as in
// form qp of hessenberg_form.hpp. In double, for up to four stages, natural systems of few coordinates and the native
// solver these are unknowns too (lane_positions.hpp); else the step is that of the DAE (hessenberg_runge_kutta.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <memory>

namespace nonholo {

/// The SPARK method with these coefficients on the system. Steps solve for s (n + m) + n unknowns.
template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              const SolverOptions<Real>& options = {});

}  // namespace nonholo
