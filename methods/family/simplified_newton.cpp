// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/family/simplified_newton.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <cmath>

namespace nonholo {

namespace {

constexpr double security = 0.03;    // kappa_1
constexpr int most_iterations = 61;  // where TOL lies below round-off the rule is never met
constexpr double round_off = 64;     // increments of this many epsilon (of |X|) at the cap are as good as it gets

}  // namespace

template <class Real> SimplifiedNewton<Real>::SimplifiedNewton(Eigen::Index size, const SolverOptions<Real>& options)
    : tolerance_(options.tolerance),
      max_iterations_(options.max_iterations),
      F_(size),
      dx_(size) {
  if (!(tolerance_ > 0))
    throw InputError("solver_tolerance",
                     "is required by solver = \"simplified_newton\": give the tolerance at which its iteration stops");
}

template <class Real> SolverReport SimplifiedNewton<Real>::solve(StageEquations<Real>& equations, VectorX<Real>& x) {
  using std::sqrt;
  SolverReport report;
  const auto ended = [&report](Outcome outcome) {
    report.outcome = outcome;
    return report;
  };
  Real previous = 0, theta_hat = 0;
  while (report.iterations < max_iterations_) {
    equations.residual(x, F_);
    ++report.evaluations;
    if (report.iterations == 0 && !equations.linearise()) return ended(Outcome::singular_matrix);
    equations.correct(F_, dx_);
    const Real size = dx_.norm();
    report.increment = static_cast<double>(size);
    if (!std::isfinite(report.increment)) return ended(F_.allFinite() ? Outcome::singular_matrix : Outcome::not_finite);
    x += dx_;
    ++report.iterations;
    // what the norm of X does not show is no increment: a motion at rest has no other, and they fall no further
    if (size <= epsilon<Real> * x.norm()) return ended(Outcome::success);
    if (report.iterations > 1) {
      const Real theta = size / previous;
      theta_hat = report.iterations == 2 ? theta : Real(sqrt(theta_hat * theta));
      if (theta_hat < 1 && theta_hat / (1 - theta_hat) * size <= Real(security) * tolerance_)
        return ended(Outcome::success);
    }
    previous = size;
  }
  if (previous <= Real(round_off) * epsilon<Real> * (1 + x.norm())) return ended(Outcome::success);
  return ended(theta_hat < 1 ? Outcome::stage_solver_stagnated : Outcome::stage_solver_diverged);
}

template <class Real> void use_simplified_newton(SolverOptions<Real>& options) {
  options.extrapolate = false;
  options.max_iterations = most_iterations;
  options.make = MakeSimplifiedNewton<Real>();
}

template <class Real> void refuse_simplified_newton(const SolverOptions<Real>& options) {
  if (uses_simplified_newton(options))
    throw InputError("solver",
                     "simplified_newton is for the stage equations of spark and runge_kutta, not for energy methods");
}

template class SimplifiedNewton<double>;
template class SimplifiedNewton<quad>;
template void use_simplified_newton(SolverOptions<double>&);
template void use_simplified_newton(SolverOptions<quad>&);
template void refuse_simplified_newton(const SolverOptions<double>&);
template void refuse_simplified_newton(const SolverOptions<quad>&);

}  // namespace nonholo
