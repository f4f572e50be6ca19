// Small Lagrangian systems for the tests of engines: each has what no mechanical system has.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/system.hpp>

namespace nonholo::test {

/// Appell's and Hamel's constraint, quadratic in v: |(x', y')| = |z'|; a particle in a bowl, drawn along z: it does not
/// come to rest, where the constraint has no tangent.
struct AppellHamelBowl {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, natural = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::sin;
    const S kinetic = 0.5 * (v[0] * v[0] + 2 * v[1] * v[1] + v[2] * v[2]);
    return kinetic - 0.5 * q[0] * q[0] - 0.4 * sin(q[1]) * q[2] + 0.8 * q[2];
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[2] * v[2] - v[0] * v[0] - v[1] * v[1]);
  }
  static Start<double> start() { return {.q = Eigen::Vector3d(0.3, -0.2, 0.5), .v = Eigen::Vector3d(0.8, 0.6, 1)}; }
};

/// A mass that grows with time and with q, as of a rolling snowball; a force that damps it.
struct Snowball {
  static constexpr int n = 3, m = 1;
  static constexpr bool linear_constraint = true, natural = true;
  template <class S> S lagrangian(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    const S mass = 1 + 0.5 * t + 0.3 * sin(q[1]);
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1]) + 0.4 * v[2] * v[2] - 0.5 * q[0] * q[0] + cos(q[2]) * q[1];
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[2] - q[1] * v[0] - 0.5 * v[1]);
  }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const { return -0.3 * v; }
  static Start<double> start() { return {.q = Eigen::Vector3d(0.3, 0.4, 0.5), .v = Eigen::Vector3d(0.5, 0.4, 0.4)}; }
};

/// A particle whose speed has a limit (p is not linear in v) in a field that acts on v (L has a term linear in v).
struct Relativistic {
  static constexpr int n = 3, m = 1;
  static constexpr bool linear_constraint = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sqrt;
    const S square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    return -4 * sqrt(1 - square / 4) + 0.5 * q[0] * v[1] - 0.7 * (q[0] * q[0] + q[2] * q[2]) + cos(q[1]);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[2] - q[1] * v[0]);
  }
  static Start<double> start() { return {.q = Eigen::Vector3d(0.3, 0.4, -0.2), .v = Eigen::Vector3d(0.5, 0.9, 0.2)}; }
};

/// A skate on a conveyor belt whose speed changes: a constraint affine in v that depends on time.
struct Conveyor {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, linear_constraint = true, natural = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos;
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + 0.7 * v[2] * v[2]) - 0.5 * q[0] * q[0] + cos(q[1] - q[2]);
  }
  template <class S> Vector<S, 1> constraint(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    return Vector<S, 1>(sin(q[2]) * (v[0] - 0.4 * cos(3 * t)) - cos(q[2]) * v[1]);
  }
  static Start<double> start() {
    return {.q = Eigen::Vector3d(0.3, 0.4, 0.5), .v = Eigen::Vector3d(0.9, 0, 0.6), .consistent = Consistent::project};
  }
};

/// A skate in a bowl, which says all that methods may want to know of a Lagrangian.
struct PlainSkate {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, linear_constraint = true, natural = true, conservative = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + 0.7 * v[2] * v[2]) - 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    return Vector<S, 1>(sin(q[2]) * v[0] - cos(q[2]) * v[1]);
  }
};

/// A charge in a magnetic field: conservative and of constant mass, but p = v + a(q), and its force depends on v.
struct Charge {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, linear_constraint = true, conservative = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 0.5 * (q[0] * v[1] - q[1] * v[0]) -
           0.5 * (q[0] * q[0] + q[2] * q[2]);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[2] - q[1] * v[0]);
  }
  static Start<double> start() { return {Eigen::Vector3d(0.3, 0.4, -0.2), Eigen::Vector3d(0.5, 0.9, 0.2)}; }
};

/// A particle on a cone of velocities, which says all that Chetaev's reactions allow: they do no work.
struct ConeOfVelocities {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, natural = true, conservative = true;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return 0.5 * (v[0] * v[0] + 2 * v[1] * v[1] + v[2] * v[2]) - 0.5 * q[0] * q[0] + 0.8 * q[2];
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return Vector<S, 1>(v[2] * v[2] - v[0] * v[0] - v[1] * v[1]);
  }
};

/// A skate whose blade rubs: the reaction that holds it across drags it along, with the square of the pressure.
struct RoughSkate {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true, linear_constraint = true, natural = true;
  double drag = 0.4;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + 0.7 * v[2] * v[2]) - 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::cos, std::sin;
    return Vector<S, 1>(sin(q[2]) * v[0] - cos(q[2]) * v[1]);
  }
  template <class S>
  Vector<S, 3> reaction(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v, const Vector<S, 1>& lambda) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]), along = c * v[0] + s * v[1], rub = drag * lambda[0] * lambda[0] * along;
    return {lambda[0] * s - rub * c, -lambda[0] * c - rub * s, S(0)};
  }
  static Start<double> start() {
    return {
        .q = Eigen::Vector3d(0.3, 0.4, 0.5), .v = Eigen::Vector3d(0.9, 0.5, 1.2), .consistent = Consistent::project};
  }
};

/// The same by a matrix: friction that is linear in the pressure.
struct DraggedSkate : RoughSkate {
  template <class S> Matrix<S, 3, 1> reaction(const S&, const Vector<S, 3>& q, const Vector<S, 3>&) const {
    using std::cos, std::sin;
    const S c = cos(q[2]), s = sin(q[2]);
    return {s - drag * c, -c - drag * s, S(0)};
  }
};

}  // namespace nonholo::test
