// The checks of stage equations: their derivatives are held against their residual.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/verification/contract/report.hpp>

#include <vector>

namespace nonholo {

/// jacobian at a step of h, correct at one so short that a linearisation is nearly exact; none of a method without
/// stage equations. The integrator is started, and is to be started anew after this.
std::vector<Finding> equation_findings(Integrator<double>& integrator, double h);

}  // namespace nonholo
