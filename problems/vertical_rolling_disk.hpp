// The vertical rolling disk: a coin that rolls upright on a plane without slipping.
//
//   q = (x, y, phi, theta)   contact point [m], heading [rad], rolling angle [rad]
//   L = m/2 (vx^2 + vy^2) + J/2 vphi^2 + I/2 vtheta^2
//   vx = R vtheta cos phi,  vy = R vtheta sin phi                  rolling without slipping: m = 2 constraints
//
// I is the moment of inertia about the rolling axis, J about the vertical diameter. Source: Hilden 2009, sections 1.3
// and 2.1.2; reference (P1). Conserved: the energy, vphi and vtheta. The exact solution runs on a circle (a line when
// vphi = 0).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct VerticalRollingDisk {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{
      .shape = "disk", .x = "x", .y = "y", .heading = "phi", .spin = "theta", .size = 0.25};

  Real mass = 1, I = 1, J = 1, R = Real(1) / 4;

  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(mass), S(mass), S(J), S(I));
  }

  template <class S> S potential(const Vector<S, 4>&) const { return S(0); }
  template <class S> Vector<S, 4> potential_gradient(const Vector<S, 4>&) const { return Vector<S, 4>::Zero(); }

  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]);
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -R * c,  //
        S(0), S(1), S(0), -R * s;
    return A;
  }

  /// Rolling, and turning about the vertical diameter.
  template <class S> Matrix<S, 4, 2> adapted_basis(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> X;
    X << R * cos(q[2]), S(0),  //
        R * sin(q[2]), S(0),   //
        S(0), S(1),            //
        S(1), S(0);
    return X;
  }

  /// vphi and vtheta are constant; x and y are quadratures of R vtheta (cos phi, sin phi), written with sinc to cover
  /// vphi -> 0.
  Point<Real, 4> exact_solution(Real t, const Vector<Real, 4>& q0, const Vector<Real, 4>& v0) const {
    using std::cos, std::sin;
    const Real half = v0[2] * t / 2, sinc = half == 0 ? Real(1) : sin(half) / half;
    const Real arc = R * v0[3] * t * sinc, middle = q0[2] + half, phi = q0[2] + v0[2] * t;
    return {.q = {q0[0] + arc * cos(middle), q0[1] + arc * sin(middle), phi, q0[3] + v0[3] * t},
            .v = {R * v0[3] * cos(phi), R * v0[3] * sin(phi), v0[2], v0[3]}};
  }

  static About<VerticalRollingDisk, Real> about() {
    using Self = VerticalRollingDisk;
    return {.title = "Vertical rolling disk",
            .source = "Hilden 2009, sections 2.1.2 and 4.1",
            .coordinates = {"x", "y", "phi", "theta"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"J", &Self::J, "kg m^2", Range::positive},
                           {"R", &Self::R, "m", Range::positive}},
            .setups = {{
                .name = "hilden_2_1_2",
                .source = "Hilden 2009, Figure 2.1: vphi = 2, vtheta = 1",
                .parameters = {},
                .q = {0, 0, 0, 0},
                .v = {Real(1) / 4, 0, 2, 1},
                .t_end = Real(100),
            }},
            .invariants = {{"vphi", [](const Self&, const Real&, const Vector<Real, 4>&,
                                       const Vector<Real, 4>& v) { return v[2]; }},
                           {"vtheta", [](const Self&, const Real&, const Vector<Real, 4>&,
                                         const Vector<Real, 4>& v) { return v[3]; }}},
            .references = {"hilden2009"}};
  }
};

}  // namespace nonholo
