// What an experiment file asks to be found on the way of its runs: [[event]] and [[section]], read and checked.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/events.hpp>
#include <nonholo/verification/experiment/run_expression.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace nonholo {

/// States of runs that are found between steps: those where an expression vanishes, or each state after so many steps.
struct LocatedSpec {
  std::string name;
  bool section = false;                       ///< of a [[section]]; else of an [[event]]
  std::shared_ptr<const RunExpression> when;  ///< none of a section with `every`
  Crossing direction = Crossing::both;
  long terminal = 0;                               ///< of an event: the number of the one that ends the run; 0: none
  long every = 0;                                  ///< of a section, in steps
  std::shared_ptr<const RunExpression> condition;  ///< of a section: positive where a state belongs to it; or none
  std::vector<std::size_t> wrap;                   ///< of a section: coordinates that are angles, shown in (-pi, pi]
  std::vector<std::string> runs;                   ///< labels
};

}  // namespace nonholo
