// SmallSolver: both roads solve the same systems, and a singular matrix shows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/small_solver.hpp>

#include "catch.hpp"

using namespace nonholo;

TEST_CASE("The closed-form inverse and the decomposition solve the same system") {
  const Matrix<double, 3, 3> A{{2, -1, 0.5}, {0.3, 3, 1}, {-1, 0.2, 4}};
  const Vector<double, 3> x(1, -2, 3), b = A * x;
  SmallSolver<double, 3> fixed(3);
  SmallSolver<double, dynamic> any(3);
  fixed.compute(A);
  any.compute(A);
  Vector<double, 3> y;
  VectorX<double> z(3);
  fixed.solve(b, y);
  any.solve(b, z);
  CHECK((y - x).norm() < 1e-14);  // condition number below 5
  CHECK((z - x).norm() < 1e-14);
}

TEST_CASE("A singular matrix yields values that are not finite") {
  SmallSolver<double, 2> solver(2);
  solver.compute(Matrix<double, 2, 2>{{1, 2}, {2, 4}});
  Vector<double, 2> x;
  solver.solve({1, 1}, x);
  CHECK_FALSE(x.allFinite());
}
