// A mechanical system in SI units whose masses lie far apart.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/system/start.hpp>

#include <cmath>

namespace nonholo::test {

/// A car that pulls a trailer, steered by a spring, in SI units: tons beside a steering gear of 5 kg m^2.
///
///   q = (x, y, heading, heading of the trailer, steering angle)
struct SteeredTrailer {
  static constexpr int n = 5, m = 3;
  double load = 1;  ///< times all masses, and the spring with them: the motion does not depend on it

  template <class S> Matrix<S, 5, 5> mass_matrix(const Vector<S, 5>& q) const {
    using std::cos, std::sin;
    const S car = S(1000 * load), trailer = S(1200 * load);
    const S c = car * cos(q[2]), s = car * sin(q[2]), ct = trailer * cos(q[3]), st = trailer * sin(q[3]);
    Matrix<S, 5, 5> M;
    M << S(1400 * load), S(0), -s, st, S(0),  //
        S(0), S(1400 * load), c, -ct, S(0),   //
        -s, c, S(2500 * load), S(0), S(0),    //
        st, -ct, S(0), S(3900 * load), S(0),  //
        S(0), S(0), S(0), S(0), S(5 * load);
    return M;
  }
  template <class S> S potential(const Vector<S, 5>& q) const { return 25 * load * q[4] * q[4]; }
  template <class S> Matrix<S, 3, 5> constraint_matrix(const Vector<S, 5>& q) const {
    using std::cos, std::sin;
    const S front = q[2] + q[4];
    Matrix<S, 3, 5> A;
    A << -sin(q[2]), cos(q[2]), S(0), S(0), S(0),                 //
        -sin(front), cos(front), S(2.5 * cos(q[4])), S(0), S(0),  //
        sin(q[3]), -cos(q[3]), S(0), S(3), S(0);
    return A;
  }
};

/// 5 m/s straight ahead, the wheels turned.
inline Start<double> trailer_start() {
  Start<double> start{.q = VectorX<double>::Zero(5), .v = VectorX<double>::Zero(5), .consistent = Consistent::project};
  start.q[4] = 0.3;
  start.v[0] = 5;
  return start;
}

}  // namespace nonholo::test
