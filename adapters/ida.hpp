// SUNDIALS IDA on the index-1 form of the equations of motion, the role of MATLAB's ode15s (Hilden 2009, (2.11)):
//
//   q' = v,     d/dt p(t, q, v) = f(t, q, v) + K^T lambda,     d/dt k(t, q, v) = 0.
//
// The constraint is differentiated once by automatic differentiation, so it is an invariant of the exact flow that the solver does not see.
// Unknowns y = (q, v, lambda); the start is consistent (accelerations and multipliers from the saddle-point system); the Jacobian is dense and
// exact. Each step() is one internal step of IDA.
#pragma once

#include <nonholo/adapters/tolerances.hpp>
#include <nonholo/framework/integrator.hpp>

namespace nonholo {

std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances);

}  // namespace nonholo
