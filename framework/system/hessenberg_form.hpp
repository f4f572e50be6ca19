// A system as a DAE in Hessenberg form. A mechanical system has two (Hilden 2009, (2.6) and (2.9)), in three parts
// each: positions, forces, reactions.
//
//   qv   y = (q, v),  z = lambda:   q' = v,   v' = p_v^-1 (f - p_t - p_q v) + p_v^-1 K^T lambda,   0 = k(t, q, v)
//   qp   y = (q, p),  z = lambda:   q' = v,   p' = f + K^T lambda,                                 0 = k(t, q, v),
//       v from p = p(t, q, v)
//
// Runge-Kutta methods with more than one tableau tell the two apart when the mass depends on q: in qp the positions and
// momenta of a step are those of the Lagrangian equations (Jay 2009, (6.1)), in qv they are not. g_y f_z = K p_v^-1 K^T
// in both.
#pragma once

#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/system/system.hpp>

namespace nonholo {

enum class HessenbergForm {
  own,  ///< of a problem that is such a DAE
  qv,
  qp,
};

/// The DAE with its own scratch. @throws InputError (key "formulation") when a mechanical system is asked for its own
/// form or a DAE for another.
template <class Real> std::unique_ptr<Hessenberg<Real>> hessenberg(const System<Real>& system, HessenbergForm form);

}  // namespace nonholo
