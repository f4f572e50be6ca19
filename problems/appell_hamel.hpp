// Appell's and Hamel's particle: a weight on a thread that runs over pulleys and round a wheel, as the wheel's blade
// lets it: the classical constraint that is not linear in the velocities.
//
//   q = (x, y, z)   of the weight [m], z upwards
//   L = m/2 (vx^2 + vy^2 + vz^2) - m g z - k/2 (x^2 + y^2)
//   vx^2 + vy^2 = rho^2 vz^2                                          m = 1 constraint; rho: of the two radii
//
// By Chetaev's rule the reaction is 2 lambda (vx, vy, -rho^2 vz). At k = 0 the weight keeps its heading and falls with
// g / (1 + rho^2). Where it comes to rest the constraint has no tangent: lambda = -m g / (2 (1 + rho^2) vz). Source:
// Appell 1911; Hamel's criticism and the masses left out: Neimark & Fufaev 1972, chapter IV.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/lagrangian_system.hpp>
#include <nonholo/framework/system/system.hpp>

#include <Eigen/Core>

namespace nonholo {

template <class Real> struct FreeAppellHamel;

template <class Real = double> struct AppellHamel {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, natural = true;

  Real mass = 1, g = 1, rho = 1, k = 0;

  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return (mass / 2) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - mass * g * q[2] -
           (k / 2) * (q[0] * q[0] + q[1] * q[1]);
  }

  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[0] * v[0] + v[1] * v[1] - rho * rho * v[2] * v[2]);
  }

  /// Without springs it knows its exact solution.
  System<Real> as_system() const {
    if (k == 0) return System<Real>(FreeAppellHamel<Real>{*this});
    return System<Real>(*this);
  }

  static About<AppellHamel, Real> about() {
    using Self = AppellHamel;
    return {.title = "Appell's and Hamel's particle",
            .source = "Appell 1911",
            .coordinates = {"x", "y", "z"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any},
                           {"rho", &Self::rho, "1", Range::positive},
                           {"k", &Self::k, "N/m", Range::any}},
            .setups = {{.name = "falling",
                        .source = "ours",
                        .parameters = {},
                        .q = {0, 0, 0},
                        .v = {Real(6) / 10, Real(8) / 10, -1},
                        .t_end = Real(10)},
                       {.name = "springs",
                        .source = "ours: k = 1 bends the path; the weight sinks without coming to rest",
                        .parameters = {{"k", 1}},
                        .q = {Real(1) / 2, 0, 0},
                        .v = {Real(6) / 10, Real(8) / 10, -1},
                        .t_end = Real(1)}},
            .references = {"appell1911", "neimark1972"}};
  }
};

/// The particle with k = 0.
template <class Real = double> struct FreeAppellHamel : AppellHamel<Real> {
  /// x and y in proportion to z, which falls with g / (1 + rho^2); up to the rest of a weight that rises.
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    const Real fall = this->g / (1 + this->rho * this->rho);
    const Real way = t - fall * t * t / (2 * v0[2]), share = 1 - fall * t / v0[2];
    return {.q = q0 + way * v0, .v = share * v0};
  }
};

}  // namespace nonholo
