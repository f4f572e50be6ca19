// Lu: it solves with any regular matrix, and a singular one shows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/lu.hpp>

#include "catch.hpp"

using namespace nonholo;

TEST_CASE("Lu solves where the diagonal has zeros") {
  const MatrixX<double> A{{0, 2, 1}, {1, 0, 0}, {0.5, 1, 0}};
  const VectorX<double> wanted{{1, -2, 3}}, b = A * wanted;
  Lu<double> lu(3);
  lu.compute(A);
  VectorX<double> x(3);
  lu.solve(b, x);
  CHECK((x - wanted).norm() < 1e-14);
  lu.compute(MatrixX<double>::Identity(3, 3));
  lu.solve(wanted, x);
  CHECK(x == wanted);
}

TEST_CASE("A singular matrix yields values that are not finite with Lu") {
  Lu<double> lu(2);
  lu.compute(MatrixX<double>{{1, 2}, {2, 4}});
  VectorX<double> x(2);
  lu.solve(VectorX<double>{{1, 1}}, x);
  CHECK_FALSE(x.allFinite());
}

TEST_CASE("Lu knows the sign of a determinant, even where its value overflows") {
  Lu<double> lu(3);
  lu.compute(MatrixX<double>{{0, 2e200, 0}, {1e200, 0, 0}, {0, 0, 1e200}});
  CHECK(lu.sign_of_determinant() == -1);
  lu.compute(MatrixX<double>{{0, 2, 0}, {0, 0, 3}, {1, 0, 0}});
  CHECK(lu.sign_of_determinant() == 1);
  lu.compute(MatrixX<double>{{1, 2, 0}, {2, 4, 0}, {0, 0, 1}});
  CHECK(lu.sign_of_determinant() == 0);
}
