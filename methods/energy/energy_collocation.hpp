// Energy-preserving collocation for zeta' = Pi(zeta) grad H (Cohen & Hairer 2011; reference M16).
//
//   u(t0) = zeta0,   u'(t0 + c_i h) = Pi(u(t0 + c_i h)) (1/b_i) int_0^1 l_i(tau) grad H(u(t0 + tau h)) dtau,
//       zeta1 = u(t0 + h)
//
// u is a polynomial of degree s, c_i the Gauss nodes, l_i the Lagrange polynomials on them, b_i = int l_i. Order 2s,
// symmetric, exact in the energy because the integral is: s = 1 is the discrete gradient avf. In adapted coordinates
// the constraint holds as well. With the QR basis symmetry has the exception that discrete_gradient.hpp tells of.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/energy/reduced_coordinates.hpp>

#include <memory>
#include <optional>

namespace nonholo {

struct EnergyCollocationOptions {
  std::optional<KernelBasis> basis = {};  ///< nothing: basis_of(system)
  BasisDerivative derivative = BasisDerivative::exact;
  bool compensated = false;  ///< carry what zeta += dzeta rounds off
};

inline constexpr int most_collocation_stages = 16;

/// Runs mechanical systems, in adapted coordinates and for as long as nothing drives them (while_conservative.hpp), and
/// skew-gradient systems.
/// @throws UnsuitableSystem for others; InputError: "stages" outside 1 ... most_collocation_stages; "basis",
///         "differentiation" for what a skew-gradient system has no use for, and for central differences, which give up
///         the exact energy; "solver" for simplified_newton.
template <class Real> std::unique_ptr<Integrator<Real>> energy_collocation(const System<Real>& system, long stages,
                                                                           const EnergyCollocationOptions& options = {},
                                                                           const SolverOptions<Real>& solver = {});

}  // namespace nonholo
