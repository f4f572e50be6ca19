// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/decompositions.hpp>

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/sparse_cholesky.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace nonholo {

VectorX<double> singular_values(const MatrixX<double>& A) {
  return A.size() > 0 ? VectorX<double>(Eigen::JacobiSVD<MatrixX<double>>(A).singularValues()) : VectorX<double>();
}

VectorX<double> eigenvalues(const MatrixX<double>& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixX<double>>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

VectorX<double> lowest_direction(const MatrixX<double>& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixX<double>>(A).eigenvectors().col(0);
}

MatrixX<double> solve(const MatrixX<double>& A, const MatrixX<double>& B) {
  Lu<double> lu(A.rows());
  lu.compute(A);
  MatrixX<double> X(A.cols(), B.cols());
  VectorX<double> x(A.cols());
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    lu.solve(B.col(j), x);
    X.col(j) = x;
  }
  return X;
}

void solve_half(const MatrixX<double>& A, MatrixX<double>& B) {
  const Eigen::LLT<MatrixX<double>> cholesky(A);
  if (cholesky.info() == Eigen::Success) cholesky.matrixL().solveInPlace(B);
}

void solve_half(const Sparse<double>& A, MatrixX<double>& B) {
  SparseCholesky<double> cholesky;
  if (!cholesky.compute(A)) return;
  for (Eigen::Index j = 0; j < B.cols(); ++j) cholesky.solve_half(B.data() + j * B.rows());
}

MatrixX<double> orthonormal_rows(const MatrixX<double>& A) {
  if (A.size() == 0) return A;
  return Eigen::JacobiSVD<MatrixX<double>>(A, Eigen::ComputeThinU | Eigen::ComputeThinV).matrixV().transpose();
}

LeastSquares least_squares(const MatrixX<double>& A, const MatrixX<double>& B, double threshold) {
  Eigen::JacobiSVD<MatrixX<double>> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(threshold);
  return {svd.solve(B), svd.singularValues(), svd.rank()};
}

}  // namespace nonholo
