// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/decompositions.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <initializer_list>

using namespace nonholo;

namespace {

MatrixX<double> rows(std::initializer_list<std::initializer_list<double>> entries) { return MatrixX<double>(entries); }

double largest(const MatrixX<double>& A) { return A.cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("Singular values descend, eigenvalues ascend") {
  const VectorX<double> sizes = singular_values(rows({{0, 3, 0}, {-4, 0, 0}}));
  CHECK(largest(sizes - VectorX<double>(Eigen::Vector2d(4, 3))) < 1e-15);
  CHECK(singular_values(MatrixX<double>(0, 3)).size() == 0);
  CHECK(largest(eigenvalues(rows({{2, 1}, {1, 2}})) - VectorX<double>(Eigen::Vector2d(1, 3))) < 1e-15);
}

TEST_CASE("A linear system is solved for every column") {
  const MatrixX<double> A = rows({{0, 2, 1}, {1, 0, 0}, {3, 1, 1}}), X = rows({{1, 2}, {3, 4}, {5, 6}});
  CHECK(largest(solve(A, A * X) - X) < 1e-14);
  CHECK_FALSE(solve(rows({{1, 1}, {1, 1}}), rows({{1}, {2}})).allFinite());
}

TEST_CASE("Half of a Cholesky decomposition makes its matrix the identity") {
  const MatrixX<double> A = rows({{4, 2}, {2, 10}});
  MatrixX<double> half = MatrixX<double>::Identity(2, 2), untouched = half;
  solve_half(A, half);
  CHECK(largest(half * A * half.transpose() - MatrixX<double>::Identity(2, 2)) < 1e-15);
  solve_half(-A, untouched);
  CHECK(untouched == MatrixX<double>::Identity(2, 2));
}

TEST_CASE("Orthonormal rows span what the given ones did") {
  const MatrixX<double> A = rows({{1, 2, 3}, {0, 1, -1}}), Q = orthonormal_rows(A);
  CHECK(largest(Q * Q.transpose() - MatrixX<double>::Identity(2, 2)) < 1e-15);
  CHECK(largest(A - A * Q.transpose() * Q) < 1e-14);
  CHECK(orthonormal_rows(MatrixX<double>(0, 3)).rows() == 0);
}

TEST_CASE("Least squares where rows are too many, the smallest solution where they are too few") {
  const LeastSquares many = least_squares(rows({{1}, {1}, {2}}), rows({{1}, {3}, {4}}), 1e-12);
  CHECK(many.x(0, 0) == Approx(2));
  CHECK(many.rank == 1);
  const LeastSquares few = least_squares(rows({{1, 1}, {2, 2}}), rows({{2}, {4}}), 1e-12);
  CHECK(largest(few.x - rows({{1}, {1}})) < 1e-14);
  CHECK(few.rank == 1);
  CHECK(few.singular_values[0] == Approx(std::sqrt(10.0)));
}
