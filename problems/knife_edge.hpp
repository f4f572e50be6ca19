// A knife edge on a conveyor belt that speeds up: it goes where it points, seen from the belt.
//
//   q = (x, y, phi)   contact point [m], x along the belt; heading [rad]
//   L = m/2 (vx^2 + vy^2) + I/2 vphi^2
//   -sin(phi) (vx - w(t)) + cos(phi) vy = 0,  w = speed + growth t       m = 1 constraint, affine and of time
//
// The belt does work on it: the energy is not conserved. On the belt it moves as a skate on an incline does
// (skate_on_incline.hpp), whose slope pulls with -growth along x; vphi is constant. Source: Bloch 2003, section 1.6,
// for the edge; the belt is ours.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>
#include <nonholo/problems/skate_on_incline.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct KnifeEdge {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "skate", .x = "x", .y = "y", .heading = "phi", .size = 0.1};

  Real mass = 1, I = 1, speed = 1, growth = Real(1) / 2;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(I));
  }

  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }

  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>& q) const {
    using std::sin;
    return Vector<S, 1>(sin(q[2]) * (speed + growth * t));
  }

  /// Along the edge, and turning.
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 3, 2> X;
    X << cos(q[2]), S(0),  //
        sin(q[2]), S(0),   //
        S(0), S(1);
    return X;
  }

  /// That of the skate, on the belt.
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    const Vector<Real, 3> along(1, 0, 0);
    const SkateOnIncline<Real> skate{.mass = mass, .I = I, .g = -growth};
    Point<Real, 3> x = skate.exact_solution(t, q0, v0 - speed * along);
    x.q += (speed + growth * t / 2) * t * along;
    x.v += (speed + growth * t) * along;
    return x;
  }

  static About<KnifeEdge, Real> about() {
    using Self = KnifeEdge;
    using Q = Vector<Real, 3>;
    return {.title = "Knife edge on a conveyor belt",
            .source = "Bloch 2003, section 1.6",
            .coordinates = {"x", "y", "phi"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"speed", &Self::speed, "m/s", Range::any},
                           {"growth", &Self::growth, "m/s^2", Range::any}},
            .setups = {{.name = "turning",
                        .source = "ours: set down across the belt, turning",
                        .parameters = {},
                        .q = {0, 0, 0},
                        .v = {Real(3) / 2, 0, 1},
                        .t_end = Real(10)}},
            .invariants = {{"vphi", [](const Self&, const Real&, const Q&, const Q& v) -> Real { return v[2]; }}},
            .references = {"bloch2003"}};
  }
};

}  // namespace nonholo
