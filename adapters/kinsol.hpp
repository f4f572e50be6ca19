// SUNDIALS KINSOL as the solver of stage equations: a second opinion on the roots that RoundOffNewton finds.
//
//   J(x_k) dx = -F(x_k),   x <- x + dx   full Newton steps (KIN_NONE), halved where F is not finite; dense LU,
//                                          exact Jacobians
//
// `jacobian` says how many: exact, one per iteration; frozen, the one at the guess; automatic, frozen, then exact from
// the guess when that fails.
//
// KINSOL tests the residual, scaled by rows, not the increment: |F_i| / sum_j |J_ij| typical_j. Rounding the unknowns
// makes it a few epsilon, so round-off is recognised whatever the units; `tolerance` is on this residual. Typical sizes
// come from StageEquations::weights(). An unknown that it does not watch (a multiplier) has its own size, at least that
// at which its column weighs as much as what is watched does in some row: a multiplier that would stop the motion
// within a step. Of all iterates the one with the smallest residual is the result.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/solver/nonlinear_solver.hpp>

namespace nonholo {

std::unique_ptr<NonlinearSolver<double>> kinsol_solver(Eigen::Index size, const SolverOptions<double>& options);

}  // namespace nonholo
