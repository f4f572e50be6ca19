// A mechanical system as a DAE in Hessenberg form. It has two (Hilden 2009, (2.6) and (2.9)), in three parts each:
// positions, forces, reactions.
//
//   qv   y = (q, v),  z = lambda:   q' = v,   v' = p_v^-1 (f - p_t - p_q v) + p_v^-1 K^T lambda,   0 = k(t, q, v)
//   qp   y = (q, p),  z = lambda:   q' = v,   p' = f + K^T lambda,                                 0 = k(t, q, v),
//       v from p = p(t, q, v)
//
// Runge-Kutta methods with more than one tableau tell the two apart when the mass depends on q: in qp the positions and
// momenta of a step are those of the Lagrangian equations (Jay 2009, (6.1)), in qv they are not. g_y f_z = K p_v^-1 K^T
// in both.
//
// Constraints on positions, g(t, q) = 0, of which k has the derivatives, are held beside them, with multipliers mu that
// act on the positions in the metric of the mass and vanish along solutions (Gear, Gupta & Leimkuhler 1985):
//
//   z = (lambda, mu),   q' = v + p_v^-1 g_q^T mu,   0 = (k, g);    the new term belongs to the reactions' part.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>

#include <memory>

namespace nonholo {

enum class HessenbergForm {
  usual,  ///< the only one of a problem that is such a DAE, qv of a mechanical system
  qv,
  qp,
};

/// The DAE with its own scratch.
template <class Real>
std::unique_ptr<Hessenberg<Real>> hessenberg_form(const AnyDynamics<Real>& dynamics, HessenbergForm form);

}  // namespace nonholo
