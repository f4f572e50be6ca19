// Reference solutions that the runs of an experiment share: one for each system, start and end in a precision, computed
// by the first run that asks. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/verification/experiment/reference_solution.hpp>

#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace nonholo {

template <class Real> class SharedReferences {
 public:
  /// @param parameters what tells the system from others of the experiment
  /// @param stopped asked at every step of whoever computes it
  /// nullptr where no solution is known well enough, or `stopped` said so before: whoever asks next begins anew then.
  /// Waits when another thread computes the same one.
  const ReferenceSolution<Real>* at(
      const System<Real>& system, const std::vector<Real>& parameters, const AdmissibleStart<Real>& start, Real t_end,
      const std::function<bool()>& stopped = [] { return false; }) {
    Slot& slot = slot_of(parameters, start, t_end);
    const std::lock_guard lock(slot.computing);
    bool told = false;
    if (!slot.solution && !slot.none)
      slot.solution = reference_solution(system, start, t_end, [&] { return told = stopped(); });
    slot.none = !slot.solution && !told;
    return slot.solution ? &*slot.solution : nullptr;
  }

 private:
  struct Slot {
    std::mutex computing;
    std::optional<ReferenceSolution<Real>> solution;
    bool none = false;  // there is no solution to be had
  };

  Slot& slot_of(std::vector<Real> key, const AdmissibleStart<Real>& start, const Real& t_end) {
    key.push_back(start.t);
    key.insert(key.end(), start.q.begin(), start.q.end());
    key.insert(key.end(), start.v.begin(), start.v.end());
    key.insert(key.end(), start.lambda.begin(), start.lambda.end());
    key.push_back(t_end);
    const std::lock_guard lock(mutex_);
    return slots_[key];
  }

  std::mutex mutex_;
  std::map<std::vector<Real>, Slot> slots_;
};

using AllReferences = std::tuple<SharedReferences<double>, SharedReferences<quad>>;

}  // namespace nonholo
