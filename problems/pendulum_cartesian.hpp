// A pendulum in Cartesian coordinates: a mass on a rod, the constraint on positions itself.
//
//   q = (x, y)   place of the mass [m], y upwards
//   L = m/2 (vx^2 + vy^2) - m g y
//   (x^2 + y^2 - l^2)/2 = 0                                    one constraint on positions; lambda is the rod's pull
//
// From rest at the angle phi it swings with the period 4 sqrt(l/g) K(sin(phi/2)), K the complete elliptic integral of
// the first kind. Source: Hairer, Lubich & Wanner 2006, VII.1.2.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

namespace nonholo {

template <class Real = double> struct PendulumCartesian {
  static constexpr int n = 2, m = 0, holonomic = 1;
  static constexpr bool constant_mass = true;

  Real mass = 1, l = 1, g = 1;

  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(mass), S(mass));
  }

  template <class S> S potential(const Vector<S, 2>& q) const { return mass * g * q[1]; }

  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>((q[0] * q[0] + q[1] * q[1] - l * l) / 2);
  }

  static About<PendulumCartesian, Real> about() {
    using Self = PendulumCartesian;
    return {.title = "Pendulum in Cartesian coordinates",
            .source = "Hairer, Lubich & Wanner 2006, VII.1.2",
            .coordinates = {"x", "y"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"l", &Self::l, "m", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any}},
            .setups = {{.name = "horizontal",
                        .source = "ours: let go at the height of the hinge",
                        .parameters = {},
                        .q = {1, 0},
                        .v = {0, 0},
                        .t_end = Real(20)},
                       {.name = "whirling",
                        .source = "ours: fast enough to go over the top",
                        .parameters = {},
                        .q = {0, -1},
                        .v = {Real(5) / 2, 0},
                        .t_end = Real(20)}},
            .references = {"hairer2006"}};
  }
};

}  // namespace nonholo
