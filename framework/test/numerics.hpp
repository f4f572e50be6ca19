// Comparing matrices, and derivatives by differences: the independent road to everything that automatic differentiation
// computes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <functional>
#include <limits>

namespace nonholo::test {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Any matrix, vector or expression: what compares them is compiled once, not for each of their types.
using AnyMatrix = Eigen::Ref<const MatrixX<double>>;

/// Largest |x_ij - y_ij|; infinite when the sizes differ or some entry is not a number.
inline double distance(const AnyMatrix& x, const AnyMatrix& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return std::numeric_limits<double>::infinity();
  const MatrixX<double> difference = x - y;
  if (!difference.allFinite()) return std::numeric_limits<double>::infinity();
  return difference.size() == 0 ? 0 : difference.cwiseAbs().maxCoeff();
}

/// What `difference` may be off, for functions of size up to 10 with fifth derivatives up to 100:
/// truncation e^4/30 f^(5) < 4e-12, round-off 2 eps f/e < 5e-12.
inline constexpr double difference_error = 1e-11;

/// f'(0) for a function of one number, by the fourth-order central difference.
template <class F> auto difference(F f) {
  constexpr double e = 1e-3;
  using Value = decltype(f(e));
  return Value((8 * (f(e) - f(-e)) - (f(2 * e) - f(-2 * e))) / (12 * e));
}

/// The Jacobian of f at x.
inline MatrixX<double> jacobian(const std::function<VectorX<double>(const VectorX<double>&)>& f,
                                const VectorX<double>& x) {
  MatrixX<double> J(f(x).size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j)
    J.col(j) = difference([&](double e) {
      VectorX<double> moved = x;
      moved[j] += e;
      return f(moved);
    });
  return J;
}

}  // namespace nonholo::test
