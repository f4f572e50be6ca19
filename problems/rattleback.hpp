// A rattleback: a half-ellipsoid whose inertia is turned against its shape, so that it spins smoothly one way and
// rattles itself to a stop the other way.
//
//   q = (x, y, z, alpha, beta, delta)   centre of mass [m], z upwards; heading, roll about the long axis, pitch [rad]
//   body to space: R = Rz(alpha) Rx(beta) Ry(delta);  upwards in the body: u = R^T e_z, angular velocity there omega
//   s = |(a u1, b u2, c u3)|,  contact seen from the centre of mass: r = (-a^2 u1/s, -b^2 u2/s, h - c^2 u3/s)
//   L = m/2 |v|^2 + omega . J omega/2 - m g z,   J = [A D 0; D B 0; 0 0 C]
//   z + r . u = 0                                                    on positions
//   the first two components of v + R (omega x r) = 0                no slip, m = 2
//
// Undamped: the energy is conserved and the spin reverses again and again. Source: Kane & Levinson 1982.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct Rattleback {
  static constexpr int n = 6, m = 2, holonomic = 1;

  Real mass = 1, a = Real(2) / 10, b = Real(3) / 100, c = Real(2) / 100, h = Real(1) / 100, A = Real(2) / 10000,
       B = Real(16) / 10000, C = Real(17) / 10000, D = Real(-2) / 100000, g = Real(981) / 100;

  /// R and the columns W of omega = W (valpha, vbeta, vdelta), the first of which is u.
  template <class S> struct Attitude {
    Matrix<S, 3, 3> R, W;
    explicit Attitude(const Vector<S, 6>& q) {
      using std::cos, std::sin;
      const S ca = cos(q[3]), sa = sin(q[3]), cb = cos(q[4]), sb = sin(q[4]), cd = cos(q[5]), sd = sin(q[5]);
      R << ca * cd - sa * sb * sd, -sa * cb, ca * sd + sa * sb * cd,  //
          sa * cd + ca * sb * sd, ca * cb, sa * sd - ca * sb * cd,    //
          -cb * sd, sb, cb * cd;
      W << -cb * sd, cd, S(0),  //
          sb, S(0), S(1),       //
          cb * cd, sd, S(0);
    }
  };

  /// From the centre of mass to the contact, in the body.
  template <class S> Vector<S, 3> contact(const Attitude<S>& at) const {
    using std::sqrt;
    const S &u1 = at.W(0, 0), &u2 = at.W(1, 0), &u3 = at.W(2, 0);
    const S s = sqrt(a * a * (u1 * u1) + b * b * (u2 * u2) + c * c * (u3 * u3));
    return {-(a * a) * u1 / s, -(b * b) * u2 / s, h - c * c * u3 / s};
  }

  template <class S> Matrix<S, 6, 6> mass_matrix(const Vector<S, 6>& q) const {
    const Attitude<S> at(q);
    Matrix<S, 3, 3> J;
    J << S(A), S(D), S(0), S(D), S(B), S(0), S(0), S(0), S(C);
    Matrix<S, 6, 6> M = Matrix<S, 6, 6>::Constant(S(0));
    M(0, 0) = M(1, 1) = M(2, 2) = S(mass);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) M(3 + i, 3 + j) += at.W(k, i) * J(k, l) * at.W(l, j);
    return M;
  }

  template <class S> S potential(const Vector<S, 6>& q) const { return mass * g * q[2]; }

  template <class S> Vector<S, 1> position_constraint(const Vector<S, 6>& q) const {
    const Attitude<S> at(q);
    const Vector<S, 3> r = contact(at);
    return Vector<S, 1>(q[2] + r[0] * at.W(0, 0) + r[1] * at.W(1, 0) + r[2] * at.W(2, 0));
  }

  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const {
    const Attitude<S> at(q);
    const Vector<S, 3> r = contact(at);
    Matrix<S, 2, 6> rows = Matrix<S, 2, 6>::Constant(S(0));
    rows(0, 0) = rows(1, 1) = S(1);
    for (int j = 0; j < 3; ++j) {
      const S w[] = {at.W(0, j), at.W(1, j), at.W(2, j)};
      const S turned[] = {w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]};
      for (int i = 0; i < 2; ++i)
        rows(i, 3 + j) = at.R(i, 0) * turned[0] + at.R(i, 1) * turned[1] + at.R(i, 2) * turned[2];
    }
    return rows;
  }

  /// Upright, turning about the vertical and rolling a little: the centre of mass moves across.
  static Setup<Real> spun(std::string_view name, std::string_view source, const Real& spin) {
    const Rattleback stone;
    const Real height = stone.c - stone.h, roll = Real(1) / 10;
    return {.name = name,
            .source = source,
            .parameters = {},
            .q = {0, 0, height, 0, 0, 0},
            .v = {0, -roll * height, 0, spin, roll, 0},
            .t_end = Real(10)};
  }

  static About<Rattleback, Real> about() {
    using Self = Rattleback;
    return {.title = "Rattleback",
            .source = "Kane & Levinson 1982",
            .coordinates = {"x", "y", "z", "alpha", "beta", "delta"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"a", &Self::a, "m", Range::positive},
                           {"b", &Self::b, "m", Range::positive},
                           {"c", &Self::c, "m", Range::positive},
                           {"h", &Self::h, "m", Range::any},
                           {"A", &Self::A, "kg m^2", Range::positive},
                           {"B", &Self::B, "kg m^2", Range::positive},
                           {"C", &Self::C, "kg m^2", Range::positive},
                           {"D", &Self::D, "kg m^2", Range::any},
                           {"g", &Self::g, "m/s^2", Range::positive}},
            .setups = {spun("reversing", "ours: against its sense", -5), spun("spinning", "ours: in its sense", 5)},
            .references = {"kane1982"}};
  }
};

}  // namespace nonholo
