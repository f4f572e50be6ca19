// Steps written by hand for the contact oscillator: the limit that a framework can come near to. McLachlan &
// Perlmutter's step (g1), Lobatto IIIA-B with 2 stages and a constraint in the middle (g2), compositions of g1, and g1
// for many trajectories side by side.
//
// The force of the constraint has no y component and A depends on y alone: the equation of the multiplier is linear.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

namespace nonholo::benchmarks {

struct ContactForce {
  static constexpr double epsilon = 0.3;
  template <class T> static T x(const T& x, const T& z) { return -x * (1 + epsilon * z * z); }
  template <class T> static T y(const T& y) { return -y; }
  template <class T> static T z(const T& x, const T& z) { return -z * (1 + epsilon * x * x); }
};

/// T: double, or a pack of them.
template <class T> struct HandState { T x, y, z, vx, vy, vz; };

/// q half a step on, v by the force there and the reaction (1, 0, y) lambda, q the other half; vx + y vz = 0 there.
template <class T> inline void hand_mp_step(HandState<T>& s, double h) {
  const double half = h / 2;
  s.x += half * s.vx;
  s.y += half * s.vy;
  s.z += half * s.vz;
  const T ux = s.vx + h * ContactForce::x(s.x, s.z), uz = s.vz + h * ContactForce::z(s.x, s.z);
  s.vy += h * ContactForce::y(s.y);
  const T y1 = s.y + half * s.vy;
  const T push = -(ux + y1 * uz) / (1 + y1 * s.y);
  s.vx = ux + push;
  s.vz = uz + push * s.y;
  s.x += half * s.vx;
  s.y = y1;
  s.z += half * s.vz;
}

/// v half a step on by the force and the reaction at the start, q, the other half at the end; vx + y vz = 0 there.
struct HandLobatto {
  HandState<double> s;

  void step(double h) {
    const double half = h / 2, y0 = s.y;
    const double ux = s.vx + half * ContactForce::x(s.x, s.z), uz = s.vz + half * ContactForce::z(s.x, s.z);
    const double uy = s.vy + half * ContactForce::y(s.y), y1 = s.y + h * uy;
    const double push = middle(ux, uz, y0, y1);
    const double wx = ux + push, wz = uz + push * y0;
    s.x += h * wx;
    s.z += h * wz;
    s.y = y1;
    const double ex = wx + half * ContactForce::x(s.x, s.z), ez = wz + half * ContactForce::z(s.x, s.z);
    const double lambda = -(ex + y1 * ez) / (1 + y1 * y1);
    s.vx = ex + lambda;
    s.vy = uy + half * ContactForce::y(y1);
    s.vz = ez + lambda * y1;
  }

 private:
  /// The constraint at the middle: (A(q0) + A(q1)) w = 0.
  static double middle(double ux, double uz, double y0, double y1) {
    const double mean = (y0 + y1) / 2;
    return -(ux + mean * uz) / (1 + mean * y0);
  }
};

template <class T> inline void hand_composed_step(HandState<T>& s, double h, std::span<const double> gamma) {
  for (const double g : gamma) hand_mp_step(s, g * h);
}

/// Four trajectories.
using HandPack = double __attribute__((vector_size(32)));

}  // namespace nonholo::benchmarks
