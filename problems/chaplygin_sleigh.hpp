// The Chaplygin sleigh on an incline: a rigid body on a plane with a knife edge that cannot slip sideways.
//
//   q = (x, y, theta)   contact point of the knife edge [m], heading of the body [rad]
//   The centre of mass lies at distance a ahead of the edge: (x + a cos theta, y + a sin theta).
//   L = m/2 |velocity of the centre of mass|^2 + I/2 vtheta^2 - m g (y + a sin theta)
//   vy cos theta = vx sin theta                                    no sideways slip: m = 1 constraint
//
// The mass matrix depends on theta. Source: Hilden 2009, section 4.2; reference (P2).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct ChaplyginSleigh {
  static constexpr int n = 3, m = 1;
  static constexpr PlanarBody body{.shape = "sleigh", .x = "x", .y = "y", .heading = "theta", .size = 0.5};

  Real mass = 1, a = 1, I = 1, g = Real(1) / 10;

  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const Real ma = mass * a;
    const S s = ma * sin(q[2]), c = ma * cos(q[2]);
    Matrix<S, 3, 3> M;
    M << S(mass), S(0), -s,  //
        S(0), S(mass), c,    //
        -s, c, S(I + ma * a);
    return M;
  }

  template <class S> S potential(const Vector<S, 3>& q) const {
    using std::sin;
    return mass * g * (q[1] + a * sin(q[2]));
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }

  /// Along the knife edge, and turning.
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 3, 2> X;
    X << cos(q[2]), S(0),  //
        sin(q[2]), S(0),   //
        S(0), S(1);
    return X;
  }

  static About<ChaplyginSleigh, Real> about() {
    using Self = ChaplyginSleigh;
    using std::cos, std::sin;
    const Real heading = Real(3) / 10, speed = Real(7) / 10;
    return {
        .title = "Chaplygin sleigh on an incline",
        .source = "Hilden 2009, section 4.2",
        .coordinates = {"x", "y", "theta"},
        .parameters = {{"m", &Self::mass, "kg", Range::positive},
                       {"a", &Self::a, "m", Range::any},
                       {"I", &Self::I, "kg m^2", Range::positive},
                       {"g", &Self::g, "m/s^2", Range::any}},
        .setups = {{
                       .name = "hilden_4_5",
                       .source = "Hilden 2009, section 4.5",
                       .parameters = {},
                       .q = {1, 0, 0},
                       .v = {0, 0, 0},
                       .t_end = Real(30),
                   },
                   {
                       .name = "hilden_4_2_3",
                       .source = "Hilden 2009, section 4.2.3",
                       .parameters =
                           {{"m", Real(1) / 1000}, {"a", Real(4) / 100}, {"I", Real(1) / 100}, {"g", Real(98) / 10}},
                       .q = {1, 0, Real(2) / 10},
                       .v = {0, 0, 0},
                       .t_end = Real(30),
                   },
                   {
                       .name = "rotating",
                       .source = "order tests with q-dependent mass: reference (P2c)",
                       .parameters = {},
                       .q = {1, 0, heading},
                       .v = {speed * cos(heading), speed * sin(heading), Real(5) / 10},
                       .t_end = Real(1),
                   }},
        .references = {"hilden2009"}};
  }
};

}  // namespace nonholo
