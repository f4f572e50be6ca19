// What a user writes who eliminates the multiplier by hand and calls odeint: v' with lambda from the derivative of
// A v = 0, in plain structs over arrays, without a line of ours. The rival to beat.
//
// State: (q, v). M v' = f + A^T lambda and A v' = -A' v give lambda, here in closed form for each problem. Who goes on
// has no velocities but independent ones, the equations of motion along a basis of ker A: (q, u), m numbers less, and
// the constraint is kept whatever is integrated ("reduced").
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/numeric/odeint.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace nonholo::benchmarks {

struct HandContact {
  using State = std::array<double, 6>;
  double epsilon = 0.3;
  void operator()(const State& x, State& d, double) const {
    const double fx = -x[0] * (1 + epsilon * x[2] * x[2]), fz = -x[2] * (1 + epsilon * x[0] * x[0]);
    const double lambda = -(fx + x[1] * fz + x[4] * x[5]) / (1 + x[1] * x[1]);
    d = {x[3], x[4], x[5], fx + lambda, -x[1], fz + x[1] * lambda};
  }
};

struct HandParticle {
  using State = std::array<double, 6>;
  void operator()(const State& x, State& d, double) const {
    const double fx = -2 * x[0];
    const double lambda = (x[1] * fx + x[4] * x[3]) / (1 + x[1] * x[1]);
    d = {x[3], x[4], x[5], fx - x[1] * lambda, -2 * x[1], lambda};
  }
};

struct HandGearbox {
  using State = std::array<double, 6>;
  void operator()(const State& x, State& d, double) const {
    const double s = std::sin(x[2]), c = std::cos(x[2]);
    const double lambda = (x[0] + s * x[1] - c * x[5] * x[4]) / (1 + s * s);
    d = {x[3], x[4], x[5], -x[0] + lambda, -x[1] + s * lambda, s + 0.4 * (c * c - s * s)};
  }
};

/// By hand one sees that the reactions do not turn the disk.
struct HandDisk {
  using State = std::array<double, 8>;
  double R = 0.25;
  void operator()(const State& x, State& d, double) const {
    const double turn = R * x[6] * x[7];
    d = {x[4], x[5], x[6], x[7], -turn * std::sin(x[2]), turn * std::cos(x[2]), 0, 0};
  }
};

/// m = a = I = 1, g = 0.1. The velocity is u along the edge: u' = a omega^2 - g sin(theta).
struct HandSleigh {
  using State = std::array<double, 6>;
  void operator()(const State& x, State& d, double) const {
    constexpr double g = 0.1;
    const double s = std::sin(x[2]), c = std::cos(x[2]), omega = x[5], u = c * x[3] + s * x[4];
    const double along = omega * omega - g * s, across = u * omega;
    d = {x[3], x[4], omega, along * c - across * s, along * s + across * c, -(across + g * c) / 2};
  }
};

/// u = (vy, vz): vx = -y vz. Along e_z - y e_x.
struct ReducedContact {
  using State = std::array<double, 5>;
  double epsilon = 0.3;
  void operator()(const State& x, State& d, double) const {
    const double fx = -x[0] * (1 + epsilon * x[2] * x[2]), fz = -x[2] * (1 + epsilon * x[0] * x[0]);
    const double y = x[1], vy = x[3], vz = x[4];
    d = {-y * vz, vy, vz, -y, (fz - y * (fx + vy * vz)) / (1 + y * y)};
  }
  static State of(const HandContact::State& x) { return {x[0], x[1], x[2], x[4], x[5]}; }
  static HandContact::State full(const State& x) { return {x[0], x[1], x[2], -x[1] * x[4], x[3], x[4]}; }
};

/// u = (vx, vy): vz = y vx. Along e_x + y e_z.
struct ReducedParticle {
  using State = std::array<double, 5>;
  void operator()(const State& x, State& d, double) const {
    const double y = x[1], vx = x[3], vy = x[4];
    d = {vx, vy, y * vx, -(2 * x[0] + y * vx * vy) / (1 + y * y), -2 * y};
  }
  static State of(const HandParticle::State& x) { return {x[0], x[1], x[2], x[3], x[4]}; }
  static HandParticle::State full(const State& x) { return {x[0], x[1], x[2], x[3], x[4], x[1] * x[3]}; }
};

/// u = (vy, vz): vx = -sin(z) vy. Along e_y - sin(z) e_x.
struct ReducedGearbox {
  using State = std::array<double, 5>;
  void operator()(const State& x, State& d, double) const {
    const double s = std::sin(x[2]), c = std::cos(x[2]), vy = x[3], vz = x[4];
    d = {-s * vy, vy, vz, (s * (x[0] - c * vy * vz) - x[1]) / (1 + s * s), s + 0.4 * (c * c - s * s)};
  }
  static State of(const HandGearbox::State& x) { return {x[0], x[1], x[2], x[4], x[5]}; }
  static HandGearbox::State full(const State& x) { return {x[0], x[1], x[2], -std::sin(x[2]) * x[3], x[3], x[4]}; }
};

/// u = (vphi, vtheta).
struct ReducedDisk {
  using State = std::array<double, 6>;
  double R = 0.25;
  void operator()(const State& x, State& d, double) const {
    const double roll = R * x[5];
    d = {roll * std::cos(x[2]), roll * std::sin(x[2]), x[4], x[5], 0, 0};
  }
  static State of(const HandDisk::State& x) { return {x[0], x[1], x[2], x[3], x[6], x[7]}; }
  static HandDisk::State full(const State& x) {
    const double roll = ReducedDisk().R * x[5];
    return {x[0], x[1], x[2], x[3], roll * std::cos(x[2]), roll * std::sin(x[2]), x[4], x[5]};
  }
};

/// u = (the velocity along the edge, omega).
struct ReducedSleigh {
  using State = std::array<double, 5>;
  void operator()(const State& x, State& d, double) const {
    constexpr double g = 0.1;
    const double s = std::sin(x[2]), c = std::cos(x[2]), u = x[3], omega = x[4];
    d = {c * u, s * u, omega, omega * omega - g * s, -(u * omega + g * c) / 2};
  }
  static State of(const HandSleigh::State& x) {
    return {x[0], x[1], x[2], std::cos(x[2]) * x[3] + std::sin(x[2]) * x[4], x[5]};
  }
  static HandSleigh::State full(const State& x) {
    return {x[0], x[1], x[2], std::cos(x[2]) * x[3], std::sin(x[2]) * x[3], x[4]};
  }
};

/// (q, v) as the state of these equations, and back: where they are not reduced it is that.
template <class Ode, class Full> typename Ode::State state_of(const Full& x) {
  if constexpr (requires { Ode::of(x); }) return Ode::of(x);
  else return x;
}
template <class Ode> auto full_of(const typename Ode::State& x) {
  if constexpr (requires { Ode::full(x); }) return Ode::full(x);
  else return x;
}
template <class Ode> using FullState = decltype(full_of<Ode>({}));

/// The state at t_end. A step that shrinks to nothing ends the run: not a number. Flattened: in a source with many
/// such functions GCC stops to inline, and they take up to half as long again.
template <class Stepper, class Ode> [[gnu::flatten]] typename Ode::State by_odeint(const Ode& ode,
                                                                                   typename Ode::State x, double t_end,
                                                                                   double tolerance) try {
  namespace odeint = boost::numeric::odeint;
  odeint::integrate_adaptive(odeint::make_controlled(tolerance, tolerance, Stepper()), std::cref(ode), x, 0.0, t_end,
                             0.01);
  return x;
} catch (const boost::numeric::odeint::odeint_error&) {
  x[0] = std::numeric_limits<double>::quiet_NaN();
  return x;
}

}  // namespace nonholo::benchmarks
