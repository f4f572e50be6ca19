// Whether the equations of motion can be solved at a point, and by how much.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// What the solution of the equations of motion divides by, in double whatever the precision. The verdicts do not
/// depend on units: they look at the mass scaled to a unit diagonal and at constraints of length 1 in the mass metric.
struct Regularity {
  /// Of p_v, ascending: all positive on a mechanical system. In their place, where `pivots` is true, the pivots of its
  /// decomposition, which have their signs.
  VectorX<double> mass_eigenvalues;
  VectorX<double> constraint_singular_values;  ///< of K, descending: none zero where the constraints are independent
  double mass_asymmetry;                       ///< largest |p_v_ij - p_v_ji|
  double definiteness;  ///< smallest eigenvalue by the largest, of the mass scaled to a unit diagonal; negative without
  double asymmetry;     ///< of that mass
  double independence;  ///< smallest singular value by the largest, of the rows scaled to |K_i p_v^-1/2| = 1
  bool pivots = false;
  const char* mass_numbers() const { return pivots ? "pivots" : "eigenvalues"; }
  bool mass_is_definite() const;             ///< no eigenvalue at round-off of the largest, symmetric to round-off
  bool constraints_are_independent() const;  ///< no singular value at round-off of the largest
};

/// @param p_v mass matrix, n x n    @param K constraint matrix, m x n. NaN everywhere when an entry of either is not
///         finite.
Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K);

/// The same for a sparse mass of any size: in O(n m^2) and what its decomposition costs. Pivots take the place of
/// eigenvalues in the definiteness too, unless it is diagonal.
Regularity regularity_of_sparse(const Sparse<double>& p_v, const MatrixX<double>& K);

}  // namespace nonholo
