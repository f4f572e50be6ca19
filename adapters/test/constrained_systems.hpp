// Systems that the tests of the adapters integrate: as small as what they show allows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>

#include "catch.hpp"

#include <cmath>

namespace nonholo::test {

/// A planar pendulum of unit length, mass and weight, its length held by the derivative of x^2 + y^2 = 1.
struct Pendulum {
  static constexpr int n = 2, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {q[0], q[1]}; }
};

/// At rest at the height of its pivot.
inline Start<double> pendulum_start() { return {.q = Eigen::Vector2d(1, 0), .v = Eigen::Vector2d(0, 0)}; }

/// A particle on a table that swings to and fro, with coupled inertias; where q_0 = 0 its constraints are one.
struct TiltedTable {
  static constexpr int n = 3, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const {
    Matrix<S, 3, 3> M;
    M << S(2), S(0.5), S(0),   //
        S(0.5), S(1), S(0.2),  //
        S(0), S(0.2), S(3);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[1] * q[2]; }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 2, 3> A;
    A << q[0], S(0), S(1),  //
        S(0), q[0], S(1);
    return A;
  }
  template <class S> Vector<S, 2> constraint_offset(const S& t, const Vector<S, 3>& q) const {
    using std::sin;
    return {sin(t) * q[1], S(0)};
  }
};

/// A sleigh whose centre of mass lies ahead of its edge, with drag that grows with the speed: mass, force and
/// constraint all depend on the state.
struct DraggedSleigh {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    const S s = 0.5 * sin(q[2]), c = 0.5 * cos(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1), S(0), -s,  //
        S(0), S(1), c,    //
        -s, c, S(1.25);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[1] + q[1]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0.1) * q[0]};
  }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    return {-v[0] * v[0], -v[1] * v[2], -v[2]};
  }
};

inline const Eigen::Vector3d sleigh_q(0.3, -0.2, 0.7), sleigh_v(0.9, 0.4, -0.6);

/// f(dynamics of the sleigh in its size class)
template <class F> void with_sleigh(F f) {
  System<double>{DraggedSleigh{}}.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& d) {
    if constexpr (n == 3 && m == 1) f(*d);
    else FAIL("the sleigh has a size class of its own");
  });
}

}  // namespace nonholo::test
