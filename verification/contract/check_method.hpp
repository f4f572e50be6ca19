// Checks that a method does what its traits claim: run them on your own in one line,
//
//   std::puts(nonholo::check_method(*my_method, start, 0.1).text().c_str());
//
// method_checks.hpp lists them: a start is shown as it is and run again to the bit, so nothing is hidden; a step
// advances t by h; what the traits claim of constraint, energy, symmetry, reversibility and orders is measured; a step
// that fails says so and leaves the state as it was; a step allocates nothing, when a counter of allocations is given.
//
// Each check makes its own run and is reported by itself. What cannot be looked at, because no step succeeds, errors
// drown in round-off or the traits leave an order at 0, is said in the report's omissions.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/report.hpp>

#include <functional>

namespace nonholo {

struct MethodCheckOptions {
  std::string subject = "method";
  int steps = 20;
  /// Allocations made so far in this process; empty: not checked. verification/test/no_allocation_test.cpp shows how to
  /// count them.
  std::function<long()> allocations = {};
};

/// @param start a consistent start of integrator.system()
/// @param h     a step size at which the method works; an adaptive one takes it as its bound
/// @throws InputError (key "h" or "steps") unless h is finite and > 0 and options.steps at least 1
ContractReport check_method(Integrator<double>& integrator, const Start<double>& start, double h,
                            const MethodCheckOptions& options = {});

/// A step of -h by `adjoint` undoes a step of h by `method`. Both run on the same system.
/// @throws InputError (key "h") unless h is finite and > 0
Finding check_adjoint(Integrator<double>& method, Integrator<double>& adjoint, const Start<double>& start, double h);

}  // namespace nonholo
