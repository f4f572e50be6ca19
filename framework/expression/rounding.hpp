// How far rounding may take the results of a program from those of exact arithmetic.
//
// Each input, each constant and the result of each operation counts with its last digit, epsilon times its size, and
// operations carry the errors of their operands on, to first order. Sums are thereby measured by their terms: these
// bounds do not shrink where terms cancel.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/expression/program.hpp>

#include <vector>

namespace nonholo {

/// For diagnoses, not for steps: it allocates.
/// @param inputs all that a run takes
/// @return a bound for each output; NaN where its value is
template <class Real> std::vector<Real> rounding_of(const Program<Real>& program, const std::vector<Real>& inputs);

}  // namespace nonholo
