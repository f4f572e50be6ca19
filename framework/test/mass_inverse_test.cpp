// The explicit inverse of a mass matrix, and the refusal of what is none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/mass_inverse.hpp>

#include "catch.hpp"
#include "numerics.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("The inverse times the mass is the identity, in fixed and dynamic size") {
  const Matrix<double, 3, 3> M{{4, 1, 0}, {1, 3, 1}, {0, 1, 2}};
  MassInverse<double, 3> fixed(3);
  MassInverse<double, dynamic> dynamic_size(3);
  REQUIRE(fixed.compute(M));
  REQUIRE(dynamic_size.compute(M));
  CHECK(distance(fixed.matrix() * M, Matrix<double, 3, 3>::Identity()) < 32 * epsilon<double>);  // condition 4, n = 3
  CHECK(distance(dynamic_size.matrix(), fixed.matrix()) < 32 * epsilon<double>);
}

TEST_CASE("An indefinite or singular matrix is refused, and a good one after it accepted") {
  MassInverse<double, dynamic> inverse(2);
  CHECK_FALSE(inverse.compute(MatrixX<double>{{1, 2}, {2, 1}}));
  CHECK_FALSE(inverse.compute(MatrixX<double>{{1, 1}, {1, 1}}));
  REQUIRE(inverse.compute(MatrixX<double>{{2, 0}, {0, 4}}));
  // square roots of 2 and 4
  CHECK(distance(inverse.matrix(), MatrixX<double>{{0.5, 0}, {0, 0.25}}) < 2 * epsilon<double>);
}

TEST_CASE("Of a sparse mass of dynamic size the decomposition is kept, and it does what the matrix does") {
  const MatrixX<double> M = Eigen::Vector3d(2, 4, 0.5).asDiagonal();
  MassInverse<double, dynamic> sparse(3, true), dense(3);
  CHECK(sparse.is_sparse());
  CHECK_FALSE(dense.is_sparse());
  REQUIRE(sparse.compute(Sparse<double>(M.sparseView())));
  REQUIRE(dense.compute(M));
  const MatrixX<double> K{{1, 2, 3}, {4, 5, 6}};
  MatrixX<double> one(3, 2), other(3, 2);
  sparse.times_transposed(K, one);
  dense.times_transposed(K, other);
  CHECK(one == other);
  CHECK_FALSE(sparse.compute(Sparse<double>(MatrixX<double>{{1, 2}, {2, 1}}.sparseView())));
}
