// What the tests of the baselines share: a rolling disk of their own with its exact solution, and a watched run.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <algorithm>
#include <cmath>

namespace nonholo::test {

/// The rolling disk with unit inertias, R = 1/2; mass matrix declared as if it depended on q.
struct Rolling {
  static constexpr int n = 4, m = 2;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>&) const { return Matrix<S, 4, 4>::Identity(); }
  template <class S> S potential(const Vector<S, 4>&) const { return S(0); }
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << S(1), S(0), S(0), -0.5 * cos(q[2]),  //
        S(0), S(1), S(0), -0.5 * sin(q[2]);
    return A;
  }
};

/// Turning at rate 2, rolling at rate 1: a circle of radius 1/4 through the origin.
inline Start<double> rolling_start() { return {.q = Eigen::Vector4d(0, 0, 0, 0), .v = Eigen::Vector4d(0.5, 0, 2, 1)}; }

inline Eigen::Vector4d rolling_exact(double t) { return {std::sin(2 * t) / 4, (1 - std::cos(2 * t)) / 4, 2 * t, t}; }

struct Seen {
  Summary summary;
  double worst_constraint = 0, last_time = 0;
  bool times_increase = true;
};

inline Seen watch(Integrator<double>& integrator, const Start<double>& start, double t0, double t_end) {
  Seen seen;
  const auto probe = make_probe(integrator.system());
  seen.summary =
      integrate(integrator, start, TimeSpan<double>::adaptive(t0, t_end), [&](const Observation<double>& now) {
        if (now.step > 0 && !(now.state.t > seen.last_time)) seen.times_increase = false;
        seen.last_time = now.state.t;
        seen.worst_constraint =
            std::max(seen.worst_constraint, probe->constraint(now.state.t, now.state.q, now.state.v).absolute);
      });
  return seen;
}

inline bool state_is_finite(const Integrator<double>& integrator) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::ranges::all_of(integrator.view().q, finite) && std::ranges::all_of(integrator.view().v, finite);
}

inline double rolling_error(Integrator<double>& integrator, double t_end) {
  watch(integrator, rolling_start(), 0, t_end);
  return (Eigen::Map<const Eigen::Vector4d>(integrator.view().q.data()) - rolling_exact(t_end)).norm();
}

}  // namespace nonholo::test
