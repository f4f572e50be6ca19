// The exact discrete Lagrangian and the exact discrete forces, and how far those of a SPARK method are from them (Jay
// 2009, section 5).
//
//   L_d^E  = int L(t, q, v) dt                          along the motion from q_0 to q_1
//   f_d^E- = int (int_{t_0}^s R dt) d_q0 v(s) ds * (-1), f_d^E+ = int (int_s^{t_1} R dt) d_q1 v(s) ds,  R = K^T lambda
//   dL_d^E = p_1 dq_1 - p_0 dq_0 - f_d^E- dq_0 - f_d^E+ dq_1                                   (5.1), (5.3)
//
// They are functions of the pairs (q_0, q_1) that a motion joins, a surface of dimension 2n - m. Off it the paper does
// not define q(t). So forces are compared as the one-form f^- dq_0 + f^+ dq_1 on variations of (q_0, v_0) that keep
// k = 0. The exact functions are those of Gauss methods with so many stages that their sums are the integrals to
// round-off. Those of a method of order p are off by O(h^(p+1)).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

namespace nonholo {

/// Infinity norms of differences, of one step from the start.
struct ExactDiscrete {
  double lagrangian = 0;  ///< |L_d - L_d^E|
  double forces = 0;      ///< |f_d - f_d^E|, on unit vectors projected onto the variations
  double identity = 0;    ///< what (5.1) and (5.3) miss for the exact functions: round-off
  /// |f_d^E| on variations with dq_0 in the kernel of k_v: 0 where the constraints come from positions (section 5.1)
  double tangent_force = 0;
};

/// @throws InputError (key "h") where Newton's method fails, and what `checked` throws.
ExactDiscrete exact_discrete(const System<double>& system, const TableauSet& set, const Start<double>& start, double h);

}  // namespace nonholo
