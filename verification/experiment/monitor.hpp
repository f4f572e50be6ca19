// Watching a run: extremes of the conserved quantities over every accepted step, in constant memory. Differences are
// taken in the precision of the run and reported as doubles.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/energy_balance.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/health.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/series.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nonholo {

/// What not every run has.
struct Watching {
  bool path = false;  ///< states are nodes of a path, v the difference of two: look at the constraint between them, too
  bool exact = true;  ///< the exact solution, if the problem has one, is that of this run (exact_solution.hpp)
  double span = 0;    ///< |t_end - t_0|
};

template <class Real> class Monitor {
 public:
  /// @param z of a DAE: where to look for the z of a state, one of its roots; the others know their multipliers.
  explicit Monitor(const System<Real>& system, const VectorX<Real>& z = {}, Watching what = {});

  void operator()(const Observation<Real>& seen);

  /// The last state of a run, once more: what is looked at in few steps is looked at there.
  void finish(const View<Real>& state);

  const Extremes& extremes() const { return extremes_; }
  const VitalSigns& signs() const { return signs_; }

  /// All that it knows of the steps behind.
  void archive(Archive& with);

  /// What is known of the state seen last: its energy, its residual, its invariants, its
  /// error where an exact solution is known. Not the state itself.
  const Reading& reading() const { return reading_; }

  /// Energy now minus energy at the start and the work done since, and max |A v + b|, at the state seen last.
  double energy_error() const { return reading_.energy_error; }
  double constraint_residual() const { return reading_.constraint_residual; }

  /// q and v minus the exact solution at the state seen last, 2-norms; nothing where no exact solution is known. Of a
  /// DAE y, and 0.
  std::optional<std::pair<double, double>> solution_error() const { return solution_error_; }

 private:
  void begin(const View<Real>& state);
  bool has_energy() const { return system_.kind() != SystemKind::dae; }
  void watch_energy(const View<Real>& state, bool first);
  void watch_middle(const View<Real>& state, bool first);
  void watch_solution(const View<Real>& state);
  void watch_invariants(const View<Real>& state, bool first);
  void look_later(const View<Real>& state);
  void watch_rows(bool first, bool looked_later);
  bool rank_held_on_the_way(const View<Real>& state);
  bool other_branch_is_near() const;
  bool watch_rank(const View<Real>& state);
  void take_signs(const View<Real>& state, bool early);
  void take_energy(const View<Real>& state, bool early);

  System<Real> system_;
  std::unique_ptr<Probe<Real>> probe_;
  EnergyBalance<Real> balance_;
  bool driven_ = false;  // so far
  VectorX<Real> z_, middle_;
  bool path_;
  double span_;
  Real t_before_ = 0;
  std::vector<Real> start_invariants_;
  std::vector<Real> q0_, v0_;
  Real t0_ = 0, start_energy_ = 0;
  bool exact_;  // a solution is known
  Reading reading_;
  std::optional<std::pair<double, double>> solution_error_;
  Extremes extremes_;
  VitalSigns signs_;
  VectorX<Real> later_, later_positions_;  // residuals at a time four last digits later
  long rank_every_ = 1, rank_next_ = 0;    // steps
  VectorX<Real> looked_;                   // (t, q, v) at the latest look at the rank
};

}  // namespace nonholo
