// Discrete Lagrange-d'Alembert integrators (Cortes & Martinez 2001; McLachlan & Perlmutter 2006) of any discrete
// Lagrangian and any discrete constraint that are made of finite-difference rules (finite_difference.hpp):
//
//   D_2 L_d(q_(k-1), q_k) + D_1 L_d(q_k, q_(k+1)) + h K(q_k)^T l_k = 0,      k_d(q_k, q_(k+1)) = 0,
//
// run in one-step form: on the pair of nodes q_b = q_k, q_c = q_b + h v_1,
//
//   -D_1 L_d(q_b, q_c) = D_2 L_d(q_a, q_b) + h K(q_b)^T l,    k_d(q_b, q_c) = 0            unknowns v_1, l
//
// Where states (q, v) are read:
//
//   constraint   at the point of the pair where the constraint is sampled, q = (1 - theta) q_a + theta q_b, v = (q_b -
//                q_a)/h: then k(q, v) = 0 at every state. It asks for a constraint rule of one sample. No start
//                procedure is needed: the first pair follows from (q, v)
//   path         at the nodes themselves, (q_k, (q_k - q_(k-1))/h), as Cortes and Martinez do: k(q, v) is off by O(h),
//                v of order 1
//
// Members:
//
//   mclachlan_perlmutter          L_d symmetrised, midpoint constraint: order 2, symmetric (reference M8s); for
//                                 constant mass McLachlan & Perlmutter's method, Hilden 2009 (3.4). With q_h = q_0 +
//                                 h/2 v_0 and q_m = q_0 - h/2 v_0
//   mclachlan_perlmutter_hilden   L_d left: Hilden 2009 (4.3). The same for constant mass without forces; for M(q) only
//                                 order 1 and not reversible, because h L(q_a, .) is not self-adjoint
//   implicit_midpoint_dla    L_d midpoint (reference M9; Jimenez & Scheurle's A2 in midpoint nodes): order 2, symmetric
//   cortes_martinez           the same trajectory at path nodes (Hilden 2009, (3.3) corrected; Jimenez & Scheurle's A1)
//
// With constant mass, no forces and L_d sampled at the nodes only, the momentum equation is v_1 = v_0 + h M^-1 (f(q_b)
// + K(q_b)^T l): what is left to solve is k_d = 0 in the m multipliers, and that is what is solved. The multiplier l
// approximates lambda(t_b) to order 2, at the end of the step to order 1.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/discrete_lagrangian/finite_difference.hpp>

#include <memory>

namespace nonholo {

enum class Nodes { constraint, path };

/// The pair before the first node, for path nodes: (q_(-1), q_0) is not known from (q, v) at q_0 (reference, trap 10).
enum class PathStart {
  half_step,          ///< none: the first step starts with the momentum p(0) and half of the reaction; q of order 2
  naive,              ///< q_(-1) = q_0 - h v(0): q of order 1
  previous_node,      ///< q_(-1) = q(-h), by 64 Runge-Kutta steps back
  previous_velocity,  ///< q_(-1) = q_0 - h v(-h/2), likewise
};

template <class Real> struct DiscreteLagrangian {
  DifferenceRule<Real> lagrangian = differences::symmetrised<Real>();
  DifferenceRule<Real> constraint = differences::midpoint<Real>();
  Nodes nodes = Nodes::constraint;
  PathStart start = PathStart::half_step;  ///< for path nodes
};

/// @throws InputError (keys "difference", "constraint_difference") for rules whose weights do not sum to 1; (key
///         "nodes") for constraint nodes with a constraint of more than one sample or of a map of one's own: no node of
///         such a pair satisfies k(q, v) = 0.
template <class Real> std::unique_ptr<Integrator<Real>> discrete_lagrangian(const System<Real>& system,
                                                                            const DiscreteLagrangian<Real>& method,
                                                                            const SolverOptions<Real>& options = {});

template <class Real> std::unique_ptr<Integrator<Real>> mclachlan_perlmutter(const System<Real>& system,
                                                                             const SolverOptions<Real>& options = {}) {
  return discrete_lagrangian(system, DiscreteLagrangian<Real>{}, options);
}
template <class Real>
std::unique_ptr<Integrator<Real>> mclachlan_perlmutter_hilden(const System<Real>& system,
                                                              const SolverOptions<Real>& options = {}) {
  return discrete_lagrangian(system, DiscreteLagrangian<Real>{.lagrangian = differences::left<Real>()}, options);
}
template <class Real> std::unique_ptr<Integrator<Real>> implicit_midpoint_dla(const System<Real>& system,
                                                                              const SolverOptions<Real>& options = {}) {
  return discrete_lagrangian(system, DiscreteLagrangian<Real>{.lagrangian = differences::midpoint<Real>()}, options);
}
template <class Real> std::unique_ptr<Integrator<Real>> cortes_martinez(const System<Real>& system,
                                                                        PathStart start = PathStart::half_step,
                                                                        const SolverOptions<Real>& options = {}) {
  return discrete_lagrangian(
      system,
      DiscreteLagrangian<Real>{.lagrangian = differences::midpoint<Real>(), .nodes = Nodes::path, .start = start},
      options);
}

}  // namespace nonholo
