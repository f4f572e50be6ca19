// An observer that keeps times, states, multipliers, energies and residuals of a run, to plot or to print them.
//
//   nonholo::Trajectory trajectory(system);
//   nonholo::integrate(*method, start, span, trajectory);
//   for (const auto& x : trajectory) std::printf("%g %g %g\n", x.t, x.q[0], x.energy);
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/energy_balance.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <memory>
#include <vector>

namespace nonholo {

/// The quantities recorded at one step.
template <class Real> struct Recorded {
  long step;  ///< 0 at the start
  Real t;
  VectorX<Real> q, v;    ///< for a DAE y and an empty v
  VectorX<Real> lambda;  ///< consistent multipliers of (t, q, v), for a DAE z; NaN where K p_v^-1 K^T is singular
  Real energy;           ///< [J]; NaN for a DAE, which has none
  Real work;             ///< work done on the system since the start [J] (energy_balance.hpp)
  Real residual;         ///< largest |k_i|, where k = A v + b
};

/// Grows by one entry per recorded step: for runs that fit into memory. For long runs write an observer, which is any
/// callable that takes an Observation. A Trajectory begins anew with the start of another run. Work counts from the
/// first state that it sees.
template <class Real> class Trajectory {
 public:
  /// @param every records the start and each step whose number is a multiple of it; >= 1 @throws InputError
  explicit Trajectory(const System<Real>& system, long every = 1);

  void operator()(const Observation<Real>& seen);

  /// Largest |E - E_0 - W| with the energy E_0 at the start and the work W since, and largest residual, over the
  /// recorded steps. 0 without recorded steps, NaN if a recorded value is NaN.
  Real max_energy_error() const;
  Real max_residual() const;

  std::size_t size() const { return states_.size(); }
  const Recorded<Real>& operator[](std::size_t i) const { return states_[i]; }
  auto begin() const { return states_.begin(); }
  auto end() const { return states_.end(); }

 private:
  /// The largest f of all recorded steps. NaN counts as largest.
  template <class F> Real most(F f) const {
    Real largest = 0;
    for (const Recorded<Real>& x : states_)
      if (const Real value = f(x); value > largest || value != value) largest = value;
    return largest;
  }

  std::unique_ptr<Probe<Real>> probe_;
  EnergyBalance<Real> balance_;
  VectorX<Real> lambda_;  ///< multipliers of the last step: for a DAE the guess of the next root
  long every_;
  std::vector<Recorded<Real>> states_;
};

}  // namespace nonholo
