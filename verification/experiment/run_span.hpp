// The times of a run as its file gives them. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/experiment/experiment.hpp>

namespace nonholo {

/// @throws InputError as TimeSpan
template <class Real> TimeSpan<Real> time_span(const RunSpec& run) {
  const Real t0 = run.problem.t0.as<Real>();
  if (run.steps && run.h) return TimeSpan<Real>::fixed(t0, run.h->as<Real>(), *run.steps);
  const Real t_end = *run.problem.end_time<Real>();
  if (run.h) return TimeSpan<Real>::until(t0, t_end, run.h->as<Real>());
  return TimeSpan<Real>::adaptive(t0, t_end);
}

}  // namespace nonholo
