// Boost.odeint's explicit Runge-Kutta methods with error control on the underlying ODE, dopri5 in the role of MATLAB's
// ode45 (Hilden 2009, (2.12)):
//
//   q' = v,     v' = a(t, q, v)   with a from the saddle-point system, the multiplier eliminated;
//
// or the system (2.12) itself, in which the multiplier is integrated as well (underlying_ode.hpp). Of a DAE in
// Hessenberg form, y' = f(t, y, z) with the z that the hidden constraint asks for, on the root of the start
// (reduced_dae.hpp).
//
// The constraint enters through its derivatives only, as in the index-1 form, and drifts: linearly where the multiplier
// is eliminated, quadratically where it is integrated. Each step() is one accepted internal step of odeint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/run/tolerances.hpp>

namespace nonholo {

enum class OdeFormulation {
  eliminated,            ///< of the multiplier: k is differentiated once
  multiplier_integrated  ///< with its own differential equation: k is differentiated twice
};

/// Dormand & Prince 5(4). @throws UnsuitableSystem for integrated multipliers of a system with forces or a time,
/// InputError (key "formulation") for those of a DAE.
std::unique_ptr<Integrator<double>> odeint_dopri5(const System<double>& system, const Tolerances& tolerances,
                                                  OdeFormulation formulation = OdeFormulation::eliminated);

/// Fehlberg 7(8); like dopri5 it goes on with the solution of higher order, 8. Its two formulas agree where y' depends
/// on t alone: the error of quadratures is not seen (Hairer, Norsett & Wanner I, II.5). Free motion of the rolling disk
/// is one: there its steps grow without bound. @throws as odeint_dopri5.
std::unique_ptr<Integrator<double>> odeint_fehlberg78(const System<double>& system, const Tolerances& tolerances,
                                                      OdeFormulation formulation = OdeFormulation::eliminated);

}  // namespace nonholo
