// What came of one run, for Python: what it showed, and what the program would report of it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kept_states.hpp"
#include "parts.hpp"

#include <nonholo/verification/experiment/result.hpp>

namespace nonholo::python {

struct Solution {
  std::shared_ptr<const Experiment> experiment;
  RunResult result;
  AnyShown shown;
  bool sampled = false;     ///< its rows are samples; else accepted states
  bool keeps_steps = true;  ///< all accepted states are there

  const RunSpec& run() const { return experiment->runs.front(); }
};

}  // namespace nonholo::python
