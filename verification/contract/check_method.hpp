// Checks that a method does what its traits claim: run them on your own in one line,
//
//   std::puts(nonholo::check_method(*my_method, start, 0.1).text().c_str());
//
//   view(start(t, q, v)) shows t, q, v; a second run from the same start is the same to the bit: nothing is hidden a
//   step advances t by h; the constraint holds where keeps_constraint is claimed, the energy stays where keeps_energy
//   is a symmetric method is undone by its step of -h; on a system that is its own mirror image in time it, and a
//   reversible one, runs back after reverse() a step that fails says so, leaves the state as it was, and is possible to
//   provoke without an exception a step allocates nothing, when a counter of allocations is given
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
ContractReport check_method(Integrator<double>& integrator, const Start<double>& start, double h,
                            const MethodCheckOptions& options = {});

/// A step of -h by `adjoint` undoes a step of h by `method`. Both run on the same system.
Finding check_adjoint(Integrator<double>& method, Integrator<double>& adjoint, const Start<double>& start, double h);

}  // namespace nonholo
