// A unicycle that is driven and steered against drag: the wheel's contact moves where it points.
//
//   q = (x, y, theta)   contact point [m], heading [rad]
//   L = m/2 (vx^2 + vy^2) + I/2 vtheta^2
//   F = (thrust - drag u) along the heading, torque - damping vtheta about it;  u = vx cos theta + vy sin theta
//   -sin(theta) vx + cos(theta) vy = 0                                  m = 1
//
// u and vtheta relax to thrust/drag and torque/damping as exp(-drag t/m) and exp(-damping t/I): the unicycle ends on a
// circle. The energy is not conserved. Source: Bloch 2003, section 1.5; the drag is ours.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct Unicycle {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "disk", .x = "x", .y = "y", .heading = "theta", .size = 0.3};

  Real mass = 1, I = Real(1) / 2, thrust = 1, torque = Real(1) / 2, drag = Real(1) / 2, damping = Real(1) / 2;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(I));
  }

  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }

  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]), push = thrust - drag * (c * v[0] + s * v[1]);
    return {push * c, push * s, torque - damping * v[2]};
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }

  /// Along the heading, and turning.
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 3, 2> X;
    X << cos(q[2]), S(0),  //
        sin(q[2]), S(0),   //
        S(0), S(1);
    return X;
  }

  static About<Unicycle, Real> about() {
    using std::cos, std::exp, std::sin;
    using Self = Unicycle;
    using Q = Vector<Real, 3>;
    return {.title = "Unicycle, driven and steered",
            .source = "Bloch 2003, section 1.5",
            .coordinates = {"x", "y", "theta"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"thrust", &Self::thrust, "N", Range::any},
                           {"torque", &Self::torque, "N m", Range::any},
                           {"drag", &Self::drag, "N s/m", Range::positive},
                           {"damping", &Self::damping, "N m s", Range::positive}},
            .setups = {{.name = "from_rest",
                        .source = "ours",
                        .parameters = {},
                        .q = {0, 0, 0},
                        .v = {0, 0, 0},
                        .t_end = Real(10)},
                       {.name = "braking",
                        .source = "ours: faster than the thrust keeps up, turning the other way",
                        .parameters = {},
                        .q = {0, 0, 0},
                        .v = {4, 0, -2},
                        .t_end = Real(10)}},
            .invariants = {{"speed_lag",
                            [](const Self& p, const Real& t, const Q& q, const Q& v) -> Real {
                              const Real u = v[0] * cos(q[2]) + v[1] * sin(q[2]);
                              return (u - p.thrust / p.drag) * exp(p.drag * t / p.mass);
                            }},
                           {"turn_lag",
                            [](const Self& p, const Real& t, const Q&, const Q& v) -> Real {
                              return (v[2] - p.torque / p.damping) * exp(p.damping * t / p.I);
                            }}},
            .references = {"bloch2003"}};
  }
};

}  // namespace nonholo
