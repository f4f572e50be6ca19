// The diagonally implicit symplectic method of two stages and order 2 (Qin & Zhang 1992): two midpoint steps of h/2.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau qin_zhang(int) {
  const Exact half = Exact(1) / 2, quarter = Exact(1) / 4;
  MatrixX<Exact> A = MatrixX<Exact>::Zero(2, 2);
  A.diagonal().setConstant(quarter);
  A(1, 0) = half;
  VectorX<Exact> c(2);
  c << quarter, 3 * quarter;
  return {"qin_zhang", {A, VectorX<Exact>::Constant(2, half), c}};
}

}  // namespace nonholo::tableaus
