// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/regularity.hpp>

#include <nonholo/framework/base/decompositions.hpp>

#include <cmath>
#include <limits>

namespace nonholo {

namespace {

/// Smallest by largest: of coordinates and of rows in any units the same.
double independence_of(const MatrixX<double>& mass, const MatrixX<double>& K) {
  if (K.rows() == 0) return 1;
  MatrixX<double> rows = K.transpose();
  solve_half(mass, rows);
  for (Eigen::Index i = 0; i < rows.cols(); ++i)
    if (rows.col(i).norm() > 0) rows.col(i).normalize();
  const VectorX<double> values = singular_values(rows.transpose());
  return values.maxCoeff() > 0 ? values.minCoeff() / values.maxCoeff() : 0;
}

}  // namespace

Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!p_v.allFinite() || !K.allFinite())
    return {VectorX<double>::Constant(p_v.rows(), nan), VectorX<double>::Constant(K.rows(), nan), nan, nan, nan, nan};
  const MatrixX<double> symmetric = (p_v + p_v.transpose()) / 2, skew = p_v - p_v.transpose();
  Regularity at{eigenvalues(symmetric), singular_values(K), skew.cwiseAbs().maxCoeff(), -1, nan, 0};
  at.independence = independence_of(symmetric, K);
  if (!(p_v.diagonal().minCoeff() > 0)) return at;
  const VectorX<double> scale = p_v.diagonal().cwiseSqrt().cwiseInverse();
  const VectorX<double> values = eigenvalues(scale.asDiagonal() * symmetric * scale.asDiagonal());
  at.definiteness = values.minCoeff() / values.maxCoeff();
  at.asymmetry = (scale.asDiagonal() * skew * scale.asDiagonal()).cwiseAbs().maxCoeff() / values.maxCoeff();
  return at;
}

bool Regularity::mass_is_definite() const {
  return definiteness > 16 * epsilon<double> && asymmetry <= 16 * epsilon<double>;
}

bool Regularity::constraints_are_independent() const {
  // sqrt(epsilon): A M^-1 A^T, which everything solves with, has the squares of these.
  return independence > 4 * std::sqrt(epsilon<double>);
}

}  // namespace nonholo
