// A discretisation as a perturbation of the motion (Jimenez & Scheurle 2014, slides 5, 6 and 18 to 22; after Fiedler &
// Scheurle 1996). A method of order p whose states stay in D = {k = 0} is the time-h map of
//
//   x' = h(x) + h^p g(h, t/h, x)      on D
//
// Between two states the curve is c = chi_0 F(t, x_k) + (1 - chi_0) F(t - h, x_{k+1}) with the exact flow F and the
// cut-off chi_0(tau) = (1 + tanh(cot(pi tau)))/2 of slide 21, tau = t/h. It is blended in the coordinates (q, v^a) of
// slide 20: of the velocities m follow from the constraint. The perturbation is what c' differs from h(c):
//
//   h^p g = chi_0'(tau)/h (F_k - F_{k+1}) + chi_0 h(F_k) + (1 - chi_0) h(F_{k+1}) - h(c)
//
// It has the order p of the method. How large g is depends on which velocities are the v^a.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>

#include <limits>
#include <string>

namespace nonholo {

struct Perturbation {
  /// largest |h^p g| over the steps and 25 instants of each, tau = 0.02, 0.06 ... 0.98, in the infinity norm over
  /// (q, v^a); NaN where there is none
  double largest = std::numeric_limits<double>::quiet_NaN();
  std::string why_not = {};  ///< a clause: why there is none
};

/// Steps the integrator from the start, with one step size. The exact flow is that of Gauss, 4 stages, in 25 steps for
/// each of h: of order 8, below round-off for h that resolve the motion. Round-off of the states shows as about
/// 1e-15/h.
///
/// The m velocities that follow are those of a largest minor of k_v at the start, the later ones where two are alike,
/// as the slides write z' = y x'. They stay the same along the run.
Perturbation perturbation(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h, long steps);

}  // namespace nonholo
