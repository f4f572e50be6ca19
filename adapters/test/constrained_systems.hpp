// Systems that the tests of the adapters integrate: as small as what they show allows.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>

#include <cmath>

namespace nonholo::test {

/// A planar pendulum of unit length, mass and weight, its length held by the derivative of x^2 + y^2 = 1.
struct Pendulum {
  static constexpr int n = 2, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {q[0], q[1]}; }
};

/// At rest at the height of its pivot.
inline Start<double> pendulum_start() { return {.q = Eigen::Vector2d(1, 0), .v = Eigen::Vector2d(0, 0)}; }

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

}  // namespace nonholo::test
