// Coefficients from their defining conditions, for any number of stages (reference: Hairer, Norsett & Wanner I, II.7;
// Hairer & Wanner II, IV.5).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/exact_tableau.hpp>

namespace nonholo::tableaus {

/// @throws InputError (key "stages") for an s that is no number of stages, or beyond 64.
/// Zeros of d^k/dx^k [x^left (x - 1)^right], ascending; all are real and lie in [0, 1]. k = left + right - s.
VectorX<Exact> nodes(int s, int left, int right);

/// b from B(s).
VectorX<Exact> weights(const VectorX<Exact>& c);

/// A from C(s): collocation.
MatrixX<Exact> collocation(const VectorX<Exact>& c);

/// A from C(s - 1) with column j given: its entries are all `value`.
MatrixX<Exact> collocation_beside(const VectorX<Exact>& c, Eigen::Index j, const Exact& value);

/// A from D(s): the adjoint conditions.
MatrixX<Exact> adjoint_collocation(const VectorX<Exact>& c, const VectorX<Exact>& b);

}  // namespace nonholo::tableaus
