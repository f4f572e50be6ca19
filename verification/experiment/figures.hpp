// The figures that an experiment asks for, from what came of its runs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/result.hpp>
#include <nonholo/verification/figure/figure_json.hpp>

namespace nonholo {

/// Curves that could not be had are there, with the reason.
FigureDocument figures_of(const ExperimentResult& result);

}  // namespace nonholo
