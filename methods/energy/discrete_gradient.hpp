// Discrete-gradient methods: they keep the energy exactly, and in adapted coordinates the constraint.
//
//   (zeta1 - zeta0)/h = Pi(zm) DG + B(zm)^T lambda,   0 = B(zm) DG,   zm = (zeta0 + zeta1)/2,
//       DG . (zeta1 - zeta0) = H(zeta1) - H(zeta0)
//
// Pi is skew: H(zeta1) = H(zeta0). The discrete gradients DG of H between zeta0 and zeta1 = zeta0 + d (Celledoni et al.
// 2016, section 2):
//
//   avf        mean of grad H over the segment, by Gauss quadrature                                  order 2, symmetric
//   gonzalez   g + (H(zeta1) - H(zeta0) - g . d) W d/(d . W d),  g = grad H(zm)                      order 2, symmetric
//   itoh_abe   increments along one coordinate after the other                                             order 1
//
// W = 1 in the papers: the Euclidean norm of coordinates and momenta together, which makes the solution depend on
// units, and with large masses the equations of a step may have none. In the mass metric W = diag(M/h^2, M^-1)
// (skew_gradient.hpp) neither happens: other units multiply q by a diagonal D, p by D^-1 and M by D^-1 on both sides.
//
// reduced: adapted coordinates, no B (reference M12); full: (q, p) with the constraint on the step's mean only (M13): k
// = 0 is not kept, and lambda is of order 1. With a basis by QR a step over which a sign of the decomposition changes
// is not symmetric: traits() claim it of the own basis alone.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/energy/reduced_coordinates.hpp>

#include <memory>
#include <optional>

namespace nonholo {

enum class Gradient { avf, gonzalez, itoh_abe };
enum class Space { reduced, full };
enum class Metric { euclidean, mass };  ///< in which gonzalez measures the increment

struct DiscreteGradientOptions {
  Gradient gradient;
  Space space = Space::reduced;
  std::optional<KernelBasis> basis = {};  ///< nothing: basis_of(system)
  BasisDerivative derivative = BasisDerivative::exact;
  bool compensated = false;  ///< carry what zeta += dzeta rounds off
  /// Nothing: euclidean, that of the paper, in a basis of the paper (own, qr) and in the full space of a system with a
  /// basis of its own; else mass.
  std::optional<Metric> metric = {};
};

/// Runs mechanical systems, for as long as nothing drives them (while_conservative.hpp), and skew-gradient systems.
/// @throws UnsuitableSystem for others; InputError: "space", "basis", "differentiation" for what a skew-gradient
///         system, the full space or the gradient has no use for (central differences give up the exact energy with all
///         gradients but gonzalez); "solver" for simplified_newton.
template <class Real> std::unique_ptr<Integrator<Real>> discrete_gradient(const System<Real>& system,
                                                                          const DiscreteGradientOptions& options,
                                                                          const SolverOptions<Real>& solver = {});

}  // namespace nonholo
