// A number to 80 digits, with how far it may be off because decimals that it was computed from are rounded.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/exact_tableau.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo {

struct ExactValue {
  Exact value;
  double rounding;  ///< by how much, to first order, it may be off the number that its author meant

 private:
  // Roundings are computed as Exact, which neither over- nor underflows here. Products of two are left out.
  static double size(const Exact& x) { return static_cast<double>(abs(x)); }

  friend ExactValue operator-(const ExactValue& x) { return {-x.value, x.rounding}; }
  friend ExactValue operator+(const ExactValue& x, const ExactValue& y) {
    return {x.value + y.value, x.rounding + y.rounding};
  }
  friend ExactValue operator-(const ExactValue& x, const ExactValue& y) { return x + -y; }
  friend ExactValue operator*(const ExactValue& x, const ExactValue& y) {
    return {x.value * y.value, size(abs(x.value) * y.rounding + abs(y.value) * x.rounding)};
  }
  /// y != 0
  friend ExactValue operator/(const ExactValue& x, const ExactValue& y) {
    const Exact quotient = x.value / y.value;
    return {quotient, size((x.rounding + abs(quotient) * y.rounding) / y.value)};
  }
  /// x != 0 where n < 0
  friend ExactValue power(const ExactValue& x, int n) {
    if (n == 0) return {1, 0};
    return {pow(x.value, n), x.rounding == 0 ? 0 : size(n * pow(x.value, n - 1) * x.rounding)};
  }
  /// x >= 0
  friend ExactValue square_root(const ExactValue& x) {
    const Exact value = sqrt(x.value);
    if (x.rounding == 0) return {value, 0};
    const double at_zero = std::sqrt(x.rounding);  // where the slope, and with it the first order, is infinite
    return {value, value == 0 ? at_zero : std::min(at_zero, size(x.rounding / (2 * value)))};
  }
};

}  // namespace nonholo
