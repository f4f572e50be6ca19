// The geometric nonholonomic integrator (gni.hpp) for constant mass and the symmetrised L_d in two other forms, which
// agree with it to round-off (Ferraro, Iglesias & Martin de Diego 2009):
//
//   nonholonomic_rattle   p_(1/2) = p~ + h/2 (f + K^T lambda) at q_k,  q_(k+1) = q_k + h M^-1 p_(1/2),
//       p~_(k+1) = p_(1/2) + h/2 (f + K^T lambda) at
//                         q_(k+1),  K M^-1 p~_(k+1) = 0
//   nonholonomic_shake    q_(k+1) - 2 q_k + q_(k-1) = h^2 M^-1 (f + K^T lambda),  K (q_(k+1) - q_(k-1)) / 2h = 0
//
// Constraints on positions take part as in the methods of those names (Andersen 1983; Ryckaert, Ciccotti & Berendsen
// 1977): q_(k+1) - q_k gets the multiples of M^-1 g_q(q_k)^T that put q_(k+1) on g = 0, the others keep their lambda.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/geometric/gni.hpp>

namespace nonholo {

/// Nothing is solved by iteration; options that choose how choose the road through the Dynamics face.
/// @throws UnsuitableSystem for systems whose mass is not constant, whose forces may depend on v, whose momentum is not
/// M v or whose constraints are not affine in v.
template <class Real>
std::unique_ptr<Integrator<Real>> nonholonomic_rattle(const System<Real>& system,
                                                      MultiplierStart start = MultiplierStart::consistent,
                                                      const SolverOptions<Real>& options = {});
template <class Real>
std::unique_ptr<Integrator<Real>> nonholonomic_shake(const System<Real>& system,
                                                     MultiplierStart start = MultiplierStart::consistent,
                                                     const SolverOptions<Real>& options = {});

}  // namespace nonholo
