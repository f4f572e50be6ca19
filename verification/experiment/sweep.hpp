// Runs that differ in one swept option only: a line of an order plot.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct Sweep {
  std::string label;              ///< that of its runs without the option's value: "spark(gauss,2)"
  std::vector<std::size_t> runs;  ///< as they stand in the file
};

/// Every run is in one of them; where the option is not swept, alone. In the order of their first runs.
std::vector<Sweep> sweeps(const std::vector<RunSpec>& runs, std::string_view option);

/// The value of an option of a run: its step size, or a number among the options of its method. NaN where it has none.
double option_value(const RunSpec& run, std::string_view option);

}  // namespace nonholo
