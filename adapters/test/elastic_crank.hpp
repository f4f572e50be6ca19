// A crank that turns at a prescribed speed and drives a slider through an elastic rod: the slider crank of Simeon
// (1998, "DAEs and PDEs in elastic multibody systems"; the problem "crank" of the IVP test set) with the mass of the
// rod in four points.
//
//   q = (phi_1, phi_2, x_3, w_1, w_2, u_1, u_2)   angles of crank and rod, position of the slider, amplitudes of the
//                                                 bending modes sin(j pi s), of the stretching modes sin(pi s) and s
//   r(s) = l_1 e(phi_1) + (l_2 s + u(s)) e(phi_2) + w(s) e(phi_2 + pi/2),   0 <= s <= 1
//   V = 1/2 sum_j k_j (mode j)^2
//   d/dt (r(1) - (x_3, 0)) = 0,   phi_1' = 1             m = 3
//
// The crank turns once in 2 pi; the modes oscillate some `stiffness` times as fast, the stretching ones ten times that.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>

#include <cmath>
#include <numbers>

namespace nonholo::test {

struct ElasticCrank {
  static constexpr int n = 7, m = 3;
  static constexpr bool fused_kernels = false;

  double stiffness = 1e3;

  template <class S> Matrix<S, 7, 7> mass_matrix(const Vector<S, 7>& q) const {
    Matrix<S, 7, 7> M = Matrix<S, 7, 7>::Zero();
    M(0, 0) = S(0.1);  // the crank
    M(2, 2) = S(0.5);  // the slider
    for (const double s : {0.25, 0.5, 0.75, 1.0}) {
      const Matrix<S, 2, 7> J = point_velocity(q, s);
      M += S(0.25) * (J.transpose() * J);
    }
    return M;
  }

  template <class S> S potential(const Vector<S, 7>& q) const {
    const double bending = stiffness * stiffness / 2, stretching = 100 * bending;  // a mode moves half of the mass
    return S(0.5) * (bending * (q[3] * q[3] + q[4] * q[4]) + stretching * (q[5] * q[5] + q[6] * q[6]));
  }

  template <class S> Matrix<S, 3, 7> constraint_matrix(const Vector<S, 7>& q) const {
    Matrix<S, 3, 7> A = Matrix<S, 3, 7>::Zero();
    A.template topRows<2>() = point_velocity(q, 1);
    A(0, 2) = S(-1);
    A(2, 0) = S(1);
    return A;
  }

  template <class S> Vector<S, 3> constraint_offset(const S&, const Vector<S, 7>&) const { return {S(0), S(0), S(-1)}; }

 private:
  /// r(s)' = J v.
  template <class S> static Matrix<S, 2, 7> point_velocity(const Vector<S, 7>& q, double s) {
    using std::cos, std::sin;
    const double pi = std::numbers::pi, bend_1 = std::sin(pi * s), bend_2 = std::sin(2 * pi * s);
    const S along = 2. * s + bend_1 * q[5] + s * q[6], across = bend_1 * q[3] + bend_2 * q[4];
    const S c = cos(q[1]), d = sin(q[1]);
    Matrix<S, 2, 7> J;
    J << -sin(q[0]), -along * d - across * c, S(0), -bend_1 * d, -bend_2 * d, bend_1 * c, s * c,  //
        cos(q[0]), along * c - across * d, S(0), bend_1 * c, bend_2 * c, bend_1 * d, s * d;
    return J;
  }
};

/// The crank at an angle, the rod at rest in itself.
inline Start<double> elastic_crank_start(double crank) {
  const double rod = -std::asin(std::sin(crank) / 2), rod_speed = -std::cos(crank) / (2 * std::cos(rod));
  Start<double> start{.q = VectorX<double>::Zero(7), .v = VectorX<double>::Zero(7)};
  start.q.head<3>() << crank, rod, std::cos(crank) + 2 * std::cos(rod);
  start.v.head<3>() << 1, rod_speed, -std::sin(crank) - 2 * rod_speed * std::sin(rod);
  return start;
}

}  // namespace nonholo::test
