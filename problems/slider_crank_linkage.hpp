// The slider-crank of slider_crank.hpp as a mechanical system: inertias, a spring's potential, the loop closed by two
// constraints on positions, a damper and a constant push as forces.
//
//   q = (q, x, p)   angle of the crank, place of the slider, angle of the rod
//   L = 1/2 (J1 vq^2 + m2 vx^2 + J2 vp^2) - k (l - l0)^2/2 + F (x + cos p)
//   l^2 = |(x - (cos p + a cos q)/2, -(sin p + a sin q)/2)|^2,   damper: -c l' l_q
//   (x - cos p - a cos q, -sin p - a sin q) = 0                                     two constraints on positions
//
// Damped: the energy falls. Source: Hindmarsh et al. 2005, idaSlCrank_dns.c of the SUNDIALS examples.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct SliderCrankLinkage {
  static constexpr int n = 3, m = 0, holonomic = 2;
  static constexpr bool constant_mass = true;

  Real a = Real(1) / 2, J1 = 1, m2 = 1, J2 = 2, k = 1, c = 1, l0 = 1, F = 1;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(J1), S(m2), S(J2));
  }

  /// From the middle of the rod to that of the crank.
  template <class S> Vector<S, 2> spring(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {q[1] - (cos(q[2]) + a * cos(q[0])) / 2, -(sin(q[2]) + a * sin(q[0])) / 2};
  }

  template <class S> S spring_length(const Vector<S, 3>& q) const {
    using std::sqrt;
    const Vector<S, 2> d = spring(q);
    return sqrt(d[0] * d[0] + d[1] * d[1]);
  }

  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::cos;
    const S stretch = spring_length(q) - l0;
    return k / 2 * (stretch * stretch) - F * (q[1] + cos(q[2]));
  }

  /// -c l' l_q, l_q by its derivatives.
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    const Vector<S, 3> slope = spring_length(seeded<3>(q)).derivatives();
    S rate(0);
    for (int i = 0; i < n; ++i) rate += slope[i] * v[i];
    Vector<S, 3> force;
    for (int i = 0; i < n; ++i) force[i] = -c * rate * slope[i];
    return force;
  }

  template <class S> Vector<S, 2> position_constraint(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {q[1] - cos(q[2]) - a * cos(q[0]), -sin(q[2]) - a * sin(q[0])};
  }

  /// At rest, the crank upright: a = 1/2 puts the rod at -pi/6.
  static About<SliderCrankLinkage, Real> about() {
    using std::acos, std::sqrt;
    using Self = SliderCrankLinkage;
    const Real pi = acos(Real(-1));
    return {.title = "Slider crank with constraints on positions",
            .source = "SUNDIALS, idaSlCrank_dns.c",
            .coordinates = {"q", "x", "p"},
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
                        .q = {pi / 2, sqrt(Real(3)) / 2, -pi / 6},
                        .v = {0, 0, 0},
                        .t_end = Real(10)}},
            .references = {"hindmarsh2005", "gear1985"}};
  }
};

}  // namespace nonholo
