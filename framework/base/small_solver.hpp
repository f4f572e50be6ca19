// Solving with one small square matrix many times, inside an iteration that corrects its round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/lu.hpp>

#include <Eigen/LU>

#include <type_traits>

namespace nonholo {

/// For fixed m, which is at most 4, the closed-form inverse: no pivoting, no divisions in a chain. An LU decomposition
/// otherwise.
template <class Real, int m> class SmallSolver {
 public:
  explicit SmallSolver(Eigen::Index size) : inverse_(size, size), lu_(size) {}

  /// A is m x m; solve() then yields values that are not finite when A is singular.
  void compute(const Matrix<Real, m, m>& A) {
    if constexpr (closed_form) inverse_ = A.inverse();
    else lu_.compute(A);
  }

  /// x = A^-1 b; allocates nothing.
  void solve(const Vector<Real, m>& b, Vector<Real, m>& x) const {
    if constexpr (closed_form) x.noalias() = inverse_ * b;
    else lu_.solve(b, x);
  }

 private:
  static constexpr bool closed_form = m != dynamic;
  static_assert(m <= 4, "Eigen has closed forms up to 4");
  struct Nothing {
    explicit Nothing(Eigen::Index) {}
  };

  Matrix<Real, m, m> inverse_;
  std::conditional_t<closed_form, Nothing, Lu<Real>> lu_;
};

}  // namespace nonholo
