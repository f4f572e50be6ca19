// The continuous gearbox driven by an asymmetric pendulum: the pendulum sets the gear ratio between two oscillators.
//
//   q = (q1, q2, q3)   the two oscillators, the pendulum's angle [rad]; dimensionless
//   L = 1/2 (v1^2 + v2^2 + v3^2) - 1/2 (q1^2 + q2^2) - cos q3 + asymmetry sin 2 q3
//   v1 + v2 sin q3 = 0                                             m = 1 constraint
//
// The constraint force does not act on the pendulum: its own energy is conserved. Rotations of an asymmetric pendulum
// are no symmetric orbits, and reversible methods drift in energy along them. Source: Celledoni et al. 2016, section
// 4.4, where H = |p|^2/2 - V is a misprint for |p|^2/2 + V; reference (P8).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <Eigen/Core>

#include <cmath>

namespace nonholo {

template <class Real = double> struct GearboxPendulum {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  Real asymmetry = Real(1) / 5;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }

  template <class S> S pendulum_potential(const S& angle) const {
    using std::cos, std::sin;
    return cos(angle) - asymmetry * sin(S(2) * angle);
  }

  template <class S> S potential(const Vector<S, 3>& q) const {
    return (q[0] * q[0] + q[1] * q[1]) / S(2) + pendulum_potential<S>(q[2]);
  }

  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const S sine = sin(q[2]), cosine = cos(q[2]);  // cos 2 q3 = cosine^2 - sine^2
    return {q[0], q[1], -sine - 2 * asymmetry * (cosine * cosine - sine * sine)};
  }

  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::sin;
    return {S(1), sin(q[2]), S(0)};
  }

  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    using std::sin;
    Matrix<S, 3, 2> X;
    X << -sin(q[2]), S(0),  //
        S(1), S(0),         //
        S(0), S(1);
    return X;
  }

  static About<GearboxPendulum, Real> about() {
    using Self = GearboxPendulum;
    using std::sin;
    const Real angle = Real(3) / 10, v2 = Real(6) / 10;
    return {
        .title = "Continuous gearbox driven by an asymmetric pendulum",
        .source = "Celledoni et al. 2016, section 4.4",
        .coordinates = {"q1", "q2", "q3"},
        .parameters = {{"asymmetry", &Self::asymmetry, "1", Range::any}},
        .setups = {{
            .name = "celledoni_4_4",
            .source = "Celledoni et al. 2016, section 4.4; their start was random, this one is ours",
            .parameters = {},
            .q = {Real(5) / 10, Real(8) / 10, angle},
            .v = {-v2 * sin(angle), v2, 1},
            .t_end = Real(100),
        }},
        .invariants = {{"pendulum_energy",
                        [](const Self& self, const Real&, const Vector<Real, 3>& q, const Vector<Real, 3>& v) -> Real {
                          return v[2] * v[2] / 2 + self.pendulum_potential(q[2]);
                        }}},
        .references = {"celledoni2016"}};
  }
};

}  // namespace nonholo
