// A disk that rolls upright or leans over: its height is a constraint on positions, that it does not slip two on
// velocities.
//
//   q = (x, y, z, phi, theta, psi)   centre [m], z upwards; heading, lean (pi/2 upright) and roll [rad]
//   L = m/2 |v|^2 + Id/2 (vtheta^2 + vphi^2 sin^2 theta) + Ia/2 w^2 - m g z,   w = vpsi + vphi cos theta
//   z - R sin theta = 0                                              on positions
//   vx - R vtheta sin theta sin phi + R w cos phi = 0                no slip, m = 2
//   vy + R vtheta sin theta cos phi + R w sin phi = 0
//
// Steady motions, theta and vphi = W constant, satisfy (Ia + m R^2) w W sin theta + m g R cos theta = Id W^2 sin theta
// cos theta; the centre then goes round with W on a circle. Lying flat, theta = 0, is a singularity of the angles.
// Source: Bloch 2003, section 1.4; Neimark & Fufaev 1972, chapter III, section 2.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <cmath>

namespace nonholo {

template <class Real = double> struct FallingDisk {
  static constexpr int n = 6, m = 2, holonomic = 1;

  Real mass = 1, R = 1, Ia = Real(1) / 2, Id = Real(1) / 4, g = 1;

  template <class S> Matrix<S, 6, 6> mass_matrix(const Vector<S, 6>& q) const {
    using std::cos, std::sin;
    const S c = cos(q[4]), s = sin(q[4]);
    Matrix<S, 6, 6> M = Matrix<S, 6, 6>::Constant(S(0));
    M(0, 0) = M(1, 1) = M(2, 2) = S(mass);
    M(3, 3) = Id * (s * s) + Ia * (c * c);
    M(3, 5) = M(5, 3) = Ia * c;
    M(4, 4) = S(Id);
    M(5, 5) = S(Ia);
    return M;
  }

  template <class S> S potential(const Vector<S, 6>& q) const { return mass * g * q[2]; }

  template <class S> Vector<S, 1> position_constraint(const Vector<S, 6>& q) const {
    using std::sin;
    return Vector<S, 1>(q[2] - R * sin(q[4]));
  }

  template <class S> Matrix<S, 2, 6> constraint_matrix(const Vector<S, 6>& q) const {
    using std::cos, std::sin;
    const S along = cos(q[3]), across = sin(q[3]), c = cos(q[4]), s = sin(q[4]);
    Matrix<S, 2, 6> A;
    A << S(1), S(0), S(0), R * c * along, -R * s * across, R * along,  //
        S(0), S(1), S(0), R * c * across, R * s * along, R * across;
    return A;
  }

  /// The roll of a steady motion that leans at theta and turns with vphi.
  static Real steady_roll(const FallingDisk& disk, const Real& theta, const Real& turn) {
    using std::cos, std::sin;
    const Real c = cos(theta), s = sin(theta), &R = disk.R;
    const Real spin =
        (disk.Id * turn * turn * s * c - disk.mass * disk.g * R * c) / ((disk.Ia + disk.mass * R * R) * turn * s);
    return spin - turn * c;
  }

  /// Leaning, along with the velocities that the constraints ask for: heading along x.
  static Setup<Real> leaning(std::string_view name, std::string_view source, const Real& theta, const Real& fall,
                             const Real& turn, const Real& roll) {
    using std::cos, std::sin;
    const Real R = FallingDisk().R;
    return {.name = name,
            .source = source,
            .parameters = {},
            .q = {0, 0, R * sin(theta), 0, theta, 0},
            .v = {-R * (roll + turn * cos(theta)), -R * fall * sin(theta), R * fall * cos(theta), turn, fall, roll},
            .t_end = Real(20)};
  }

  static About<FallingDisk, Real> about() {
    using std::acos;
    using Self = FallingDisk;
    const Real theta = acos(Real(-1)) / 3;
    return {.title = "Rolling disk that can fall",
            .source = "Bloch 2003, section 1.4",
            .coordinates = {"x", "y", "z", "phi", "theta", "psi"},
            .parameters = {{"m", &Self::mass, "kg", Range::positive},
                           {"R", &Self::R, "m", Range::positive},
                           {"Ia", &Self::Ia, "kg m^2", Range::positive},
                           {"Id", &Self::Id, "kg m^2", Range::positive},
                           {"g", &Self::g, "m/s^2", Range::any}},
            .setups = {leaning("steady", "ours: a circle, leaning by 30 degrees", theta, 0, 1,
                               steady_roll(FallingDisk(), theta, 1)),
                       leaning("wobbling", "ours: rolling fast, tipped", theta, Real(3) / 10, Real(1) / 2, -2)},
            .references = {"bloch2003", "neimark1972"}};
  }
};

}  // namespace nonholo
