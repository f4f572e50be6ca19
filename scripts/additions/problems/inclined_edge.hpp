// A knife edge on a plane that is inclined towards x: it goes where it points, not sideways.
//
//   q = (x, y, phi)   [m, m, rad]
//   L = (m/2) (vx^2 + vy^2) + (I/2) vphi^2 - m g x
//   -sin(phi) vx + cos(phi) vy = 0                  m = 1 constraint
//
// Bloch, Nonholonomic Mechanics and Control, section 1.6.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct InclinedEdge {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  Real mass = 1, inertia = 1, g = 1;

  template <class S> Eigen::DiagonalMatrix<S, n> mass_matrix(const Vector<S, n>&) const {
    return Eigen::DiagonalMatrix<S, n>(S(mass), S(mass), S(inertia));
  }

  template <class S> S potential(const Vector<S, n>& q) const { return mass * g * q[0]; }

  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }

  static About<InclinedEdge, Real> about() {
    using Self = InclinedEdge;
    return {.title = "Knife edge on an inclined plane",
            .source = "Bloch 2003, section 1.6",
            .coordinates = {"x", "y", "phi"},
            .parameters = {{"mass", &Self::mass, "kg", Range::positive},
                           {"inertia", &Self::inertia, "kg m^2", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any}},
            .setups = {{.name = "spinning",
                        .source = "Bloch 2003, section 1.6",
                        .parameters = {},
                        .q = {Real(0), Real(0), Real(0)},
                        .v = {Real(0), Real(0), Real(1)},
                        .t_end = Real(1)}}};
  }
};

}  // namespace nonholo
