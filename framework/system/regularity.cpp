// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/regularity.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/sparse_cholesky.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Regularity not_finite(Eigen::Index n, Eigen::Index m) {
  return {VectorX<double>::Constant(n, nan), VectorX<double>::Constant(m, nan), nan, nan, nan, nan};
}

/// Smallest by largest: of coordinates and of rows in any units the same.
/// @param rows  K^T, already divided by the square root of the mass
double independence_of(MatrixX<double> rows) {
  if (rows.cols() == 0) return 1;
  for (Eigen::Index i = 0; i < rows.cols(); ++i)
    if (rows.col(i).norm() > 0) rows.col(i).normalize();
  const VectorX<double> values = singular_values(rows.transpose());
  return values.maxCoeff() > 0 ? values.minCoeff() / values.maxCoeff() : 0;
}

double largest(const Sparse<double>& A) { return A.nonZeros() > 0 ? A.coeffs().abs().maxCoeff() : 0; }

}  // namespace

Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K) {
  if (!p_v.allFinite() || !K.allFinite()) return not_finite(p_v.rows(), K.rows());
  const MatrixX<double> symmetric = (p_v + p_v.transpose()) / 2, skew = p_v - p_v.transpose();
  Regularity at{eigenvalues(symmetric), singular_values(K), skew.cwiseAbs().maxCoeff(), -1, nan, 0};
  MatrixX<double> rows = K.transpose();
  solve_half(symmetric, rows);
  at.independence = independence_of(rows);
  if (!(p_v.diagonal().minCoeff() > 0)) return at;
  const VectorX<double> scale = p_v.diagonal().cwiseSqrt().cwiseInverse();
  const VectorX<double> values = eigenvalues(scale.asDiagonal() * symmetric * scale.asDiagonal());
  at.definiteness = values.minCoeff() / values.maxCoeff();
  at.asymmetry = (scale.asDiagonal() * skew * scale.asDiagonal()).cwiseAbs().maxCoeff() / values.maxCoeff();
  return at;
}

Regularity regularity_of_sparse(const Sparse<double>& p_v, const MatrixX<double>& K) {
  const Eigen::Index n = p_v.rows();
  const Sparse<double> skew = p_v - Sparse<double>(p_v.transpose());
  const VectorX<double> scale = p_v.diagonal().cwiseSqrt().cwiseInverse();
  if (!p_v.coeffs().allFinite() || !K.allFinite()) return not_finite(n, K.rows());
  SparseCholesky<double> cholesky;
  const bool definite = cholesky.compute(p_v);
  VectorX<double> ascending = vector_of(cholesky.pivots());
  std::ranges::sort(ascending);
  Regularity at{ascending, singular_values(K), largest(skew), -1, nan, 0};
  at.pivots = p_v.nonZeros() > n;
  MatrixX<double> rows = K.transpose();
  for (Eigen::Index j = 0; definite && j < rows.cols(); ++j) cholesky.solve_half(rows.data() + j * n);
  at.independence = independence_of(rows);
  if (!definite) return at;
  cholesky.compute(scale.asDiagonal() * p_v * scale.asDiagonal());
  at.definiteness = n > 0 ? *std::ranges::min_element(cholesky.pivots()) : 1;
  at.asymmetry = largest(scale.asDiagonal() * skew * scale.asDiagonal());
  return at;
}

bool Regularity::mass_is_definite() const {
  return definiteness > 16 * epsilon<double> && asymmetry <= 16 * epsilon<double>;
}

bool Regularity::constraints_are_independent() const {
  // sqrt(epsilon): A M^-1 A^T, which the stage equations of most methods solve with, has the squares of these.
  return independence > 4 * std::sqrt(epsilon<double>);
}

}  // namespace nonholo
