// The SPARK equations of spark.hpp with nothing eliminated, as Hilden 2009, (2.20)-(2.22), solves them.
//
//   X = (Q_1 ... Q_s, V_1 ... V_s, L_1 ... L_s, q_1, v_1)
//   guess     Q_i = q_0 + c_i h v_0,  V_i = v_0 + c_i h a_0,  L_i = lambda_0,  q_1 = q_0 + h v_0,  v_1 = v_0 + h a_0
//       (2.22)
//   Jacobian  exact, with every stage at (t_0, q_0, v_0, lambda_0)
//   lambda_0  consistent at the start of a run, then the last stage multiplier of the step before; a_0 is the
//             acceleration that it gives
//
// The solution is that of spark(); the iterates are the thesis' own. They matter only where the iteration stops early
// (simplified_newton.hpp), and there its energy drift comes from. Dense linear algebra, for that comparison and not for
// speed.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/tableau/tableau.hpp>

#include <memory>

namespace nonholo {

template <class Real> std::unique_ptr<Integrator<Real>> spark_unreduced(const System<Real>& system,
                                                                        const TableauSet& set,
                                                                        const SolverOptions<Real>& options);

}  // namespace nonholo
