// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/constraint_projection.hpp>

#include <nonholo/framework/base/quad.hpp>

namespace nonholo {

template <class Real> ConstraintProjection<Real>::ConstraintProjection(const Hessenberg<Real>& dae)
    : linear_(dae.differential(), dae.algebraic(), dae.parts()),
      g_(dae.algebraic()),
      mu_(dae.algebraic()),
      step_(dae.differential()),
      normal_(dae.algebraic(), dae.algebraic()),
      lu_(dae.algebraic()) {}

template <class Real>
bool ConstraintProjection<Real>::operator()(Hessenberg<Real>& dae, Real t, const VectorX<Real>& z, VectorX<Real>& y) {
  constexpr int most_iterations = 50;
  constexpr double noise = 64;  // steps of so many epsilon that fall no longer are round-off of g
  Real last = 0;
  for (int i = 0; i < most_iterations; ++i) {
    dae.constraint(t, y, g_);
    dae.linearise(t, y, z, linear_);
    normal_ = linear_.g_y.lazyProduct(linear_.g_y.transpose());
    lu_.compute(normal_);
    lu_.solve(g_, mu_);
    step_ = linear_.g_y.transpose().lazyProduct(mu_);
    if (!step_.allFinite()) return false;
    y -= step_;
    const Real size = step_.norm(), unit = epsilon<Real> * y.norm();
    if (size <= unit || (i > 0 && size > last / 2 && size <= Real(noise) * unit)) return true;
    last = size;
  }
  return false;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class ConstraintProjection<double>;
#else
template class ConstraintProjection<quad>;
#endif

}  // namespace nonholo
