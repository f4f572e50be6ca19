// The mobile robot with fixed orientation: its wheels all point the same way and roll without slipping, in a potential
// of their angle.
//
//   q = (x, y, theta, psi)   position [m], orientation of the wheels [rad], their rolling angle [rad]
//   L = m/2 (vx^2 + vy^2) + I/2 vtheta^2 + 3/2 I_w vpsi^2 - 10 J sin psi
//   vx = l vpsi cos theta,  vy = l vpsi sin theta                  rolling without slipping: m = 2 constraints
//
// Three wheels of moment I_w, radius l. No force turns it: vtheta is constant, and for any vtheta the wheels obey
// (m l^2 + 3 I_w) psi'' = -10 cos psi. Source: Jay 2009, section 8.3; reference (P6).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct MobileRobot {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "robot", .x = "x", .y = "y", .heading = "theta", .spin = "psi", .size = 1};

  Real mass = 1, I = 1, I_w = 1, l = 1;

  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(mass), S(mass), S(I), S(3 * I_w));
  }

  template <class S> S potential(const Vector<S, 4>& q) const {
    using std::sin;
    return S(10) * sin(q[3]);
  }

  template <class S> Vector<S, 4> potential_gradient(const Vector<S, 4>& q) const {
    using std::cos;
    return {S(0), S(0), S(0), S(10) * cos(q[3])};
  }

  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -l * cos(q[2]),  //
        S(0), S(1), S(0), -l * sin(q[2]);
    return A;
  }

  /// Rolling, and turning the wheels.
  template <class S> Matrix<S, 4, 2> adapted_basis(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> X;
    X << l * cos(q[2]), S(0),  //
        l * sin(q[2]), S(0),   //
        S(0), S(1),            //
        S(1), S(0);
    return X;
  }

  static About<MobileRobot, Real> about() {
    using Self = MobileRobot;
    return {.title = "Mobile robot with fixed orientation",
            .source = "Jay 2009, section 8.3",
            .coordinates = {"x", "y", "theta", "psi"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"I_w", &Self::I_w, "kg m^2", Range::positive},
                           {"l", &Self::l, "m", Range::positive}},
            .setups = {{
                .name = "jay_8_3",
                .source = "Jay 2009, section 8.3",
                .parameters = {},
                .q = {0, 0, 0, 0},
                .v = {1, 0, 0, 1},
                .t_end = Real(150),
            }},
            .invariants = {{"vtheta",
                            [](const Self&, const Real&, const Vector<Real, 4>&, const Vector<Real, 4>& v) -> Real {
                              return v[2];
                            }}},
            .references = {"jay2009"}};
  }
};

}  // namespace nonholo
