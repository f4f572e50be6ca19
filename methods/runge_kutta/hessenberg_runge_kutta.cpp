// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_equations.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>

#include <fmt/format.h>

namespace nonholo {

namespace {

template <class Real>
std::unique_ptr<Integrator<Real>> method_of(const System<Real>& system, HessenbergCoefficients<Real> coefficients,
                                            std::unique_ptr<Hessenberg<Real>> dae, const SolverOptions<Real>& options) {
  const IterationStart begins{.frozen_at_start = uses_simplified_newton(options), .guess = options.guess};
  return stage_integrator<Real>(system,
                                std::make_unique<HessenbergEquations<Real>>(std::move(coefficients), std::move(dae),
                                                                            system.kind() == SystemKind::dae, begins),
                                options);
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> spark(const System<Real>& system, const TableauSet& set,
                                                              HessenbergForm form, const SolverOptions<Real>& options) {
  want_determined_multipliers(set);
  auto dae = system.hessenberg(form);
  const int parts = dae->parts();
  if (parts == 1 && set.parts().size() > 1)
    throw UnsuitableSystem(
        fmt::format("a DAE of {} parts, one for each tableau of {},", set.parts().size(), set.name()), "has one part");
  return method_of(system, spark_coefficients<Real>(set, parts), std::move(dae), options);
}

template <class Real> std::unique_ptr<Integrator<Real>> runge_kutta(const System<Real>& system, const TableauSet& set,
                                                                    HessenbergForm form,
                                                                    const SolverOptions<Real>& options) {
  auto dae = system.hessenberg(form);
  auto coefficients = standard_coefficients<Real>(set, dae->parts());
  if (system.traits().holonomic > 0) coefficients.traits.position_order = 0;  // q has a multiplier of its own there
  return method_of(system, std::move(coefficients), std::move(dae), options);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> spark(const System<double>&, const TableauSet&, HessenbergForm,
                                                   const SolverOptions<double>&);
template std::unique_ptr<Integrator<double>> runge_kutta(const System<double>&, const TableauSet&, HessenbergForm,
                                                         const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> spark(const System<quad>&, const TableauSet&, HessenbergForm,
                                                 const SolverOptions<quad>&);
template std::unique_ptr<Integrator<quad>> runge_kutta(const System<quad>&, const TableauSet&, HessenbergForm,
                                                       const SolverOptions<quad>&);
#endif

}  // namespace nonholo
