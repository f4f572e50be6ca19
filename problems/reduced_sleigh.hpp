// The Chaplygin sleigh on a horizontal plane, reduced to its momenta in an orthonormal basis of the velocities that the
// knife edge allows.
//
//   zeta = (rho1, rho2) = (sqrt(I + m a^2) vtheta, sqrt(m) u)   turning, gliding [sqrt(joule)]; u: speed along the edge
//   rho1' = -k rho1 rho2,  rho2' = k rho1^2,  k = a sqrt(m) / (I + m a^2)
//   H = 1/2 (rho1^2 + rho2^2),  Pi = k rho1 [0 -1; 1 0]
//
// Along half a circle H = const it runs from one equilibrium to another: from gliding with the centre of mass behind
// (rho2 < 0, for a > 0) to gliding with it in front. Source: Celledoni et al. 2016, (22), whose J is our I; reference
// (P2). The whole sleigh is in chaplygin_sleigh.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/faces/skew_gradient_of.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct ReducedSleigh {
  static constexpr int nzeta = 2;

  Real mass = 1, a = 1, I = 8;

  Real k() const {
    using std::sqrt;
    return a * sqrt(mass) / (I + mass * a * a);
  }

  template <class S> S hamiltonian(const Vector<S, 2>& rho) const { return rho.dot(rho) / S(2); }

  template <class S> Matrix<S, 2, 2> structure(const Vector<S, 2>& rho) const {
    const S turn = k() * rho[0];
    Matrix<S, 2, 2> Pi;
    Pi << S(0), -turn,  //
        turn, S(0);
    return Pi;
  }

  Vector<Real, 2> exact_solution(const Real& t, const Vector<Real, 2>& rho0) const { return flow(k(), t, rho0); }

  /// rho1 = +-r sech s, rho2 = r tanh s, s = s0 + k r t.
  static Vector<Real, 2> flow(const Real& k, const Real& t, const Vector<Real, 2>& rho0) {
    using std::abs, std::asinh, std::cosh, std::sqrt, std::tanh;
    if (rho0[0] == 0) return rho0;
    const Real r = sqrt(rho0[0] * rho0[0] + rho0[1] * rho0[1]), s = asinh(rho0[1] / abs(rho0[0])) + k * r * t;
    return {(rho0[0] < 0 ? Real(-r) : r) / cosh(s), r * tanh(s)};
  }

  static About<ReducedSleigh, Real> about() {
    using Self = ReducedSleigh;
    const Real turning = Real(1) / 1000, gliding = Real(-6) / 10;
    return {.title = "Chaplygin sleigh on a plane, reduced to its momenta",
            .source = "Celledoni et al. 2016, section 4.2",
            .coordinates = {"rho1", "rho2"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"a", &Self::a, "m", Range::any},
                           {"I", &Self::I, "kg m^2", Range::positive}},
            .setups = {{.name = "celledoni_fig_3",
                        .source = "Celledoni et al. 2016, Figure 3: it turns right",
                        .parameters = {},
                        .q = {-turning, gliding},
                        .v = {},
                        .t_end = Real(1000)},
                       {.name = "celledoni_fig_3_left",
                        .source = "Celledoni et al. 2016, Figure 3: it turns left",
                        .parameters = {},
                        .q = {turning, gliding},
                        .v = {},
                        .t_end = Real(1000)}},
            .references = {"celledoni2016"}};
  }
};

}  // namespace nonholo
