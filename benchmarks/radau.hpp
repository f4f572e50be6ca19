// RADAU5 of Hairer & Wanner as deSolve has it compiled, on the DAEs of index 2 of radau_equations.hpp. It is called in
// this process: no time of R's, which may be more than the run's, is in it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grounds.hpp"

#include <optional>

namespace nonholo::benchmarks {

/// With rtol = atol, a first step of 1e-4 and Jacobians by differences, ten evaluations of compiled code.
/// @return nothing where there is no R or no deSolve.
std::optional<Contender> radau(const Ground& on);

}  // namespace nonholo::benchmarks
