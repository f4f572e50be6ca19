// Coupled pendula: a planar double pendulum whose lower arm drives a sprung wheel through a gear that the upper arm
// sets.
//
//   q = (a, b, x)   angles of the upper and the lower arm from the vertical [rad], way of the wheel [m]
//   L = 1/2 (m1 + m2) l1^2 va^2 + 1/2 m2 l2^2 vb^2 + m2 l1 l2 va vb cos(a - b) + 1/2 M vx^2
//       + (m1 + m2) g l1 cos a + m2 g l2 cos b - 1/2 k x^2
//   vx = r sin(a) vb                                               m = 1 constraint, regular everywhere
//
// Ours, to measure orders with: the mass matrix depends on q, nothing separates, nothing beside the energy is conserved
// and no component stands still. The other problems have coincidences (a constant mass, an oscillator on its own, a
// symmetry) by which a method shows an order that is not its own.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct CoupledPendula {
  static constexpr int n = 3, m = 1;

  Real m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 1, M = 1, k = 1, r = 1;

  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos;
    const Real upper = (m1 + m2) * l1 * l1, lower = m2 * l2 * l2, between = m2 * l1 * l2;
    const S coupling = between * cos(q[0] - q[1]);
    Matrix<S, 3, 3> mass;
    mass << S(upper), coupling, S(0),  //
        coupling, S(lower), S(0),      //
        S(0), S(0), S(M);
    return mass;
  }

  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::cos;
    const Real upper = (m1 + m2) * g * l1, lower = m2 * g * l2;
    return k * q[2] * q[2] / S(2) - upper * cos(q[0]) - lower * cos(q[1]);
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::sin;
    return {S(0), -r * sin(q[0]), S(1)};
  }

  /// The upper arm alone, and the lower arm with the wheel.
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::sin;
    Matrix<S, 3, 2> X;
    X << S(1), S(0),  //
        S(0), S(1),   //
        S(0), r * sin(q[0]);
    return X;
  }

  static About<CoupledPendula, Real> about() {
    using Self = CoupledPendula;
    using std::sin;
    const Real a = Real(5) / 10, vb = Real(7) / 10;
    return {.title = "Double pendulum that drives a wheel through a gear",
            .source = "ours, for the measurement of orders",
            .coordinates = {"a", "b", "x"},
            .parameters = {{"m1", &Self::m1, "kg", Range::positive},
                           {"m2", &Self::m2, "kg", Range::positive},
                           {"l1", &Self::l1, "m", Range::positive},
                           {"l2", &Self::l2, "m", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any},
                           {"M", &Self::M, "kg", Range::positive},
                           {"k", &Self::k, "N/m", Range::any},
                           {"r", &Self::r, "m", Range::any}},
            .setups = {{
                .name = "swing",
                .source = "ours: a start with nothing special about it",
                .parameters = {},
                .q = {a, Real(-3) / 10, Real(2) / 10},
                .v = {Real(4) / 10, vb, sin(a) * vb},
                .t_end = Real(1),
            }},
            .references = {"nonholo"}};
  }
};

}  // namespace nonholo
