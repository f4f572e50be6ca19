// Gauss: c are the zeros of P_s(2x - 1), the s-th derivative of x^s (x - 1)^s; b from B(s), A from C(s).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/generate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

namespace nonholo::tableaus {

Tableau gauss(int s) {
  const VectorX<Exact> c = nodes(s, s, s);
  return {"gauss", {collocation(c), weights(c), c}};
}

}  // namespace nonholo::tableaus
