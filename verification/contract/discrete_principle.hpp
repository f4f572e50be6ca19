// Jay's Theorem 6.1 on a trajectory: SPARK methods as discrete Lagrange-d'Alembert principles (Jay 2009, sections 4 and
// 6).
//
//   L_d   =  h sum_i b_i L(T_i, Q_i, V_i)                               V_i, lambda_i functions of (t_0, q_0, t_1, q_1)
//   f_d^- = -h^2 sum_ij b_i at_ij         (dV_i/dq_0)^T R_j + h sum_i b_i (dQ_i/dq_0)^T F_i
//   f_d^+ =  h^2 sum_ij b_i (b_j - at_ij) (dV_i/dq_1)^T R_j + h sum_i b_i (dQ_i/dq_1)^T F_i
//   p_0 = -D1 L_d - f_d^-,     p_1 = D2 L_d + f_d^+                        where b_i a_ij + b_j ah_ji = b_i b_j   (6.2)
//
// with R_j = K_j^T lambda_j = -K_j^T psi_j. External forces F, which the paper leaves out, enter as in Marsden & West
// 2001, section 3.2: the method sees f = L_q + F, and repeating the paper's proof with L_q = f - F leaves the second
// sums.
//
// The proof uses (6.1a)-(6.1d) alone: the momenta come out whatever makes V_i functions of q_0 and q_1. What does is
// worth a choice. The paper takes (6.1e), (6.1f) and lets v_0 be inconsistent. Where c_1 = 0 and at_i1 = b_1
// (symplectic Euler I, Radau IA, Lobatto IIIA-B) that leaves v_0 and lambda_1 open: they enter together only. For s >=
// 2 it is at best ill-conditioned: sum_j b_j k_j hardly depends on the multipliers; for a constant A it is A (q_1 -
// q_0) / h. And k = 0 at t_1 but not at t_0 makes a step and its reverse different functions of q_0 and q_1: the
// paper's L_d is symmetric on a trajectory all the same, its f_d^+- of Gauss methods with s >= 2 are not. On a
// trajectory k = 0 at both ends, which Closing::both_ends uses: then nothing is open, and the paper's symmetries hold
// for f_d^+- too.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <optional>

namespace nonholo {

/// Which constraints make V_i, lambda_i, v_0 and v_1 functions of (q_0, q_1), beside (6.1a)-(6.1d).
enum class Closing {
  /// (6.1e) and k = 0 at both ends: exact where q_0 and q_1 allow it, in the least squares off that surface; symmetric
  both_ends,
  as_printed,  ///< (6.1e) and k = 0 at t_1; what these leave open is taken as small as possible
};

/// Largest residuals over the steps: vectors in the infinity norm, relative to the momentum, force or L_d that they
/// belong to where that exceeds 1.
struct DiscretePrinciple {
  double momentum_start = 0;              ///< p_0 + D1 L_d + f_d^-
  double momentum_end = 0;                ///< p_1 - D2 L_d - f_d^+
  double euler_lagrange = 0;              ///< the discrete Euler-Lagrange equations (4.5a) of two steps
  double constraint = 0;                  ///< k(t_1, q_1, v_1) of (4.5b), scaled as a Probe does
  std::optional<double> symmetry_L = {};  ///< L_d of the reversed step + L_d; for symmetric sets, as the next
  std::optional<double> symmetry_f = {};  ///< f_d^+ of the reversed step + f_d^-, f_d^- of the reversed step + f_d^+
  /// of the equations that give the multipliers from (q_0, q_1); infinite where those do not determine them
  double condition = 0;
};

/// Steps the integrator, solves each of its steps again by Newton's method on (6.1), and differentiates those
/// equations: exact up to round-off.
/// @throws InputError (key "h") where the integrator or Newton's method fails, and what `checked` throws.
DiscretePrinciple discrete_principle(const System<double>& system, const TableauSet& set, const Start<double>& start,
                                     double h, long steps, Closing closing = Closing::both_ends);

}  // namespace nonholo
