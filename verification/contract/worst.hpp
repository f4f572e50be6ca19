// The worst of one property over many states, and derivatives by differences to hold others against.
//
// Differences see what automatic differentiation cannot: a derivative that the code of a problem loses. Nothing tells
// on which scale a function varies, so that steps go from a thousandth of a variable downwards until one agrees: a
// derivative that is wrong differs at all of them, one that is right only where steps are too long, or all rounding.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/verification/contract/report.hpp>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace nonholo {

/// A point where a problem is looked at: of a skew-gradient system q is called zeta, of a DAE y, and v is empty.
struct Sample {
  double t;
  VectorX<double> q, v;
  std::string_view letter = "q";
};

std::string shown(const VectorX<double>& x);                       ///< "[1, 0.5]"
std::vector<std::string> shown_columns(const MatrixX<double>& X);  ///< each as the above
std::string place(const Sample& at);                               ///< "at t = 0, q = [1, 0.5], v = [0, 1]"

class Worst {
 public:
  explicit Worst(const Check& check, std::string_view subject = "")
      : finding_(nonholo::finding(check, 0, "", subject)) {}

  /// NaN counts as worst. `detail` is asked when this is the worst so far, and not allowed.
  void see(double observed, const std::function<std::string()>& detail);

  /// Entry by entry, relative to 1 + the largest, the differences being those of the step (a part of each variable) at
  /// which they are nearest; the detail tells the entry and both values.
  void compare(const Sample& at, const MatrixX<double>& exact,
               const std::function<MatrixX<double>(double step)>& differences);

  const Finding& finding() const { return finding_; }

 private:
  Finding finding_;
};

/// The shorter ones are for what varies on a scale far below 1.
inline constexpr double difference_steps[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

/// f'(0), fourth-order central difference with steps of e.
template <class F> auto difference(F f, double e) {
  using Value = std::decay_t<decltype(f(e))>;
  return Value((8 * (f(e) - f(-e)) - (f(2 * e) - f(-2 * e))) / (12 * e));
}

/// The Jacobian of f at x by such differences, steps being a part of |x_j|, or of 1 where that is more: an entry may be
/// rounding.
MatrixX<double> slope(const VectorX<double>& x, const std::function<VectorX<double>(const VectorX<double>&)>& f,
                      double step);

}  // namespace nonholo
