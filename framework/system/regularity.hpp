// Whether the equations of motion can be solved at a point, and by how much.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// What the solution of the equations of motion divides by, in double whatever the precision.
struct Regularity {
  VectorX<double> mass_eigenvalues;            ///< of p_v, ascending: all positive on a mechanical system
  VectorX<double> constraint_singular_values;  ///< of K, descending: none zero where the constraints are independent
  double mass_asymmetry;                       ///< largest |p_v_ij - p_v_ji|
  /// every eigenvalue above round-off of the largest, symmetric to round-off
  bool mass_is_definite() const;
  bool constraints_are_independent() const;  ///< no singular value at round-off of the largest
};

/// @param p_v mass matrix, n x n    @param K constraint matrix, m x n. NaN everywhere when an entry of either is not
///         finite.
Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K);

}  // namespace nonholo
