// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_algebra.hpp>

#include <catch2/catch.hpp>

using namespace nonholo;

namespace {

/// 1/(i + j + 1): its determinant is known, and elimination has to exchange rows and columns.
MatrixX<Exact> hilbert(Eigen::Index n) {
  MatrixX<Exact> H(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) H(i, j) = Exact(1) / (n - i + j);
  return H;
}

double furthest(const MatrixX<Exact>& A) { return static_cast<double>(A.cwiseAbs().maxCoeff()); }

}  // namespace

TEST_CASE("Elimination solves to nearly all of 80 digits") {
  const MatrixX<Exact> H = hilbert(6), one = MatrixX<Exact>::Identity(6, 6);
  CHECK(furthest(product(H, inverse(H)) - one) < 1e-70);
  MatrixX<Exact> B(6, 2);
  for (Eigen::Index i = 0; i < 6; ++i) B.row(i) << Exact(i), Exact(1) / (i + 1);
  CHECK(furthest(product(H, solve(H, B)) - B) < 1e-70);
  CHECK(furthest(solve(H, product(H, VectorX<Exact>(B.col(1)))) - B.col(1)) < 1e-70);
}

TEST_CASE("A determinant has the sign of its exchanges") {
  // of 1/(i + j - 1), 3 x 3: 1/2160; the rows of hilbert() stand the other way round, one exchange
  CHECK(static_cast<double>(abs(determinant(hilbert(3)) + Exact(1) / 2160)) < 1e-75);
  MatrixX<Exact> cycle = MatrixX<Exact>::Zero(3, 3);
  cycle(0, 1) = cycle(1, 2) = 2;
  cycle(2, 0) = 3;
  CHECK(determinant(cycle) == 12);
}

TEST_CASE("The rank counts what is above the threshold") {
  MatrixX<Exact> A(3, 3);
  A << 1, 2, 3, 4, 5, 6, 5, 7, 9;  // the last row is the sum of the others
  CHECK(rank(A, 1e-60) == 2);
  CHECK(static_cast<double>(abs(determinant(A))) < 1e-75);
  A(2, 2) += 1e-8;
  CHECK(rank(A, 1e-60) == 3);
  CHECK(rank(A, 1e-6) == 2);
  CHECK(rank(MatrixX<Exact>(A.topRows(2)), 1e-60) == 2);
  CHECK(rank(MatrixX<Exact>::Zero(2, 2), 1e-60) == 0);
}
