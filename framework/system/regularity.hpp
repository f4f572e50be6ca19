// Whether the equations of motion can be solved at a point, and how far they are from singular there.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// The quantities by which the solution of the equations of motion divides, in double whatever the precision. Verdicts
/// do not depend on units: they use the mass scaled to a unit diagonal and rows of length 1 in the mass metric.
struct Regularity {
  /// Eigenvalues of p_v, ascending; all are positive for a mechanical system. If `pivots` is true these are the pivots
  /// of its decomposition instead, which have the same signs.
  VectorX<double> mass_eigenvalues;
  VectorX<double> constraint_singular_values;  ///< of K, descending; none is 0 if the constraints are independent
  double mass_asymmetry;                       ///< largest |p_v_ij - p_v_ji|
  double definiteness;  ///< smallest / largest eigenvalue of the mass scaled to a unit diagonal; negative if indefinite
  double asymmetry;     ///< the asymmetry of the mass scaled to a unit diagonal
  double independence;  ///< smallest / largest singular value of the rows scaled to |K_i p_v^-1/2| = 1
  bool pivots = false;
  const char* mass_numbers() const { return pivots ? "pivots" : "eigenvalues"; }
  bool mass_is_definite() const;             ///< no eigenvalue at round-off of the largest, symmetric to round-off
  bool constraints_are_independent() const;  ///< no singular value at round-off of the largest
};

/// All numbers are NaN if an entry of p_v or K is not finite.
/// @param p_v mass matrix, n x n
/// @param K constraint matrix, m x n
Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K);

/// The same for a sparse mass of any size. It costs O(n m^2) and one decomposition of the mass. Unless the mass is
/// diagonal, pivots take the place of eigenvalues, in the definiteness too.
Regularity regularity_of_sparse(const Sparse<double>& p_v, const MatrixX<double>& K);

}  // namespace nonholo
