// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/regularity.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <cmath>
#include <limits>

namespace nonholo {

Regularity regularity_of(const MatrixX<double>& p_v, const MatrixX<double>& K) {
  if (!p_v.allFinite() || !K.allFinite()) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {VectorX<double>::Constant(p_v.rows(), nan), VectorX<double>::Constant(K.rows(), nan), nan};
  }
  const auto singular_values = [&K] {
    return K.rows() > 0 ? VectorX<double>(Eigen::JacobiSVD<MatrixX<double>>(K).singularValues()) : VectorX<double>();
  };
  const MatrixX<double> symmetric = (p_v + p_v.transpose()) / 2;
  return {Eigen::SelfAdjointEigenSolver<MatrixX<double>>(symmetric, Eigen::EigenvaluesOnly).eigenvalues(),
          singular_values(), (p_v - p_v.transpose()).cwiseAbs().maxCoeff()};
}

bool Regularity::mass_is_definite() const {
  const double largest = mass_eigenvalues.cwiseAbs().maxCoeff();
  return mass_eigenvalues.minCoeff() > 16 * epsilon<double> * largest &&
         mass_asymmetry <= 16 * epsilon<double> * largest;
}

bool Regularity::constraints_are_independent() const {
  if (constraint_singular_values.size() == 0) return true;
  // sqrt(epsilon): A M^-1 A^T, which everything solves with, has the squares of these.
  return constraint_singular_values.minCoeff() > 4 * std::sqrt(epsilon<double>) * constraint_singular_values.maxCoeff();
}

}  // namespace nonholo
