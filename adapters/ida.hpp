// SUNDIALS IDA on the equations of motion as a DAE, with the constraint in one of two forms:
//
//   q' = v,   d/dt p(t, q, v) = f(t, q, v) + K^T lambda,   and   d/dt k(t, q, v) = 0   index 1 (Hilden 2009, (2.11))
//                                                          or         k(t, q, v) = 0   index 2 (Hilden 2009, (2.6))
//
// Index 1 plays the role of MATLAB's ode15s. The constraint is differentiated once by automatic differentiation, so it
// is an invariant of the exact flow that the solver does not see: it drifts.
//
// Index 2 is beyond what IDA promises (index <= 1), but BDF converges on this semi-explicit form with its full order
// (Brenan, Campbell & Petzold 1996, chapter 3). What it takes is what codes for index 2 do:
//   - multipliers are left out of the error test, which expects errors that fall with h; - Newton's test weighs them
//   with h, as RADAU5 does (Hairer & Wanner 1996, VII): rounding v changes them by epsilon/h, so with the plain weights
//     Newton's method fails on the rolling disk from rtol = 1e-10 on;
//   - Newton's tolerance is 0.01 instead of 0.33 of the error tolerance: what it leaves in v spoils the differences
//   that the error test is made of,
//     and with 0.33 the disk takes twice the steps.
// The constraint then holds to about rtol |v| at every step (IDA takes the contraction of earlier steps on trust) and
// does not drift.
//
// Both forms share a weakness of IDA on the sleigh at tight tolerances, mostly with atol << rtol: after some failures
// in a row it may stay at order 1 with a quarter of its steps rejected, and take 10 to 1000 times as many steps as it
// should.
//
// Unknowns y = (q, v, lambda); the start is consistent (accelerations and multipliers from the saddle-point system);
// the Jacobian is dense and exact. Each step() is one internal step of IDA.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/tolerances.hpp>
#include <nonholo/framework/run/integrator.hpp>

namespace nonholo {

std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances);
std::unique_ptr<Integrator<double>> ida_index2(const System<double>& system, const Tolerances& tolerances);

}  // namespace nonholo
