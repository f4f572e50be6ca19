// The snakeboard: a board with an axle that can be turned at either end, and a rotor on it, all of them coasting.
//
//   q = (x, y, theta, psi, phi1, phi2)   middle of the board [m], its heading; rotor, rear and front axle from it [rad]
//   L = m/2 (vx^2 + vy^2) + J/2 vtheta^2 + Jr/2 (vtheta + vpsi)^2 + Jw/2 sum (vtheta + vphi_i)^2
//   -sin(theta + phi1) vx + cos(theta + phi1) vy - r cos(phi1) vtheta = 0      the rear axle rolls
//   -sin(theta + phi2) vx + cos(theta + phi2) vy + r cos(phi2) vtheta = 0      the front axle: m = 2 constraints
//
// Axles lie at -r and r along the board. No reaction turns rotor or axles: each keeps its angular momentum. Both axles
// across, |phi| = pi/2, or parallel at phi1 = phi2 with other motions, is where boards lock. Source: Lewis, Ostrowski,
// Murray & Burdick 1994; Bloch, Krishnaprasad, Marsden & Murray 1996, section 8.4.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct Snakeboard {
  static constexpr int n = 6, m = 2;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "skate", .x = "x", .y = "y", .heading = "theta", .size = 1};

  Real mass = 1, J = Real(1) / 2, Jr = Real(3) / 10, Jw = Real(1) / 10, r = 1;

  template <class S> Matrix<S, 6, 6> mass_matrix(const Vector<S, 6>&) const {
    Matrix<S, 6, 6> M = Matrix<S, 6, 6>::Zero();
    M(0, 0) = M(1, 1) = S(mass);
    M(2, 2) = S(J + Jr + 2 * Jw);
    M(3, 3) = M(2, 3) = M(3, 2) = S(Jr);
    for (int i : {4, 5}) M(i, i) = M(2, i) = M(i, 2) = S(Jw);
    return M;
  }

  template <class S> S potential(const Vector<S, 6>&) const { return S(0); }

  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 6> A = Matrix<S, 2, 6>::Zero();
    for (int i = 0; i < 2; ++i) {
      const S phi = q[4 + i], across = q[2] + phi;
      A(i, 0) = -sin(across);
      A(i, 1) = cos(across);
      A(i, 2) = (i == 0 ? -r : r) * cos(phi);
    }
    return A;
  }

  /// Rolling as the axles lie (the cross product of their rows), and each of them and the rotor turning.
  template <class S> Matrix<S, 6, 4> adapted_basis(const Vector<S, 6>& q) const {
    using std::cos, std::sin;
    const S ahead = 2 * r * cos(q[4]) * cos(q[5]), aside = r * sin(q[4] + q[5]), c = cos(q[2]), s = sin(q[2]);
    Matrix<S, 6, 4> X = Matrix<S, 6, 4>::Zero();
    X(0, 0) = c * ahead - s * aside;
    X(1, 0) = s * ahead + c * aside;
    X(2, 0) = sin(q[5] - q[4]);
    for (int i = 1; i < 4; ++i) X(2 + i, i) = S(1);
    return X;
  }

  static About<Snakeboard, Real> about() {
    using std::tan;
    using Self = Snakeboard;
    using Q = Vector<Real, 6>;
    const Real phi = Real(3) / 10;  // axles turned against each other: a circle of radius r / tan phi
    return {.title = "Snakeboard",
            .source = "Bloch, Krishnaprasad, Marsden & Murray 1996, section 8.4",
            .coordinates = {"x", "y", "theta", "psi", "phi1", "phi2"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"J", &Self::J, "kg m^2", Range::positive},
                           {"Jr", &Self::Jr, "kg m^2", Range::positive},
                           {"Jw", &Self::Jw, "kg m^2", Range::positive},
                           {"r", &Self::r, "m", Range::positive}},
            .setups = {{.name = "coasting",
                        .source = "ours: the axles turn as it coasts",
                        .parameters = {},
                        .q = {0, 0, 0, 0, -phi, phi},
                        .v = {1, 0, tan(phi), 1, Real(1) / 10, Real(-2) / 10},
                        .t_end = Real(2)}},
            .invariants =
                {{"rotor_momentum",
                  [](const Self& self, const Real&, const Q&, const Q& v) -> Real { return self.Jr * (v[2] + v[3]); }},
                 {"rear_axle_momentum",
                  [](const Self& self, const Real&, const Q&, const Q& v) -> Real { return self.Jw * (v[2] + v[4]); }},
                 {"front_axle_momentum",
                  [](const Self& self, const Real&, const Q&, const Q& v) -> Real { return self.Jw * (v[2] + v[5]); }}},
            .references = {"bloch1996", "lewis1994"}};
  }
};

}  // namespace nonholo
