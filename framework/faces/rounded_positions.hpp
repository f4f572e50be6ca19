// Constraints on positions whose rounding errors are known: those that are given as expressions.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace nonholo {

/// A Dynamics may be one of these beside.
template <class Real> class RoundedPositions {
 public:
  virtual ~RoundedPositions() = default;
  /// How far rounding may take each g(t, q), the first constraints, from what exact arithmetic gives.
  virtual std::vector<Real> position_rounding(const Real& t, const std::vector<Real>& q) const = 0;
};

}  // namespace nonholo
