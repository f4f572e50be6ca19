// SUNDIALS' own example of index 2: a crank turns, a rod of length 1 leads from its tip to a slider, a spring and a
// damper join the middles of crank and rod, a constant force pushes.
//
//   q, x, p   angle of the crank, place of the slider, angle of the rod    y = (q, x, p, q', x', p'),  z = (lambda, mu)
//   phi       (x - cos p - a cos q, -sin p - a sin q) = 0                   the rod ends at the tip of the crank
//   l         of the spring: l^2 = |(x - (cos p + a cos q)/2, -(sin p + a sin q)/2)|^2
//   Q         -(k (l - l0) + c l') l_q,   and F along x + cos p
//
//   q' = v - phi_q^T mu,   M v' = Q - phi_q^T lambda,   0 = phi(q),   0 = phi_q v      M = diag(J1, m2, J2)
//
// With position and velocity constraints both in it, the stabilised form of Gear, Gupta and Leimkuhler, it is a DAE
// with nz = 4; mu = 0 along the motion. The energy is not conserved. Source: Hindmarsh et al. 2005, idaSlCrank_dns.c of
// the SUNDIALS examples; Gear, Leimkuhler & Gupta 1985.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/hessenberg_dae.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct SliderCrank {
  static constexpr int ny = 6, nz = 4, parts = 2;

  Real a = Real(1) / 2, J1 = 1, m2 = 1, J2 = 2, k = 1, c = 1, l0 = 1, F = 1;

  /// phi_q, 2 x 3.
  template <class S> Matrix<S, 2, 3> slopes(const Vector<S, 6>& y) const {
    using std::cos, std::sin;
    Matrix<S, 2, 3> G;
    G << a * sin(y[0]), S(1), sin(y[2]),  //
        -a * cos(y[0]), S(0), -cos(y[2]);
    return G;
  }

  /// Of spring, damper and force.
  template <class S> Vector<S, 3> loads(const Vector<S, 6>& y) const {
    using std::cos, std::sin, std::sqrt;
    const S right = y[1] - (cos(y[2]) + a * cos(y[0])) / S(2), up = -(sin(y[2]) + a * sin(y[0])) / S(2);
    const S l = sqrt(right * right + up * up);
    const Vector<S, 3> l_q{S(a * (right * sin(y[0]) - up * cos(y[0])) / (S(2) * l)), S(right / l),
                           S((right * sin(y[2]) - up * cos(y[2])) / (S(2) * l))};
    const S pull = k * (l - l0) + c * (l_q[0] * y[3] + l_q[1] * y[4] + l_q[2] * y[5]);
    return {S(-pull * l_q[0]), S(F - pull * l_q[1]), S(-pull * l_q[2] - F * sin(y[2]))};
  }

  /// Part 1: velocities and forces; part 2: what z does.
  template <class S> Vector<S, 6> f(int part, const S&, const Vector<S, 6>& y, const Vector<S, 4>& z) const {
    Vector<S, 6> rate;
    if (part == 0) {
      const Vector<S, 3> Q = loads(y);
      rate << y[3], y[4], y[5], Q[0] / J1, Q[1] / m2, Q[2] / J2;
      return rate;
    }
    const Matrix<S, 2, 3> G = slopes(y);
    const Real inertia[] = {J1, m2, J2};
    for (int i = 0; i < 3; ++i) {
      rate[i] = -(G(0, i) * z[2] + G(1, i) * z[3]);
      rate[3 + i] = -(G(0, i) * z[0] + G(1, i) * z[1]) / inertia[i];
    }
    return rate;
  }

  template <class S> Vector<S, 4> g(const S&, const Vector<S, 6>& y) const {
    using std::cos, std::sin;
    const Matrix<S, 2, 3> G = slopes(y);
    return {S(y[1] - cos(y[2]) - a * cos(y[0])), S(-sin(y[2]) - a * sin(y[0])),
            S(G(0, 0) * y[3] + G(0, 1) * y[4] + G(0, 2) * y[5]), S(G(1, 0) * y[3] + G(1, 1) * y[4] + G(1, 2) * y[5])};
  }

  /// At rest, the crank upright: a = 1/2 puts the rod at -pi/6.
  static About<SliderCrank, Real> about() {
    using std::acos, std::sqrt;
    using Self = SliderCrank;
    const Real pi = acos(Real(-1));
    return {.title = "Slider crank in stabilised index-2 form",
            .source = "SUNDIALS, idaSlCrank_dns.c",
            .coordinates = {"q", "x", "p", "vq", "vx", "vp"},
            .parameters = {{"a", &Self::a, "m", Range::positive},
                           {"J1", &Self::J1, "kg m^2", Range::positive},
                           {"m2", &Self::m2, "kg", Range::positive},
                           {"J2", &Self::J2, "kg m^2", Range::positive},
                           {"k", &Self::k, "N/m", Range::non_negative},
                           {"c", &Self::c, "N s/m", Range::non_negative},
                           {"l0", &Self::l0, "m", Range::non_negative},
                           {"F", &Self::F, "N", Range::any}},
            .setups = {{.name = "sundials",
                        .source = "idaSlCrank_dns.c: at rest, the crank upright",
                        .parameters = {},
                        .q = {pi / 2, sqrt(Real(3)) / 2, -pi / 6, 0, 0, 0},
                        .v = {},
                        .t_end = Real(10)}},
            .references = {"hindmarsh2005", "gear1985"}};
  }
};

}  // namespace nonholo
