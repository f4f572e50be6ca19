// The orders that a method claims, held against those measured in double on the system it runs on.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/report.hpp>

namespace nonholo {

/// order, position_order and multiplier_order where the traits claim one: from runs to 16 h with steps of 4 h, 2 h, h,
/// ... h/16. A system may be kinder than the theorem, so only less than the claim is wrong. Where fewer than four
/// errors are above round-off the order is an omission of the report: `nonholo verify` measures in quadruple precision.
void check_orders(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h,
                  ContractReport& report);

}  // namespace nonholo
