// The order that errors show: the slope of log(error) over log(h) on the asymptotic range.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace nonholo {

struct StepError {
  double h, error;
};

/// Local order between two errors.
double local_order(const StepError& a, const StepError& b);

/// The least-squares slope over the asymptotic range: of the points above the floor the finest four, and coarser ones
/// while their local slope is that of the finest. Nothing when fewer than four are above the floor.
std::optional<double> fitted_order(const std::vector<StepError>& points, double floor);

}  // namespace nonholo
