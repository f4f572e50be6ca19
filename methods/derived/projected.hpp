// What is done today about methods that drift: after every accepted step the state is put back onto what it should have
// kept (Hairer, Lubich & Wanner 2006, IV.4; Eich 1993).
//
// Onto the constraint: v is replaced by the nearest velocity with k(t, q, v) = 0 in the mass metric (saddle_point.hpp).
// Of a DAE y is moved onto g(t, y) = 0 along the normals of g in the Euclidean metric (constraint_projection.hpp).
//
// Onto the energy too: the level H(q, v) = H(start) is searched on the curve
//
//   q(a) = q + a d_q,   d_q = h^2 Pi M^-1 H_q,      v(a) = Pi(q(a)) (1 + a) v,
//       Pi(q) the projection onto k = 0 at q, M = p_v
//
// along the gradient of H in the mass metric, with the step size as the unit of time that makes positions and
// velocities comparable: slope dH/da = v M v + h^2 |Pi M^-1 H_q|^2 at a = 0. Where the system moves that is a scaling
// of v by 1 + a and moves q by O(h^2) of it; at rest, where velocities cannot change H to first order, q moves down or
// up the potential; and where the potential has no slope v does the work. Only an equilibrium at rest has no direction,
// and a level that is out of reach (below the minimum of the potential, say) no solution: the step fails then. d_q
// satisfies the constraint like a velocity, so that what a constraint that can be integrated conserves is left alone to
// first order.
//
// The correction is of the size of a step's error, so the order stays that of the base; of standard Runge-Kutta methods
// it rises, for Gauss to that on differential equations, which is not claimed here (Ascher & Petzold 1991; Hairer &
// Wanner II, VII.4). Symmetry is lost.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>

#include <memory>

namespace nonholo {

/// The base with its states projected. It goes on from a projected state by move_to(): one-step methods keep their
/// guesses and step size. A multistep base (IDA) would have to start anew after every step, with tiny steps of order 1,
/// and is refused. A step whose projection fails is not taken: stage_solver_stagnated, or why_unsolved().
/// Onto the energy it runs for as long as nothing drives the system (while_conservative.hpp).
/// @throws UnsuitableSystem for a skew-gradient system, which has no constraint; InputError (key "base") for a base
///         that carries more than (q, v) from step to step; (key "onto") for the energy of a DAE.
template <class Real>
std::unique_ptr<Integrator<Real>> projected(std::unique_ptr<Integrator<Real>> base, bool onto_energy);

}  // namespace nonholo
