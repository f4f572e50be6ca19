// A state of a run as a Reading, in doubles: what the monitor knows, and what only figures ask for.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/monitor.hpp>
#include <nonholo/verification/experiment/recorder.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <memory>

namespace nonholo {

template <class Real> class StateReader {
 public:
  /// Reads what the recorder needs.
  StateReader(const System<Real>& system, const Recorder& recorder);

  /// Errors are those against this solution from now on, where the monitor knows no exact one.
  void compare_with(ReferenceTrajectory<Real> reference) { reference_.emplace(std::move(reference)); }

  /// All that it knows of the steps behind. Of the reference another one goes on, compare_with() being called again.
  void archive(Archive& with);

  /// The state that the monitor and the expressions have just seen. The reading is good until the next one.
  /// @param at_step  it is an accepted state; others have no constraint half a step before them
  const Reading& operator()(const View<Real>& state, const Monitor<Real>& monitor,
                            const RunExpressions<Real>& expressions, bool at_step = true);

 private:
  void read_known(const Reading& known);
  void read_constraint(const View<Real>& state);
  void read_midstep(const View<Real>& state);
  void read_rows(const Real& t, std::vector<double>& rows);  // of y_
  void read_multipliers(const View<Real>& state);
  void read_errors(const View<Real>& state);

  Eigen::Index coordinates_, velocities_;
  std::unique_ptr<Probe<Real>> probe_;            // where energy or multipliers are read
  std::unique_ptr<Hessenberg<Real>> constraint_;  // where its rows are
  std::optional<ReferenceTrajectory<Real>> reference_;
  bool state_, energy_, multipliers_, rows_asked_, midstep_, expressions_;
  std::optional<Real> t_before_;
  VectorX<Real> y_, rows_, lambda_;
  Reading reading_;
};

}  // namespace nonholo
