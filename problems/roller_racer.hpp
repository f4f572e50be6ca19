// The roller racer: two bodies joined by a pin, each on an axle with wheels, coasting.
//
//   q = (x, y, theta, phi)   middle of the rear axle [m], heading of the rear body; front body from it [rad]
//   L = m/2 (vx^2 + vy^2) + I1/2 vtheta^2 + I2/2 (vtheta + vphi)^2
//   -sin(theta) vx + cos(theta) vy = 0                                             the rear axle rolls
//   -sin(theta + phi) vx + cos(theta + phi) vy
//       + (d1 cos(phi) + d2) vtheta + d2 vphi = 0                                  the front axle: m = 2 constraints
//
// d1 from the rear axle to the pin, d2 from there to the front axle; the mass lies over the rear axle. With u the speed
// along theta, u sin(phi) = (d1 cos(phi) + d2) vtheta + d2 vphi: whoever swings phi is driven. Source: Krishnaprasad &
// Tsakiris 2001; Bloch 2003, section 1.11.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct RollerRacer {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "skate", .x = "x", .y = "y", .heading = "theta", .size = 1};

  Real mass = 1, I1 = 1, I2 = Real(1) / 5, d1 = 1, d2 = Real(3) / 10;

  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>&) const {
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Zero();
    M(0, 0) = M(1, 1) = S(mass);
    M(2, 2) = S(I1 + I2);
    M(2, 3) = M(3, 2) = M(3, 3) = S(I2);
    return M;
  }

  template <class S> S potential(const Vector<S, 4>&) const { return S(0); }

  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    const S across = q[2] + q[3];
    Matrix<S, 2, 4> A;
    A << -sin(q[2]), cos(q[2]), S(0), S(0),  //
        -sin(across), cos(across), d1 * cos(q[3]) + d2, S(d2);
    return A;
  }

  /// Driving, and turning: the front body swings as it has to.
  template <class S> Matrix<S, 4, 2> adapted_basis(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> X;
    X << cos(q[2]), S(0),  //
        sin(q[2]), S(0),   //
        S(0), S(1),        //
        sin(q[3]) / d2, -(d1 * cos(q[3]) + d2) / d2;
    return X;
  }

  static About<RollerRacer, Real> about() {
    using std::cos, std::sin;
    using Self = RollerRacer;
    const Self usual;
    const Real phi = 1, turn = Real(2) / 10, swing = Real(1) / 2;
    const Real u = ((usual.d1 * cos(phi) + usual.d2) * turn + usual.d2 * swing) / sin(phi);
    return {.title = "Roller racer",
            .source = "Krishnaprasad & Tsakiris 2001",
            .coordinates = {"x", "y", "theta", "phi"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I1", &Self::I1, "kg m^2", Range::positive},
                           {"I2", &Self::I2, "kg m^2", Range::positive},
                           {"d1", &Self::d1, "m", Range::positive},
                           {"d2", &Self::d2, "m", Range::positive}},
            .setups = {{.name = "coasting",
                        .source = "ours: the front body swings as it coasts",
                        .parameters = {},
                        .q = {0, 0, 0, phi},
                        .v = {u, 0, turn, swing},
                        .t_end = Real(5)}},
            .references = {"krishnaprasad2001", "bloch2003"}};
  }
};

}  // namespace nonholo
