// Local error tolerances of adaptive methods, and the options that they are given by.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/run/option.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace nonholo {

struct Tolerances {
  double relative, absolute;
};

/// Whether the tolerance of some number of y is below what rounding makes of it.
template <class Real> bool below_round_off(const Tolerances& tolerances, std::span<const Real> y) {
  return std::ranges::any_of(y, [&](const Real& x) {
    const double size = std::abs(static_cast<double>(x));
    return (static_cast<double>(epsilon<Real>) - tolerances.relative) * size > tolerances.absolute;
  });
}

const Option& relative_tolerance();  ///< rtol
const Option& absolute_tolerance();  ///< atol

/// @throws InputError (rtol, atol) for one that is missing, not finite or not positive.
Tolerances tolerances_in(const MethodOptions& options);

}  // namespace nonholo
