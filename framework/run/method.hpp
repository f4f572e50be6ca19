// What a method shows, what it reports of a step and what it promises. Methods themselves are Integrators
// (integrator.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/outcome.hpp>

#include <span>

namespace nonholo {

/// What a method's state shows. The spans are good until the state changes: a step, a start, a move, a reversal.
template <class Real> struct View {
  Real t;
  std::span<const Real> q, v;  ///< n entries each
  /// the method's own last-stage multipliers, of the constraints that it holds (Probe::of_all_rows() has those of the
  /// others); empty before the first step or where it has none
  std::span<const Real> lambda_stage;
};

struct StepReport {
  Outcome outcome = Outcome::success;
  int iterations = 0;   ///< of the nonlinear solver
  int evaluations = 0;  ///< of the system: one block (p, f, k, K) or one right-hand side
  int rejected = 0;     ///< attempts that error control turned down
  /// size of the last increment relative to the unknowns, when the stage equations were not solved
  double residual = 0;
  int order = 0;       ///< that a method of variable order took; else 0
  bool blind = false;  ///< an error estimate that is zero to round-off: nothing chose the size of this step
};

struct MethodTraits {
  /// of q and v (y) on the system it runs on, in steps of one size; 0 when no theorem tells. Where an even order comes
  /// from symmetry alone, as that of discrete gradients in the full space, steps that differ have one less
  int order = 0;
  int position_order = 0;    ///< of q where it is higher than that of v; else 0
  int multiplier_order = 0;  ///< of lambda_stage (z_stage) at the end of the step; 0 when no theorem tells
  bool symmetric = false;    ///< a step of -h undoes a step of h
  /// beside symmetric methods: those whose state is a pair of nodes, which run back after reverse()
  bool reversible = false;
  bool keeps_constraint = false;  ///< k = 0 at every step, to round-off
  bool keeps_energy = false;
  bool adaptive = false;  ///< chooses its steps; the h given is a bound
  /// (q, v) is all that it carries: h may change and Integrator::move_to may be called between steps
  bool one_step = true;
};

}  // namespace nonholo
