// Radau IA: c are the zeros of d^(s-1)/dx^(s-1) [x^s (x - 1)^(s-1)], so c_1 = 0; b from B(s), A from D(s). Although c_1
// = 0, the first row of A is not zero: the first stage is not the step's start. Radau IIA: zeros of d^(s-1)/dx^(s-1)
// [x^(s-1) (x - 1)^s], so c_s = 1; A from C(s).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/generate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau radau_ia(int s) {
  const VectorX<Exact> c = nodes(s, s, s - 1);
  const VectorX<Exact> b = weights(c);
  return {"radau_ia", {adjoint_collocation(c, b), b, c}};
}

Tableau radau_iia(int s) {
  const VectorX<Exact> c = nodes(s, s - 1, s);
  return {"radau_iia", {collocation(c), weights(c), c}};
}

}  // namespace nonholo::tableaus
