// Rows of an identity: where they are, what is none, and the constraint of the others.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/free_rows.hpp>

#include "catch.hpp"

#include <limits>

using namespace nonholo;

namespace {

using Frame = Matrix<double, 5, 3>;

/// Free in rows 3, 0 and 2.
Frame example() {
  Frame X;
  X << 0, 1, 0,  //
      2, -1, 0,  //
      0, 0, 1,   //
      1, 0, 0,   //
      0, 0, 4;
  return X;
}

}  // namespace

TEST_CASE("Rows of an identity are found wherever they stand, and put and take by them") {
  FreeRows<5, 2> fixed(5, 2);
  FreeRows<> sized(5, 2);
  const Frame X = example();
  REQUIRE(fixed.find(X));
  REQUIRE(sized.find(MatrixX<double>(X)));
  for (int a = 0; a < 3; ++a) CHECK(fixed.free(a) == sized.free(a));
  CHECK(fixed.free(0) == 3);
  CHECK(fixed.free(1) == 0);
  CHECK(fixed.free(2) == 2);
  CHECK(fixed.other(0) == 1);
  CHECK(fixed.other(1) == 4);

  const Vector<double, 3> y(0.3, -0.7, 1.1);
  Vector<double, 5> p;
  Vector<double, 3> back;
  fixed.put(y, p);
  fixed.take(p, back);
  CHECK(back == y);
  CHECK(p[1] == 0);
  CHECK(p[4] == 0);
  fixed.take(Vector<double, 5>(X * y), back);
  CHECK(back == y);

  Matrix<double, 2, 5> N;
  fixed.fill_constraint(X, N);
  CHECK((N * X).norm() == 0);
  CHECK((N(0, 1) == 1 && N(1, 4) == 1));
}

TEST_CASE("A second row with the same single 1 stays with the general rows") {
  FreeRows<5, 2> rows(5, 2);
  Frame X = example();
  X.row(4) << 0, 1, 0;
  REQUIRE(rows.find(X));
  CHECK(rows.free(1) == 0);
  CHECK(rows.other(1) == 4);
}

TEST_CASE("Bases without an identity in their rows have none") {
  FreeRows<5, 2> rows(5, 2);
  for (const double entry : {2., -1., 0., std::numeric_limits<double>::quiet_NaN()}) {
    Frame X = example();
    X(3, 0) = entry;
    CHECK_FALSE(rows.find(X));
  }
  Frame X = example();
  X(3, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(rows.find(X));
}
