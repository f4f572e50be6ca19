// Boost.odeint on the underlying ODE, the role of MATLAB's ode45 (Hilden 2009, (2.12)):
//
//   q' = v,     v' = a(t, q, v)   with a from the saddle-point system, the multiplier eliminated.
//
// The constraint enters through its derivative only, as in the index-1 form, and drifts. Each step() is one accepted internal step of odeint.
#pragma once

#include <nonholo/adapters/tolerances.hpp>
#include <nonholo/framework/integrator.hpp>

namespace nonholo {

std::unique_ptr<Integrator<double>> odeint_dopri5(const System<double>& system, const Tolerances& tolerances);

}  // namespace nonholo
