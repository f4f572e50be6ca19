// Loops over the N = 2n - m numbers of zeta, with N known to the compiler in the fixed size classes (numeric.hpp): over
// five numbers a loop of unknown length costs several times what it computes. Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <type_traits>

namespace nonholo {

namespace detail {

template <class F, class... Sizes> void with_size(Eigen::Index N, SizeClasses<Sizes...>, F&& f) {
  [[maybe_unused]] const auto fits = [&]<class Size>(Size) {
    constexpr Eigen::Index size = 2 * Size::n - Size::m;
    if (N != size) return false;
    f(std::integral_constant<Eigen::Index, size>());
    return true;
  };
  if (!(fits(Sizes()) || ...)) f(N);
}

}  // namespace detail

/// f(N), where N converts to the number and is a constant when it belongs to a size class of Real.
template <class Real, class F> void with_size(Eigen::Index N, F&& f) {
  detail::with_size(N, FixedSizeClasses<Real>(), f);
}

/// y += a x, N numbers.
template <class Real, class Size>
void add_multiple(Size N, const Real a, const Real* __restrict x, Real* __restrict y) {
  for (Eigen::Index i = 0; i < N; ++i) y[i] += a * x[i];
}

}  // namespace nonholo
