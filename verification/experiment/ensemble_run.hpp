// A run whose members begin at many starts, and whose states are reduced over all of them. Private header of
// verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/members_done.hpp>
#include <nonholo/verification/experiment/prepared_run.hpp>

#include <memory>
#include <vector>

namespace nonholo {

class PreparedEnsemble : public PreparedRun {
 public:
  using PreparedRun::PreparedRun;

  /// Starts the first member. @throws InputError for what it cannot do.
  virtual void try_first_start() = 0;
  /// Runs the next member. What is known of it depends on no member before it. False where it was told to stop on the
  /// way: nothing of the member is taken then.
  virtual bool run_next(MembersDone& into, const RunSurroundings& around) = 0;
  /// What there is to say of members that have run.
  virtual RunResult result(const MembersDone& members) const = 0;
  /// Of the reductions that are histograms, in their order, one for each time.
  virtual std::vector<std::vector<RecordedHistogram>> histograms(const MembersDone& members) const = 0;
};

/// @throws InputError with file and line of the [[run]]
std::unique_ptr<PreparedEnsemble> prepared_members(const Experiment& experiment, const RunSpec& run);
/// The same. @throws InputError with no place
std::unique_ptr<PreparedEnsemble> prepared_ensemble(const Experiment& experiment, const RunSpec& run);

}  // namespace nonholo
