// The nonholonomic particle: a particle in space, in a cylindrical harmonic potential or free, whose slope vz / vx is
// y.
//
//   q = (x, y, z)   dimensionless; Jay's q1, q2, q3
//   L = 1/2 (vx^2 + vy^2 + vz^2) - k (x^2 + y^2)                   no factor 1/2 in the potential
//   vz - y vx = 0                                                  m = 1 constraint
//
// The constraint force has no y component: y is a harmonic oscillator of frequency sqrt(2 k). Without potential, k = 0,
// there is a closed form. Source: Jay 2009, section 8.1 (k = 1); Jimenez & Scheurle, slides 2014 (k = 0); reference
// (P4), (P9).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/system/system.hpp>

#include <Eigen/Core>

#include <cmath>
#include <utility>

namespace nonholo {

template <class Real> struct FreeNonholonomicParticle;

template <class Real = double> struct NonholonomicParticle {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  Real k = 1;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }

  template <class S> S potential(const Vector<S, 3>& q) const { return k * (q[0] * q[0] + q[1] * q[1]); }
  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>& q) const {
    return {2 * k * q[0], 2 * k * q[1], S(0)};
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }

  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    Matrix<S, 3, 2> X;
    X << S(1), S(0),  //
        S(0), S(1),   //
        q[1], S(0);
    return X;
  }

  /// The free particle knows its exact solution.
  System<Real> as_system() const {
    if (k == 0) return System<Real>(FreeNonholonomicParticle<Real>{*this});
    return System<Real>(*this);
  }

  static About<NonholonomicParticle, Real> about() {
    using Self = NonholonomicParticle;
    return {
        .title = "Nonholonomic particle",
        .source = "Jay 2009, section 8.1",
        .coordinates = {"x", "y", "z"},
        .parameters = {{"k", &Self::k, "1", Range::any}},
        .setups = {{.name = "jay_8_1",
                    .source = "Jay 2009, section 8.1",
                    .parameters = {},
                    .q = {1, 0, 0},
                    .v = {0, 1, 0},
                    .t_end = Real(250)},
                   {
                       .name = "jimenez_scheurle",
                       .source = "Jimenez & Scheurle 2014; the start is ours, it reproduces the ranges of the plots",
                       .parameters = {{"k", 0}},
                       .q = {0, 1, 0},
                       .v = {1, 2, 1},
                       .t_end = Real(10),
                   }},
        .invariants = {{"y_energy",
                        [](const Self& self, const Real&, const Vector<Real, 3>& q, const Vector<Real, 3>& v) -> Real {
                          return v[1] * v[1] / 2 + self.k * q[1] * q[1];
                        }}},
        .references = {"jay2009", "jimenez2014"}};
  }
};

/// The particle with k = 0.
template <class Real = double> struct FreeNonholonomicParticle : NonholonomicParticle<Real> {
  /// y moves at constant speed and K = vx sqrt(1 + y^2) is constant: x and z are K times the integrals of 1 and of y
  /// over sqrt(1 + y^2).
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    using std::sqrt;
    const Real y = q0[1] + v0[1] * t, before = sqrt(1 + q0[1] * q0[1]), now = sqrt(1 + y * y), K = v0[0] * before;
    return {.q = {q0[0] + K * t * mean_inverse_root(q0[1], y), y, q0[2] + K * t * (q0[1] + y) / (before + now)},
            .v = {K / now, v0[1], K * y / now}};
  }

 private:
  /// The mean of 1 / sqrt(1 + y^2) over y between a and b: (asinh b - asinh a) / (b - a), written so that nothing
  /// cancels.
  static Real mean_inverse_root(Real a, Real b) {
    using std::log1p, std::sqrt;
    if (a + b < 0) return mean_inverse_root(-a, -b);
    if (a > b) std::swap(a, b);
    const Real A = sqrt(1 + a * a), B = sqrt(1 + b * b);
    const Real slope = (1 + (a + b) / (A + B)) * (a < 0 ? Real(A - a) : Real(1 / (A + a)));
    const Real growth = (b - a) * slope;  // exp(asinh b - asinh a) - 1
    return growth == 0 ? slope : Real(slope * log1p(growth) / growth);
  }
};

}  // namespace nonholo
