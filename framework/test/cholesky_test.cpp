// Cholesky: A x = b for sizes known and not known, and what it says of matrices that are not positive definite.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/cholesky.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

/// A matrix of ones over distances, plus `size` on the diagonal: positive definite, of condition number below 3.
MatrixX<double> well_conditioned(Eigen::Index size) {
  MatrixX<double> A(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j) A(i, j) = 1.0 / static_cast<double>(1 + (i < j ? j - i : i - j));
  A.diagonal().array() += static_cast<double>(size);
  return A;
}

template <int n, int columns> double error(Eigen::Index size, Eigen::Index wanted) {
  const Matrix<double, n, n> A = well_conditioned(size);
  Matrix<double, n, columns> X(size, wanted);
  for (Eigen::Index i = 0; i < X.size(); ++i) X.data()[i] = 1 + static_cast<double>(i % 5);
  Matrix<double, n, columns> B = A * X;
  Cholesky<double, n> cholesky(size);
  CHECK(cholesky.compute(A));
  cholesky.solve_in_place(B);
  return (B - X).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("Cholesky solves with one right-hand side and with several, in every size") {
  CHECK(error<1, 1>(1, 1) < 1e-14);
  CHECK(error<2, 2>(2, 2) < 1e-14);
  CHECK(error<3, 1>(3, 1) < 1e-14);
  CHECK(error<3, 2>(3, 2) < 1e-14);
  CHECK(error<3, 3>(3, 3) < 1e-14);
  CHECK(error<4, 2>(4, 2) < 1e-14);
  CHECK(error<4, 4>(4, 4) < 1e-14);
  CHECK(error<7, 1>(7, 1) < 1e-14);
  CHECK(error<7, 7>(7, 7) < 1e-14);
  for (const Eigen::Index size : {1, 2, 3, 6, 13, 40}) {
    CAPTURE(size);
    CHECK(error<dynamic, 1>(size, 1) < 1e-14);
    CHECK(error<dynamic, dynamic>(size, 3) < 1e-14);
  }
}

TEST_CASE("Cholesky reads the lower triangle alone") {
  Matrix<double, 3, 3> A = well_conditioned(3), lower = A;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);
  Cholesky<double, 3> whole(3), half(3);
  REQUIRE(whole.compute(A));
  REQUIRE(half.compute(lower));
  Vector<double, 3> x(1, 2, 3), y = x;
  whole.solve_in_place(x);
  half.solve_in_place(y);
  CHECK(x == y);
}

TEST_CASE("Cholesky begins with the identity") {
  VectorX<double> x{{1, 2, 3}};
  Cholesky<double, dynamic>(3).solve_in_place(x);
  CHECK(x == VectorX<double>{{1, 2, 3}});
}

TEST_CASE("A pivot is what the rows before leave of a diagonal entry: a row that depends on them leaves round-off") {
  // A = V V^T with rows (1, 2), (3, -1) and (4, 1), their sum.
  const Matrix<double, 3, 3> A{{5, 1, 6}, {1, 10, 11}, {6, 11, 17.5}};
  Cholesky<double, 3> cholesky(3);
  REQUIRE(cholesky.compute(A));
  CHECK(cholesky.pivot(0) == 5);
  CHECK(std::abs(cholesky.pivot(1) - 9.8) < 1e-14);
  CHECK(std::abs(cholesky.pivot(2) - 0.5) < 1e-14);  // by which A(2, 2) exceeds 17
}

TEST_CASE("A matrix that is not positive definite is refused, and what is solved with it is not finite") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Square = Matrix<double, 2, 2>;
  for (const Square& A : {Square{{0, 0}, {0, 1}}, Square{{1, 2}, {2, 4}}, Square{{1, 2}, {2, 1}},
                          Square{{-1, 0}, {0, 1}}, Square{{1, 0}, {nan, 1}}}) {
    CAPTURE(A);
    Cholesky<double, 2> cholesky(2);
    CHECK_FALSE(cholesky.compute(A));
    Vector<double, 2> x(1, 1);
    cholesky.solve_in_place(x);
    CHECK_FALSE(x.array().isFinite().any());
    CHECK(cholesky.compute(Square::Identity()));
    x = {1, 1};
    cholesky.solve_in_place(x);
    CHECK(x == Vector<double, 2>(1, 1));
  }
}
