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

template <class Real> class Monitor {
 public:
  /// @param z of a DAE: where to look for the z of a state, one of its roots; the others know their multipliers.
  /// @param path the states are nodes of a path, v the difference of two: look at the constraint between them, too
  explicit Monitor(const System<Real>& system, const VectorX<Real>& z = {}, bool path = false);

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
  /// DAE y, and 0; nothing where the run starts on another root z than the exact solution (other_exact_root()), or at
  /// another time (is_out_of_time()), or where that does not pass through the start (exact_elsewhere()).
  std::optional<std::pair<double, double>> solution_error() const { return solution_error_; }

 private:
  void begin(const View<Real>& state);
  bool has_energy() const { return system_.kind() != SystemKind::dae; }
  void watch_energy(const View<Real>& state, bool first);
  void watch_middle(const View<Real>& state, bool first);
  void watch_solution(const View<Real>& state);
  void watch_invariants(const View<Real>& state, bool first);
  void watch_rank(const View<Real>& state);
  void take_signs(const View<Real>& state, bool early);
  void take_energy(const View<Real>& state, bool early);

  System<Real> system_;
  std::unique_ptr<Probe<Real>> probe_;
  EnergyBalance<Real> balance_;
  bool driven_ = false;  // so far
  VectorX<Real> z_, middle_;
  bool path_;
  Real t_before_ = 0;
  std::vector<Real> start_invariants_;
  std::vector<Real> q0_, v0_;
  Real t0_ = 0, start_energy_ = 0;
  bool exact_ = false;  // a solution is known
  Reading reading_;
  std::optional<std::pair<double, double>> solution_error_;
  Extremes extremes_;
  VitalSigns signs_;
};

/// z of the exact solution of a DAE through y0, where that is not the root z0 (which may be of another precision's
/// round-off): the solution is then of another motion. NaN where none is known through y0.
template <class Real> std::optional<VectorX<Real>> other_exact_root(const System<Real>& system,
                                                                    std::span<const Real> y0, std::span<const Real> z0);

/// Where the exact solution is at its beginning, (q, v) or y, unless that is the start, as it has to be, or the start
/// is off the constraint: then it is that of no motion.
template <class Real> std::optional<VectorX<Real>> exact_elsewhere(const System<Real>& system,
                                                                   std::type_identity_t<std::span<const Real>> q0,
                                                                   std::type_identity_t<std::span<const Real>> v0);

/// Whether the exact solution, which is that from time 0 on, is another from t0 on, because something in the equations
/// of motion depends on time at this start or beside it. Looked at at five times: what is the same at all is not seen.
template <class Real> bool is_out_of_time(const System<Real>& system, std::type_identity_t<Real> t0,
                                          std::type_identity_t<std::span<const Real>> q0,
                                          std::type_identity_t<std::span<const Real>> v0);

}  // namespace nonholo
