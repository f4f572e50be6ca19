// The state that a method shows, its report of a step, and its promises. Methods themselves are Integrators
// (integrator.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>

#include <span>

namespace nonholo {

/// The state of a method. The spans are valid until the state changes: by a step, a start, a move or a reversal.
template <class Real> struct View {
  Real t;
  std::span<const Real> q, v;  ///< n entries each
  /// the method's own multipliers at the last stage, of the constraints that it holds. Probe::of_all_rows() computes
  /// those of all constraints from them. Empty before the first step, and for a method without multipliers.
  std::span<const Real> lambda_stage;
};

struct StepReport {
  Outcome outcome = Outcome::success;
  int iterations = 0;   ///< of the nonlinear solver
  int evaluations = 0;  ///< of the system: one block (p, f, k, K) or one right-hand side each
  int rejected = 0;     ///< attempts that error control rejected
  /// size of the last increment relative to the unknowns, if the stage equations were not solved
  double residual = 0;
  int order = 0;       ///< order of this step in a method of variable order; else 0
  bool blind = false;  ///< the error estimate was zero to round-off: nothing chose the size of this step
};

struct MethodTraits {
  /// Order of q and v (y) on the given system with steps of one size; 0 if no theorem tells. An even order that comes
  /// from symmetry alone, as that of discrete gradients in the full space, is one less if the step size varies.
  int order = 0;
  int position_order = 0;    ///< order of q if it is higher than that of v; else 0
  int multiplier_order = 0;  ///< order of lambda_stage (z_stage) at the end of the step; 0 if no theorem tells
  bool symmetric = false;    ///< a step of -h undoes a step of h
  /// runs back after reverse(), although it is not symmetric: its state is a pair of nodes
  bool reversible = false;
  bool keeps_constraint = false;  ///< k = 0 at every step, to round-off
  bool keeps_energy = false;
  bool adaptive = false;  ///< chooses its step sizes; the given h is a bound
  /// carries (q, v) alone from step to step: between steps h may change and Integrator::move_to() may be called
  bool one_step = true;
};

}  // namespace nonholo
