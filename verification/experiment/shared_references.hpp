// Reference solutions that the runs of an experiment share: one for each system, start and end in a precision, computed
// by the first run that asks while the others go on. Private header of verification/.
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
  /// nullptr where no solution is known well enough, or `stopped` said so before one was; then none is to be had any
  /// more. Waits when another thread computes the same one.
  const ReferenceSolution<Real>* at(
      const System<Real>& system, const std::vector<Real>& parameters, const AdmissibleStart<Real>& start, Real t_end,
      const std::function<bool()>& stopped = [] { return false; }) {
    Slot& slot = slot_of(parameters, start, t_end);
    std::call_once(slot.computed, [&] { slot.solution = reference_solution(system, start, t_end, stopped); });
    return slot.solution ? &*slot.solution : nullptr;
  }

 private:
  struct Slot {
    std::once_flag computed;
    std::optional<ReferenceSolution<Real>> solution;
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

using AllReferences = std::tuple<SharedReferences<double>, SharedReferences<long double>, SharedReferences<quad>>;

}  // namespace nonholo
