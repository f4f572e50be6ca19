// The integrals that the formulas of Adams, Moulton, Stormer and Cowell are made of (adams.hpp), computed in 80 digits.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace nonholo {

/// int_0^end l_i of the Lagrange polynomials l_i of the points first, first + 1, ..., `points` of them; with `twice`
/// int_0^end int_0^x l_i. For double and quad.
template <class Real> std::vector<Real> lagrange_integrals(int points, int first, int end, bool twice = false);

}  // namespace nonholo
