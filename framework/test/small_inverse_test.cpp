// The inverse in plain loops against the matrix it inverts, with and without exchanges of rows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/small_inverse.hpp>

#include <nonholo/framework/base/numeric.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <cmath>

using namespace nonholo;

namespace {

template <int N> void inverts(const Matrix<double, N, N>& A) {
  Matrix<double, N, N> inverse = A;
  invert_in_place<N>(inverse.data());
  // a condition below 50 in each of these
  CHECK(test::distance(inverse * A, Matrix<double, N, N>::Identity()) < 50 * N * epsilon<double>);
}

}  // namespace

TEST_CASE("A small matrix times its inverse is the identity, zeros on the diagonal or not") {
  inverts<1>(Matrix<double, 1, 1>(4));
  inverts<2>(Matrix<double, 2, 2>{{0, 2}, {1, 3}});
  inverts<3>(Matrix<double, 3, 3>{{0, 0, 2}, {1, 0, 1}, {3, 1, 0}});
  inverts<4>(Matrix<double, 4, 4>{{1, 2, 0, 1}, {2, 4, 1, 0}, {0, 1, 0, 3}, {1, 0, 2, 1}});
}

TEST_CASE("The inverse of a singular matrix is not finite") {
  Matrix<double, 2, 2> A{{1, 2}, {2, 4}};
  invert_in_place<2>(A.data());
  CHECK_FALSE(A.allFinite());
}

TEST_CASE("A positive definite matrix is inverted where it stands, and another is told") {
  const auto stand = [](const auto& A) {  // columns of three take four numbers
    Matrix<double, 4, 3> columns = Matrix<double, 4, 3>::Zero();
    columns.topRows<3>() = A;
    return columns;
  };
  const Matrix<double, 3, 3> A{{4, 1, -1}, {1, 3, 0.5}, {-1, 0.5, 2}};
  Matrix<double, 4, 3> inverse = stand(A);
  REQUIRE(invert_positive_definite<3>(inverse.data()));
  CHECK(test::distance(inverse.topRows<3>() * A, Matrix<double, 3, 3>::Identity()) < 10 * epsilon<double>);
  Matrix<double, 8, 7> B = Matrix<double, 8, 7>::Identity() + Matrix<double, 8, 7>::Constant(0.5);
  const Matrix<double, 7, 7> of_seven = B.topRows<7>();
  REQUIRE(invert_positive_definite<7>(B.data()));
  CHECK(test::distance(B.topRows<7>() * of_seven, Matrix<double, 7, 7>::Identity()) < 20 * epsilon<double>);
  // 0.3: every entry of the diagonal positive, the determinant not
  for (const double last : {-2.0, 0.3, std::nan("")}) {
    Matrix<double, 3, 3> other = A;
    other(2, 2) = last;
    Matrix<double, 4, 3> columns = stand(other);
    CHECK_FALSE(invert_positive_definite<3>(columns.data()));
  }
}
