// The solver of a published thesis, kept to show what a loose solver does: Hilden 2009, Algorithm 2.1 with the stopping
// rule of Jay (2000).
//
//   J dX_k = -F(X_k),  X_{k+1} = X_k + dX_k,  J frozen at the start of the step
//   theta_k = |dX_k| / |dX_{k-1}|,   theta^_1 = theta_1,  theta^_k = sqrt(theta^_{k-1} theta_k),
//       eta_k = theta^_k / (1 - theta^_k)
//   stop when eta_k |dX_k| <= 0.03 TOL                                              (2-norms of all unknowns, unscaled)
//
// At tolerances that look reasonable the error it leaves adds up to a linear drift of the energy, which has been blamed
// on the method (docs/science/loose_solver.md). Everything else here solves to round-off.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/solver/nonlinear_solver.hpp>

#include <memory>

namespace nonholo {

template <class Real> class SimplifiedNewton final : public NonlinearSolver<Real> {
 public:
  /// options.tolerance is TOL. @throws InputError (key "solver_tolerance") unless it is > 0.
  SimplifiedNewton(Eigen::Index size, const SolverOptions<Real>& options);
  SolverReport solve(StageEquations<Real>& equations, VectorX<Real>& x) override;

 private:
  Real tolerance_;
  int max_iterations_;
  VectorX<Real> F_, dx_;
};

/// What SolverOptions::make is then.
template <class Real> struct MakeSimplifiedNewton {
  std::unique_ptr<NonlinearSolver<Real>> operator()(Eigen::Index size, const SolverOptions<Real>& options) const {
    return std::make_unique<SimplifiedNewton<Real>>(size, options);
  }
};

/// The options that make a method use it: no extrapolated guess, at most 61 iterations.
template <class Real> void use_simplified_newton(SolverOptions<Real>& options);

/// Whether they do: the thesis solves unreduced equations (runge_kutta/spark_unreduced.hpp), so spark takes those then.
template <class Real> bool uses_simplified_newton(const SolverOptions<Real>& options) {
  return options.make.template target<MakeSimplifiedNewton<Real>>() != nullptr;
}

/// For methods that have no such equations. @throws InputError (key "solver").
template <class Real> void refuse_simplified_newton(const SolverOptions<Real>& options);

}  // namespace nonholo
