// The skate on an inclined plane: a blade that glides along its heading and cannot slip sideways.
//
//   q = (x, y, theta)   contact point [m], x down the slope; heading [rad]
//   L = m/2 (vx^2 + vy^2) + I/2 vtheta^2 + m g sin(beta) x         slope beta [rad]
//   vy cos theta = vx sin theta                                    no sideways slip: m = 1 constraint
//
// Source: Jay 2009, section 8.2; reference (P5). Conserved: the energy and vtheta. A skate that turns does not run away
// downhill: it drifts sideways, in Jay's experiment on a cycloid.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/planar_body.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct SkateOnIncline {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  static constexpr PlanarBody body{.shape = "skate", .x = "x", .y = "y", .heading = "theta", .size = 0.1};

  Real mass = 1, I = 1, g = 1, beta = right_angle();

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(I));
  }

  template <class S> S potential(const Vector<S, 3>& q) const { return -mass * downhill() * q[0]; }
  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>&) const {
    return {S(-mass * downhill()), S(0), S(0)};
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }

  /// Along the blade, and turning.
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    Matrix<S, 3, 2> X;
    X << cos(q[2]), S(0),  //
        sin(q[2]), S(0),   //
        S(0), S(1);
    return X;
  }

  /// theta = theta0 + w t with w = vtheta, and the speed u along the blade obeys u' = G cos theta, G = g sin(beta).
  /// With a = w t, c = sin(a/2) / (a/2) and the mean heading theta0 + a/2 the integrals of u, u cos theta and u sin
  /// theta hold for every w, zero included.
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    using std::cos, std::sin;
    const Real half = v0[2] * t / 2, c = half == 0 ? Real(1) : Real(sin(half) / half);
    const Real mean = q0[2] + half, theta = mean + half, G = downhill();
    const Real along = c * cos(mean), across = c * sin(mean);  // means of cos theta and sin theta
    const Real u0 = v0[0] * cos(q0[2]) + v0[1] * sin(q0[2]), u = u0 + G * t * along;
    return {.q = {q0[0] + u0 * t * along + G * t * t / 2 * along * along,
                  q0[1] + u0 * t * across + G * t * t / 2 * (along * across + sine_defect(2 * half)), theta},
            .v = {u * cos(theta), u * sin(theta), v0[2]}};
  }

  static About<SkateOnIncline, Real> about() {
    using Self = SkateOnIncline;
    return {.title = "Skate on an inclined plane",
            .source = "Jay 2009, section 8.2",
            .coordinates = {"x", "y", "theta"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"I", &Self::I, "kg m^2", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any},
                           {"beta", &Self::beta, "rad", Range::any}},
            .setups = {{.name = "jay_8_2",
                        .source = "Jay 2009, section 8.2",
                        .parameters = {},
                        .q = {0, 0, 0},
                        .v = {0, 0, 1},
                        .t_end = Real(100)}},
            .invariants = {{"vtheta",
                            [](const Self&, const Real&, const Vector<Real, 3>&, const Vector<Real, 3>& v) -> Real {
                              return v[2];
                            }}},
            .references = {"jay2009"}};
  }

 private:
  static Real right_angle() {
    using std::acos;
    return acos(Real(0));
  }

  Real downhill() const {
    using std::sin;
    return g * sin(beta);
  }

  /// (a - sin a) / a^2, by its power series where the difference would cancel.
  static Real sine_defect(const Real& a) {
    using std::abs, std::sin;
    if (!(abs(a) <= 1)) return (a - sin(a)) / (a * a);
    Real sum = 0, term = a / 6;
    for (int k = 4; sum + term != sum; k += 2) {
      sum += term;
      term *= -a * a / (k * (k + 1));
    }
    return sum;
  }
};

}  // namespace nonholo
