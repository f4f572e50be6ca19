// Boost.odeint's explicit Runge-Kutta methods with error control on the underlying ODE, dopri5 in the role of MATLAB's
// ode45 (Hilden 2009, (2.12)):
//
//   q' = v,     v' = a(t, q, v)   with a from the saddle-point system, the multiplier eliminated.
//
// The constraint enters through its derivative only, as in the index-1 form, and drifts. Each step() is one accepted
// internal step of odeint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/tolerances.hpp>
#include <nonholo/framework/run/integrator.hpp>

namespace nonholo {

/// Dormand & Prince 5(4).
std::unique_ptr<Integrator<double>> odeint_dopri5(const System<double>& system, const Tolerances& tolerances);

/// Fehlberg 7(8); like dopri5 it goes on with the solution of higher order, 8. Its two formulas agree where y' depends
/// on t alone: the error of quadratures is not seen (Hairer, Norsett & Wanner I, II.5). Free motion of the rolling disk
/// is one: there its steps grow without bound.
std::unique_ptr<Integrator<double>> odeint_fehlberg78(const System<double>& system, const Tolerances& tolerances);

}  // namespace nonholo
