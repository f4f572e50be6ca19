// Discrete Lagrange-d'Alembert integrators with a discrete Lagrangian evaluated at the ends of the step, in one-step form.
//
//   L_d(q_a, q_b) = h (1 - theta) L(q_a, w) + h theta L(q_b, w),   w = (q_b - q_a)/h,
//   constraint and reaction at the node between two steps (Cortes & Martinez 2001; McLachlan & Perlmutter 2006).
//
// Written at the midpoints of the discrete path (q_h = q_0 + h/2 v_0 is the path's node, q_0 and q_1 lie half-way), so that the constraint holds
// at the states (q_k, v_k) that users see, with q_m = q_0 - h/2 v_0:
//
//   (1 - theta) p(q_h, v_1) + theta p(q_1 + h/2 v_1, v_1) - (1 - theta) h f(q_h, v_1)
//       = (1 - theta) p(q_m, v_0) + theta p(q_h, v_0) + theta h f(q_h, v_0) + h K(q_h)^T l,
//   q_1 = q_h + h/2 v_1,      k(q_1, v_1) = 0.
//
//   theta = 1/2   `mclachlan_perlmutter`: symmetric, order 2 (reference M8s); for constant mass it is McLachlan & Perlmutter's method,
//                 Hilden 2009 (3.4).
//   theta = 0     `mclachlan_perlmutter_hilden`: Hilden 2009 (4.3). The same method for constant mass without forces; for M(q) only order 1 and not
//                 reversible, because h L(q_a, .) is not self-adjoint.
//
// The multiplier l approximates lambda at the half step to order 2, lambda(t_1) to order 1.
#pragma once

#include <nonholo/framework/integrator.hpp>
#include <nonholo/framework/nonlinear_solver.hpp>

#include <memory>

namespace nonholo {

/// The symmetric method of order 2 (theta = 1/2) on the system.
template <class Real> std::unique_ptr<Integrator<Real>> mclachlan_perlmutter(const System<Real>& system, const SolverOptions<Real>& options = {});
/// Hilden's (4.3) (theta = 0): order 1 when the mass depends on q.
template <class Real>
std::unique_ptr<Integrator<Real>> mclachlan_perlmutter_hilden(const System<Real>& system, const SolverOptions<Real>& options = {});

}  // namespace nonholo
