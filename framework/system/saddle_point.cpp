// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/saddle_point.hpp>

#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real, int n, int m> SaddlePoint<Real, n, m>::SaddlePoint(const Dynamics<Real, n, m>& dynamics)
    : dynamics_(dynamics),
      metric_(dynamics),
      block_(dynamics.coordinates(), dynamics.constraints(), !metric_.is_sparse()),
      rates_(dynamics.coordinates(), dynamics.constraints()),
      zero_(Vector<Real, n>::Zero(dynamics.coordinates())),
      a_(dynamics.coordinates()),
      lambda_(dynamics.constraints()),
      residual_(dynamics.constraints()),
      rows_(dynamics.constraints(), dynamics.coordinates()),
      free_(dynamics.coordinates()),
      step_(dynamics.constraints()),
      X_(dynamics.coordinates(), dynamics.constraints()),
      S_(dynamics.constraints(), dynamics.constraints()),
      solver_(dynamics.constraints()) {}

template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::solve(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) {
  dynamics_.evaluate(t, q, v, block_);
  if (!dynamics_.traits().ideal) return solve_own_reaction(t, q, v);
  if (!factor(t, q, v, lambda_.size())) return false;
  dynamics_.rates(t, q, v, zero_, rates_);
  a_ = block_.f - rates_.p_dot;
  metric_.solve_in_place(a_);
  lambda_ = -rates_.k_dot;
  lambda_.noalias() -= block_.K * a_;
  rows_.reach(lambda_);
  a_.noalias() += rows_.velocities() * lambda_;
  rows_.combine(lambda_);
  return a_.allFinite() && lambda_.allFinite();
}

// A matrix with ones on its diagonal has the trace n, so that its other eigenvalues have a product of at most
// (n / (n - 1))^(n - 1) < e.
template <class Real, int n, int m> bool SaddlePoint<Real, n, m>::surely_regular() const {
  if (!dynamics_.traits().ideal || !a_.allFinite() || !metric_.is_symmetric()) return false;
  constexpr Real least = Real(1e-6);
  Real of_mass = 1, of_constraints = 1;
  for (Eigen::Index i = 0; i < a_.size(); ++i) of_mass *= metric_.pivot(i) / metric_.entry(i);
  for (Eigen::Index i = 0; i < lambda_.size(); ++i) of_constraints *= rows_.left(i) / rows_.square(i);
  return of_mass > least && of_constraints > least;
}

/// Newton's method for  k_dot + K p_v^-1 (f - p_dot + r(lambda)) = 0,  which ends after two steps where r is linear.
template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::solve_own_reaction(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) {
  constexpr int most_iterations = 50;
  if (!weigh(t, q, v)) return false;
  dynamics_.rates(t, q, v, zero_, rates_);
  free_ = block_.f - rates_.p_dot;
  lambda_.setZero();
  Real last = 0;
  for (int i = 0; i < most_iterations; ++i) {
    dynamics_.reaction(t, q, v, lambda_, a_, X_);
    a_ += free_;
    metric_.solve_in_place(a_);
    residual_ = rates_.k_dot;
    residual_.noalias() += block_.K * a_;
    metric_.solve_in_place(X_);
    S_.noalias() = block_.K * X_;
    solver_.compute(S_);
    solver_.solve(residual_, step_);
    if (!step_.allFinite() || !a_.allFinite()) return false;
    const Real size = step_.template lpNorm<Eigen::Infinity>(), of = lambda_.template lpNorm<Eigen::Infinity>();
    lambda_ -= step_;
    a_.noalias() -= X_ * step_;
    // steps that fall no longer are the round-off of the residual
    if (size <= epsilon<Real> * of || (i > 0 && size >= last / 2 && size <= Real(1e-8) * (of + size))) return true;
    if (i > 0 && size == 0) return true;
    last = size;
  }
  return false;
}

template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::project(Real t, const Vector<Real, n>& q, Vector<Real, n>& v) {
  dynamics_.evaluate(t, q, v, block_);
  if (!factor(t, q, v, lambda_.size())) return false;
  lambda_ = block_.k;
  rows_.reach(lambda_);
  v.noalias() -= rows_.velocities() * lambda_;
  if (!dynamics_.traits().linear_constraint) return reach_constraint(t, q, v);
  return v.allFinite();
}

/// The rest of project(): steps to k = 0, linearised where v is.
template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::reach_constraint(Real t, const Vector<Real, n>& q, Vector<Real, n>& v) {
  constexpr int most_iterations = 50;
  Real last = 0;
  for (int i = 0; i < most_iterations; ++i) {
    if (!v.allFinite()) return false;
    dynamics_.evaluate(t, q, v, block_);
    if (!factor(t, q, v, lambda_.size())) return false;
    lambda_ = block_.k;
    rows_.reach(lambda_);
    a_.noalias() = rows_.velocities() * lambda_;
    v -= a_;
    const Real size = a_.norm(), unit = epsilon<Real> * v.norm();
    if (size <= unit || (i > 0 && size >= last / 2 && size <= 64 * unit)) return true;
    last = size;
  }
  return false;
}

template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::place(Real t, Vector<Real, n>& q, const Vector<Real, n>& v) {
  using std::sqrt;
  constexpr int most_iterations = 50;
  constexpr double noise = 64;  // steps of so many epsilon that fall no longer are round-off of g
  if (holonomic_ == 0) return true;
  Real last = 0;
  for (int i = 0; i < most_iterations; ++i) {
    dynamics_.evaluate(t, q, v, block_);
    dynamics_.position_constraint(t, q, lambda_);
    if (!factor(t, q, v, holonomic_)) return false;
    if (lambda_.isZero(0)) return true;
    residual_ = lambda_;
    rows_.reach(lambda_);
    a_.noalias() = rows_.velocities() * lambda_;
    rows_.combine(lambda_);
    q -= a_;
    for (Eigen::Index j = 0; j < q.size(); ++j) a_[j] = sqrt(metric_.entry(j)) * q[j];
    const Real size = sqrt(residual_.dot(lambda_)), unit = epsilon<Real> * a_.norm();  // of the step, in the metric
    if (!q.allFinite()) return false;
    if (size <= unit || (i > 0 && size > last / 2 && size <= Real(noise) * unit)) return true;
    last = size;
  }
  return false;
}

/// rows_ of the first constraints.
template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::factor(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v, Eigen::Index rows) {
  return weigh(t, q, v) && rows_.compute(block_.K, metric_, rows);
}

/// metric_ of the mass at hand.
template <class Real, int n, int m>
bool SaddlePoint<Real, n, m>::weigh(Real t, const Vector<Real, n>& q, const Vector<Real, n>& v) {
  return dynamics_.traits().constant_mass ? metric_.compute(t, q, v) : metric_.compute(block_.p_v);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class SaddlePoint<double, dynamic, dynamic>;
static_assert(std::is_same_v<FixedSizes, SizeClasses<SizeClass<3, 1>, SizeClass<4, 2>, SizeClass<7, 1>>>,
              "one line below, and one in mass_inverse.cpp, for each size class");
template class SaddlePoint<double, 3, 1>;
template class SaddlePoint<double, 4, 2>;
template class SaddlePoint<double, 7, 1>;
#else
template class SaddlePoint<quad, dynamic, dynamic>;
#endif

}  // namespace nonholo
