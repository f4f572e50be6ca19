// Which constraints on velocities could be constraints on positions: Frobenius' theorem at one state.
//
// Each row of A(t, q) v + b(t, q) = 0 is a one-form a_i = A_i dq + b_i dt. Rows are d/dt of functions of (t, q), up to
// factors that depend on (t, q), where their derivatives da_i vanish on the velocities (1, v) that these rows allow
// together. The largest such set is found by leaving out rows until all that are left do.
//     (Bloch 2003, 2.4.2; Warner 1983, 2.32)
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <vector>

namespace nonholo {

/// The rows of that set at (t, q), in order; constraints that are on positions already are among them. Empty where
/// constraints are not affine in v. Allocates: a diagnosis, not part of a step. The system is mechanical.
std::vector<Eigen::Index> integrable_rows(const System<double>& system, double t, const VectorX<double>& q);

}  // namespace nonholo
