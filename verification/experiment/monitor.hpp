// A Monitor watches a run: it takes the extremes of conserved quantities over all accepted steps, in constant memory.
// Differences are taken in the precision of the run and reported as doubles.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/energy_balance.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/block_means.hpp>
#include <nonholo/verification/experiment/health.hpp>
#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/experiment/series.hpp>
#include <nonholo/verification/output/archive.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nonholo {

/// Properties of a run that decide what is watched.
struct Watching {
  bool path = false;  ///< states are nodes of a path, v a difference of nodes: watch the constraint in midstep, too
  bool exact = true;  ///< the exact solution, if the problem has one, is that of this run (exact_solution.hpp)
  double span = 0;    ///< |t_end - t_0|
};

template <class Real> class Monitor {
 public:
  /// @param z for a DAE: the guess from which the z of the first state, a root, is found. Other systems do not need it.
  explicit Monitor(const System<Real>& system, const VectorX<Real>& z = {}, Watching what = {});

  void operator()(const Observation<Real>& seen);

  /// A state between steps: reading() tells of it, and extremes take it, but no check of the run is made there.
  void look(const View<Real>& state);

  /// Call it after the run with the state seen last. It checks there what operator() checks in some steps only.
  void finish(const View<Real>& state);

  const Extremes& extremes() const { return extremes_; }
  const VitalSigns& signs() const { return signs_; }
  /// Of E - E_0 - W over all steps; without any blocks of a system that has no energy.
  const BlockMeans& energy_errors() const { return energy_errors_; }

  /// Saves or restores all that the monitor knows of past steps.
  void archive(Archive& with);

  /// Energy, residuals and invariants at the state seen last, and its error if an exact solution is known. It does not
  /// contain the state itself.
  const Reading& reading() const { return reading_; }

  /// At the state seen last: E - E_0 - W with the energy E_0 at the start and the work W done since, and max |A v + b|.
  double energy_error() const { return reading_.energy_error; }
  double constraint_residual() const { return reading_.constraint_residual; }

  /// 2-norms of the errors of q and v at the state seen last; nothing if no exact solution is known. For a DAE the
  /// error of y, and 0.
  std::optional<std::pair<double, double>> solution_error() const { return solution_error_; }

 private:
  void begin(const View<Real>& state);
  bool has_energy() const { return system_.kind() != SystemKind::dae; }
  void watch_energy(const View<Real>& state, bool first);
  bool watch_residuals(const View<Real>& state);
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
  bool driven_ = false;  // something has driven the system up to now
  VectorX<Real> z_, middle_;
  bool path_;
  double span_;
  Real t_before_ = 0;
  std::vector<Real> start_invariants_;
  std::vector<Real> q0_, v0_;
  Real t0_ = 0, start_energy_ = 0;
  bool exact_;  // the exact solution of this run is known
  Reading reading_;
  std::optional<std::pair<double, double>> solution_error_;
  Extremes extremes_;
  BlockMeans energy_errors_;
  VitalSigns signs_;
  VectorX<Real> later_, later_positions_;  // residuals at the time t (1 + 4 epsilon)
  long rank_every_ = 1, rank_next_ = 0;    // steps between checks of the rank, and the step of the next check
  VectorX<Real> looked_;                   // (t, q, v) at the latest check of the rank
};

}  // namespace nonholo
