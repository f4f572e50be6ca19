// The inverses of small matrices, one and four, against what they invert, and those that have none as it is wanted.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/small_inverse.hpp>

#include "catch.hpp"
#include "numerics.hpp"

#include <cmath>
#include <tuple>

using namespace nonholo;

namespace {

/// A, 2 A, 3 A, 4 A.
template <int n> Matrix<Pack, n, n> multiples(const Matrix<double, n, n>& A) {
  Matrix<Pack, n, n> packs;
  for (int lane = 0; lane < Pack::width; ++lane) set_lane(packs, lane, Matrix<double, n, n>((lane + 1) * A));
  return packs;
}

template <int n> void inverts(const Matrix<double, n, n>& A) {
  Matrix<Pack, n, n> inverse;
  REQUIRE(invert_positive_definite<n>(multiples(A).data(), inverse.data()));
  for (int lane = 0; lane < Pack::width; ++lane) {
    CAPTURE(n, lane);
    const Matrix<double, n, n> product = lane_of(inverse, lane) * ((lane + 1) * A);
    CHECK(test::distance(product, Matrix<double, n, n>::Identity()) < 20 * epsilon<double>);
  }
}

const Matrix<double, 3, 3> definite{{4, 1, -1}, {1, 3, 0.5}, {-1, 0.5, 2}};

}  // namespace

TEST_CASE("Each of four positive definite matrices is inverted") {
  inverts<1>(Matrix<double, 1, 1>(4));
  inverts<3>(definite);
  inverts<4>(Matrix<double, 4, 4>{{3, 1, 0, -1}, {1, 2, 0.5, 0}, {0, 0.5, 4, 1}, {-1, 0, 1, 2}});
  inverts<7>(Matrix<double, 7, 7>::Identity() + Matrix<double, 7, 7>::Constant(0.5));
}

TEST_CASE("One of four matrices that is not positive definite is told, in whichever lane it stands") {
  // 0.2 and less at the end: every entry of the diagonal positive, the determinant not
  for (const auto& [i, j, value] : {std::tuple(2, 2, -2.0),
                                    {2, 2, 0.2},
                                    {2, 2, std::nan("")},
                                    {0, 0, std::nan("")},
                                    {1, 0, std::nan("")},
                                    {0, 0, 0.0}})
    for (int lane = 0; lane < Pack::width; ++lane) {
      CAPTURE(i, j, value, lane);
      Matrix<Pack, 3, 3> A = multiples(definite), inverse;
      A(i, j).set(lane, value);
      CHECK_FALSE(invert_positive_definite<3>(A.data(), inverse.data()));
    }
}

TEST_CASE("A positive definite matrix is inverted where it stands, and another is told") {
  const auto stand = [](const auto& A) {  // columns of three take four numbers
    Matrix<double, 4, 3> columns = Matrix<double, 4, 3>::Zero();
    columns.topRows<3>() = A;
    return columns;
  };
  const Matrix<double, 3, 3>& A = definite;
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
