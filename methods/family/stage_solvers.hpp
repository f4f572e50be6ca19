// The options of every method with stage equations: which solver, which Jacobian, how far.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/framework/solver/solver_entry.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace nonholo {

class StageSolvers {
 public:
  /// The first solver is the usual one.
  explicit StageSolvers(const std::vector<SolverEntry>& solvers);

  /// A method's own options, then those of its solver.
  std::vector<Option> after(std::vector<Option> own) const;
  std::vector<Option> options() const { return after({}); }

  /// @throws InputError under the key of the option.
  template <class Real> SolverOptions<Real> read(const MethodOptions& given) const;

  /// Makers for every precision from a function of (system, the method's options, the solver's).
  template <class F> PerPrecision<MakeIntegrator> makers(F make) const {
    return in_every_precision(
        [make, solvers = *this]<class Real>(const System<Real>& system, const MethodOptions& given) {
          return make(system, given, solvers.read<Real>(given));
        });
  }

 private:
  template <class Real> static void choose(const SolverEntry& solver, SolverOptions<Real>& options);

  Selection<JacobianChoice> jacobian_;
  Selection<SolverEntry> solver_;
  Option tolerance_;
};

template <class Real> SolverOptions<Real> StageSolvers::read(const MethodOptions& given) const {
  SolverOptions<Real> options;
  options.jacobian = jacobian_.in(given);
  if (given.has(tolerance_.key)) {
    const Number tolerance = given.number(tolerance_.key);
    options.tolerance = tolerance.as<Real>();
    if (!(options.tolerance > 0))
      throw InputError(std::string(tolerance_.key), fmt::format("{}: must be > 0", tolerance.text()));
  }
  if (const std::optional<SolverEntry> solver = solver_.given(given)) choose(*solver, options);
  return options;
}

template <class Real> void StageSolvers::choose(const SolverEntry& solver, SolverOptions<Real>& options) {
  if (!solver.choose.in<Real>()) throw InputError("solver", fmt::format("{} is available in double only", solver.name));
  solver.choose.in<Real>()(options);
  if (options.jacobian != JacobianChoice::automatic && uses_simplified_newton(options))
    throw InputError(
        "jacobian",
        fmt::format("does not apply to {}, which takes the exact Jacobian at the start of the step: leave it out",
                    solver.name));
}

}  // namespace nonholo
