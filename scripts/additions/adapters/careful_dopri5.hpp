// odeint_dopri5 with a tenth of the tolerances that it is given.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/odeint.hpp>

namespace nonholo {

inline std::unique_ptr<Integrator<double>> careful_dopri5(const System<double>& system, const Tolerances& tolerances) {
  return odeint_dopri5(system, {.relative = tolerances.relative / 10, .absolute = tolerances.absolute / 10});
}

}  // namespace nonholo
