// Linear stability of a tableau: y_1 = R(h lambda) y_0 for y' = lambda y (Hairer & Wanner II, IV.3).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

#include <vector>

namespace nonholo {

/// R = numerator/denominator, coefficients by ascending powers of z. Common factors may remain.
struct StabilityFunction {
  std::vector<double> numerator, denominator;  ///< leading coefficients not negligible; denominator[0] = 1
  double at_infinity;                          ///< infinite where the numerator has the larger degree
  int order;
  double error_constant;  ///< R(z) - e^z = error_constant z^(order + 1) + ...
};

StabilityFunction stability_function(const Tableau& tableau);

/// Rank of A.
int rank(const Tableau& tableau);

}  // namespace nonholo
