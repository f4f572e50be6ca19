// Numbers that a run has as a whole: options that it was given and quantities that came of it. What figures over runs
// are made of.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// What stands at an axis: "max |E − E₀|", "h".
std::string axis_label(const RunNumber& number, const Experiment& experiment);

/// The options of runs that are numbers: h, rtol, stages, ...
std::vector<std::string_view> number_options();
bool is_number_option(std::string_view name);

/// A quantity of a run as a number, an expression of the file among them, NaN where it does not apply; of a list the
/// component, or the largest of all.
double quantity_of(const RunResult& run, std::string_view quantity, std::string_view component,
                   const Experiment& experiment);

/// What came of the run, or its option; NaN where it does not apply.
double value(const RunNumber& number, const Experiment& experiment, const RunSpec& run, const RunResult& result);

}  // namespace nonholo
