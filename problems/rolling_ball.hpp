// A ball on a turntable, its orientation a unit quaternion: |e| = 1 is a constraint on positions.
//
//   q = (x, y, e0, e1, e2, e3)   point of contact [m], orientation of the ball
//   L = m/2 (vx^2 + vy^2) + 2 I |ve|^2                               (|omega| = 2 |ve| where e . ve = 0)
//   (|e|^2 - 1)/2 = 0                                                on positions
//   vx - r omega_y + W y = 0,   vy + r omega_x - W x = 0             no slip on the table, which turns with W; m = 2
//   omega = 2 (e0 ve - ve0 e + e x ve)                               in space
//
// x'' = -c W vy, y'' = c W vx with c = I/(I + m r^2), 2/7 of a homogeneous ball: the ball goes round on a circle in the
// time 2 pi/(c W), wherever it starts, and vx + c W y, vy - c W x and omega_z are constant. The table does work.
// Source: Neimark & Fufaev 1972, chapter II; Bloch 2003, section 1.8.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

namespace nonholo {

template <class Real = double> struct RollingBall {
  static constexpr int n = 6, m = 2, holonomic = 1;
  static constexpr bool constant_mass = true;

  Real mass = 1, r = 1, I = Real(2) / 5, W = 1;

  template <class S> Eigen::DiagonalMatrix<S, 6> mass_matrix(const Vector<S, 6>&) const {
    Eigen::DiagonalMatrix<S, 6> M;
    M.diagonal() << S(mass), S(mass), S(4 * I), S(4 * I), S(4 * I), S(4 * I);
    return M;
  }

  template <class S> S potential(const Vector<S, 6>&) const { return S(0); }

  template <class S> Vector<S, 1> position_constraint(const Vector<S, 6>& q) const {
    return Vector<S, 1>((q[2] * q[2] + q[3] * q[3] + q[4] * q[4] + q[5] * q[5] - 1) / 2);
  }

  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const {
    const Real d = 2 * r;
    Matrix<S, 2, 6> A;
    A << S(1), S(0), d * q[4], -d * q[5], -d * q[2], d * q[3],  //
        S(0), S(1), -d * q[3], d * q[2], -d * q[5], d * q[4];
    return A;
  }

  template <class S> Vector<S, 2> constraint_offset(const S&, const Vector<S, 6>& q) const {
    return {W * q[1], -W * q[0]};
  }

  static About<RollingBall, Real> about() {
    using Self = RollingBall;
    using Q = Vector<Real, 6>;
    static constexpr auto rate = [](const Self& ball) -> Real {
      return ball.I / (ball.I + ball.mass * ball.r * ball.r) * ball.W;
    };
    return {.title = "Ball on a turntable, oriented by a quaternion",
            .source = "Neimark & Fufaev 1972, chapter II",
            .coordinates = {"x", "y", "e0", "e1", "e2", "e3"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"r", &Self::r, "m", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"W", &Self::W, "1/s", Range::any}},
            .setups = {{.name = "circling",
                        .source = "ours: set down beside the axis, spinning",
                        .parameters = {},
                        .q = {1, 0, 1, 0, 0, 0},
                        .v = {Real(1) / 2, 0, 0, Real(1) / 2, Real(1) / 4, Real(3) / 10},
                        .t_end = Real(20)}},
            .invariants =
                {{"circle_x",
                  [](const Self& p, const Real&, const Q& q, const Q& v) -> Real { return v[0] + rate(p) * q[1]; }},
                 {"circle_y",
                  [](const Self& p, const Real&, const Q& q, const Q& v) -> Real { return v[1] - rate(p) * q[0]; }},
                 {"omega_z",
                  [](const Self&, const Real&, const Q& q, const Q& v) -> Real {
                    return 2 * (q[2] * v[5] - v[2] * q[5] + q[3] * v[4] - q[4] * v[3]);
                  }}},
            .references = {"neimark1972", "bloch2003"}};
  }
};

}  // namespace nonholo
