// An observer that keeps what it sees: times, states, multipliers, energies and residuals of a run, to plot or to
// print.
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

/// What is known of a system at one step.
template <class Real> struct Recorded {
  long step;  ///< 0 at the start
  Real t;
  VectorX<Real> q, v;    ///< of a DAE y and nothing
  VectorX<Real> lambda;  ///< those that (t, q, v) asks for; NaN where K p_v^-1 K^T is singular. Of a DAE z
  Real energy;           ///< [J]; NaN where there is none: a DAE
  Real work;             ///< done on it since the start [J] (energy_balance.hpp)
  Real residual;         ///< largest |k_i|, of A v + b
};

/// Grows by one entry per recorded step: for runs that fit into memory. Long ones are watched by an observer of one's
/// own, any callable that takes an Observation. It begins anew with the start of another run; work counts from the
/// first state that it saw.
template <class Real> class Trajectory {
 public:
  /// @param every records the start and every so many steps, >= 1 @throws InputError
  explicit Trajectory(const System<Real>& system, long every = 1);

  void operator()(const Observation<Real>& seen);

  /// Largest difference between the energy and that of the start with the work done since, and largest residual, of
  /// what is recorded: 0 when nothing is, NaN when one of them is.
  Real max_energy_error() const;
  Real max_residual() const;

  std::size_t size() const { return states_.size(); }
  const Recorded<Real>& operator[](std::size_t i) const { return states_[i]; }
  auto begin() const { return states_.begin(); }
  auto end() const { return states_.end(); }

 private:
  /// The largest; what is no number is larger than all.
  template <class F> Real most(F f) const {
    Real largest = 0;
    for (const Recorded<Real>& x : states_)
      if (const Real value = f(x); value > largest || value != value) largest = value;
    return largest;
  }

  std::unique_ptr<Probe<Real>> probe_;
  EnergyBalance<Real> balance_;
  VectorX<Real> lambda_;  ///< of the last step: of a DAE the root next to it is taken
  long every_;
  std::vector<Recorded<Real>> states_;
};

}  // namespace nonholo
