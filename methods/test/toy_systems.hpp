// Small systems for the tests of engines, unlike any in problems/: with forces, with time, of an unlisted size.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/mechanical_system.hpp>

namespace nonholo::test {

/// n = 3, m = 1, mass matrix and constraint that depend on q, a damping force and a constraint offset that depends on
/// time.
struct Driven {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    using std::cos;
    const S c = 0.3 * cos(q[2]);
    Matrix<S, 3, 3> M;
    M << S(1.5), S(0), c,    //
        S(0), S(1), S(0.1),  //
        c, S(0.1), S(2);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return 0.5 * (q[0] * q[0] + q[1] * q[1] * q[2]); }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {S(1), S(0.2), q[1]}; }
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 3>&) const {
    using std::sin;
    return Vector<S, 1>(0.5 * sin(t));
  }
  template <class S> Vector<S, 3> force(const S& t, const Vector<S, 3>&, const Vector<S, 3>& v) const {
    using std::cos;
    return {S(-0.2 * v[0]), S(0.1 * cos(t)), S(-0.3 * v[2])};
  }
};

/// A nonholonomic oscillator with n = 5, m = 2: no size class of its own, so the engines run it in the dynamic one.
struct FivePendula {
  static constexpr int n = 5, m = 2;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 5> mass_matrix(const Vector<S, 5>&) const {
    Vector<S, 5> d;
    d << S(1), S(2), S(3), S(1), S(0.5);
    return Eigen::DiagonalMatrix<S, 5>(d);
  }
  template <class S> S potential(const Vector<S, 5>& q) const {
    using std::cos;
    return q[3] * q[3] + 0.5 * (q[0] * q[0] + q[4] * q[4]) - cos(q[1]) - cos(q[2]);
  }
  template <class S> Matrix<S, 2, 5> constraint_matrix(const Vector<S, 5>& q) const {
    using std::sin;
    Matrix<S, 2, 5> A;
    A << S(1), S(0), sin(q[1]), S(0), S(0.2),  //
        S(0), S(1), S(0), q[4], S(0);
    return A;
  }
};

}  // namespace nonholo::test
