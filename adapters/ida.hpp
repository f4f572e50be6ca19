// SUNDIALS IDA on the equations of motion as a DAE in one of three forms (equations_of_motion.hpp), or on a DAE that is
// given in Hessenberg form (reduced_dae.hpp): there z stands for the multipliers, y for q and v, and index 1 has one
// form, since y' = f is known. A step that leaves the root z of the hidden constraint on which the run began is not
// taken: Outcome::other_root.
//
// Index 1 plays the role of MATLAB's ode15s. The constraint is differentiated once by automatic differentiation, so it
// is an invariant of the exact flow that the solver does not see: it drifts. Two choices make it as good as it gets:
//   - the accelerations in the differentiated constraint are eliminated by the equations of motion, so that the last
//     rows are algebraic in (q, v, lambda). With IDA's own v' there, a difference of past v divided by h, every error
//     of v reaches lambda divided by h;
//   - the multipliers are left out of the error test: they follow from q and v, and tested they cost steps for nothing.
// Either is enough; with neither, the errors of lambda that the test sees grow as h falls at tight tolerances, and IDA
// stays at order 1 with a hundred times the steps (docs/science/daes.md). ode15s tests all its unknowns: accelerations
// with ErrorTest::all takes as many steps as Hilden's Table 4.1 implies.
//
// Index 2 is beyond what IDA promises (index <= 1), but BDF converges on this semi-explicit form with its full order
// (Brenan, Campbell & Petzold 1996, chapter 3). What it takes is what codes for index 2 do:
//   - multipliers are left out of the error test, which expects errors that fall with h;
//   - Newton's test weighs them with h, as RADAU5 does (Hairer & Wanner 1996, VII): rounding v changes them by
//     epsilon/h, so with the plain weights Newton's method fails on the rolling disk from rtol = 1e-10 on;
//   - Newton's tolerance is 0.01 instead of 0.33 of the error tolerance: what it leaves in v spoils the differences
//     that the error test is made of, and with 0.33 the disk takes twice the steps;
//   - the first step is chosen here. IDA's own moves (q, v) by half the tolerance: so small that rounding of v makes
//     noise of the multipliers, and unknown when IDA asks for the weights of that step, so that they cannot have h in
//     them. A weight that does not fit makes Newton's method fail at once.
// The constraint then holds to about rtol |v| at every step (IDA takes the contraction of earlier steps on trust) and
// does not drift.
//
// Unknowns y = (q, v, lambda); the start is consistent (accelerations and multipliers from the saddle-point system);
// the Jacobian is dense and exact. Each step() is one internal step of IDA.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/run/tolerances.hpp>

#include <optional>

namespace nonholo {

/// How the accelerations enter the differentiated constraint.
enum class IndexOneForm {
  accelerations,  ///< eliminated: a(t, q, v, lambda)
  multipliers,    ///< as the v' of IDA
};

/// Whose errors choose the steps.
enum class ErrorTest {
  states,  ///< those of q and v
  all,     ///< those of the multipliers too
};

struct IndexOne {
  IndexOneForm form = IndexOneForm::accelerations;
  ErrorTest error_test = ErrorTest::states;
};

/// @throws InputError (key "form") for the form `multipliers` of a system that is not mechanical.
std::unique_ptr<Integrator<double>> ida_index1(const System<double>& system, const Tolerances& tolerances,
                                               const IndexOne& how = {});
/// The constraint of index 2, of a DAE or a mechanical system with constraints on positions.
enum class IndexTwoForm {
  constrained,  ///< 0 = g alone, as of mechanical systems always
  /// Of a DAE with the hidden constraint beside it, of a mechanical system with its constraints on positions beside
  /// those on velocities (Gear, Gupta & Leimkuhler 1985).
  stabilised,
};

/// @param form by default the stabilised one where there are two.
/// @throws InputError (key "form") for the stabilised one of a mechanical system whose constraints are all on
///         velocities.
std::unique_ptr<Integrator<double>> ida_index2(const System<double>& system, const Tolerances& tolerances,
                                               std::optional<IndexTwoForm> form = {});

}  // namespace nonholo
