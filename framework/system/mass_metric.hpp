// A distance between states of a mechanical system that has the unit of an energy:
//
//   |d|^2 = dq . M dq / h^2 + dp . M^-1 dp        h the size of the step
//
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

namespace nonholo {

/// What a skew-gradient face of a mechanical system is as well.
template <class Real> class MassMetric {
 public:
  virtual ~MassMetric() = default;
  /// W d at the latest point of the face, d . W d = |d|^2 [J]; rho has G^-1 for M^-1.
  virtual void metric(Real h, const VectorX<Real>& d, VectorX<Real>& Wd) = 0;
};

}  // namespace nonholo
