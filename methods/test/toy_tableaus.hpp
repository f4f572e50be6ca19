// Tableaus beside those of the catalogue, for tests.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::test {

inline Tableau kutta_4() {
  MatrixX<Exact> A = MatrixX<Exact>::Zero(4, 4);
  A(1, 0) = A(2, 1) = Exact(1) / 2;
  A(3, 2) = 1;
  VectorX<Exact> b(4), c(4);
  b << Exact(1) / 6, Exact(1) / 3, Exact(1) / 3, Exact(1) / 6;
  c << Exact(0), Exact(1) / 2, Exact(1) / 2, Exact(1);
  return {"kutta_4", {A, b, c}};
}

inline Tableau one_stage(int a, int c) {
  return {"one stage",
          {MatrixX<Exact>::Constant(1, 1, Exact(a)), VectorX<Exact>::Ones(1), VectorX<Exact>::Constant(1, Exact(c))}};
}

/// The same tableau with one entry of A changed.
inline Tableau changed(const Tableau& tableau, const Exact& by) {
  ExactCoefficients coefficients = tableau.exact();
  coefficients.A(0, 0) += by;
  return {"changed", coefficients};
}

}  // namespace nonholo::test
