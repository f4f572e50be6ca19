// Systems that say some of their constraints more than once, each beside the one that says them once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>

#include <cmath>

namespace nonholo::test {

/// A wheel that stays upright and rolls on a slope: q = (x, y, theta, phi), no slip across and along.
struct Wheel {
  static constexpr int n = 4, m = 2;
  static constexpr bool constant_mass = true;

  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>&) const {
    return Vector<S, 4>(S(1), S(1), S(0.5), S(0.25)).asDiagonal();
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[0] / 2 + q[1] / 4; }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << sin(q[2]), -cos(q[2]), S(0), S(0), cos(q[2]), sin(q[2]), S(0), S(-1);
    return A;
  }

  static Start<double> start() {
    const double theta = 0.4, speed = 0.8;
    return {.q = Eigen::Vector4d(0.1, -0.2, theta, 0),
            .v = Eigen::Vector4d(speed * std::cos(theta), speed * std::sin(theta), 0.7, speed)};
  }
};

/// The same, with a combination that depends on q and one of the rows turned round: rank 2 everywhere.
struct RedundantWheel : Wheel {
  static constexpr int m = 4;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 4, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos;
    const Matrix<S, 2, 4> A = Wheel::constraint_matrix(q);
    Matrix<S, 4, 4> rows;
    rows.row(0) = A.row(0);
    rows.row(1) = A.row(1);
    rows.row(2) = cos(q[2]) * A.row(0) + S(2) * A.row(1);
    rows.row(3) = -A.row(1);
    return rows;
  }
};

/// A skate on a sphere: z^2 = 1 - x^2 - y^2 on positions, the blade at theta on velocities.
struct SkateOnSphere {
  static constexpr int n = 4, m = 1, holonomic = 1;
  double inertia = 1;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>&) const {
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity();
    M(3, 3) = S(inertia);
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[2]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 4>& q) const {
    return Vector<S, 1>(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1);
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    return {sin(q[3]), -cos(q[3]), S(0), S(0)};
  }

  /// Beside the pole; the blade points along x.
  static Start<double> start() {
    return {.q = Eigen::Vector4d(0.6, 0, 0.8, 0), .v = Eigen::Vector4d(0.4, 0, -0.3, 0.5)};
  }
};

/// The sphere said twice.
struct TwiceOnSphere : SkateOnSphere {
  static constexpr int holonomic = 2;
  template <class S> Vector<S, 2> position_constraint(const Vector<S, 4>& q) const {
    const S g = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1;
    return {g, 3 * g};
  }
};

}  // namespace nonholo::test
