// Whether the equations of motion can be solved at a point, and by how much.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// What the solution of the equations of motion divides by, in double whatever the precision. The verdicts do not
/// depend on units: they look at the mass scaled to a unit diagonal and at constraints of length 1 in the mass metric.
struct Regularity {
  VectorX<double> mass_eigenvalues;            ///< of p_v, ascending: all positive on a mechanical system
  VectorX<double> constraint_singular_values;  ///< of K, descending: none zero where the constraints are independent
  double mass_asymmetry;                       ///< largest |p_v_ij - p_v_ji|
  double definiteness;  ///< smallest eigenvalue by the largest, of the mass scaled to a unit diagonal; negative without
  double asymmetry;     ///< of that mass
  double independence;  ///< smallest singular value by the largest, of the rows scaled to |K_i p_v^-1/2| = 1
  bool mass_is_definite() const;             ///< no eigenvalue at round-off of the largest, symmetric to round-off
  bool constraints_are_independent() const;  ///< no singular value at round-off of the largest
};

/// @param p_v mass matrix, n x n    @param K constraint matrix, m x n. NaN everywhere when an entry of either is not
///         finite.
Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K);

/// The same for a diagonal mass, n numbers: in O(n m^2).
Regularity regularity_of_diagonal(const VectorX<double>& p_v, const MatrixX<double>& K);

}  // namespace nonholo
