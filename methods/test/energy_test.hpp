// What the tests of the energy methods share: conservative toys beside FivePendula, and runs that watch the energy.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine_test.hpp"

#include <nonholo/framework/system/hessenberg_form.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

#include <limits>

namespace nonholo::test {

inline Start<double> turning_start() {
  return {.q = Eigen::Vector3d(0.4, -0.2, 0.3), .v = Eigen::Vector3d(0.3, 0.1, 1.5), .consistent = Consistent::project};
}

inline Start<double> start_at(const VectorX<double>& zeta) { return {.q = zeta, .v = VectorX<double>(0)}; }
inline Start<double> body_start() { return start_at(Eigen::Vector3d(1, 0.5, -0.7)); }
inline Start<double> tops_start() { return start_at(Eigen::Vector4d(0.6, -0.4, 0.3, 1.1)); }

struct Watched {
  double energy = 0;      // largest relative error
  double constraint = 0;  // largest, scaled
  long iterations = 0;
};

/// Fails the test when a step fails.
inline Watched watch(Integrator<double>& integrator, const Start<double>& start, double h, long steps) {
  Watched watched;
  const auto probe = make_probe(integrator.system());
  double E0 = std::numeric_limits<double>::quiet_NaN();
  const Summary summary = integrate(integrator, start, TimeSpan<double>::fixed(0, h, steps), [&](const auto& seen) {
    const double E = probe->energy(0, seen.state.q, seen.state.v);
    if (seen.step == 0) E0 = E;
    watched.energy = std::max(watched.energy, std::abs(E / E0 - 1));
    watched.constraint = std::max(watched.constraint, probe->constraint(0, seen.state.q, seen.state.v).scaled);
  });
  REQUIRE(summary.outcome == Outcome::success);
  watched.iterations = summary.iterations;
  return watched;
}

/// The state at t by a method of order 8.
inline VectorX<double> solution(const System<double>& system, const Start<double>& start, double t) {
  return run(*spark<double>(system, tableaus::gauss(4), HessenbergForm::usual, {}), start, t, 200).end;
}

/// How far a step of h and one of -h end from where they began.
inline double asymmetry(Integrator<double>& integrator, const Start<double>& start, double h) {
  const auto from = checked(start, integrator.system(), 0.0);
  integrator.start(0, values(from.q), values(from.v));
  const VectorX<double> before = state_of(integrator);
  REQUIRE(integrator.step(h).outcome == Outcome::success);
  REQUIRE(integrator.step(-h).outcome == Outcome::success);
  return (state_of(integrator) - before).cwiseAbs().maxCoeff();
}

/// Largest difference of the states of two methods over some steps.
inline double farthest(Integrator<double>& one, Integrator<double>& other, const Start<double>& start, double h,
                       int steps) {
  const auto from = checked(start, one.system(), 0.0);
  one.start(0, values(from.q), values(from.v));
  other.start(0, values(from.q), values(from.v));
  double largest = 0;
  for (int i = 0; i < steps; ++i) {
    REQUIRE(one.step(h).outcome == Outcome::success);
    REQUIRE(other.step(h).outcome == Outcome::success);
    largest = std::max(largest, (state_of(one) - state_of(other)).cwiseAbs().maxCoeff());
  }
  return largest;
}

template <class Make> std::string refused_key(Make make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.key();
  }
  return "accepted";
}

}  // namespace nonholo::test
