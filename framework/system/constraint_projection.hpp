// A state of a DAE put back onto its constraint g(t, y) = 0, along the normals of the constraint in the Euclidean
// metric of y: nothing tells the units of y, so there is no other.
//
//   y <- y - g_y^T (g_y g_y^T)^-1 g(t, y)        until y no longer changes      (Hairer, Lubich & Wanner 2006, IV.4)
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real> class ConstraintProjection {
 public:
  explicit ConstraintProjection(const Hessenberg<Real>& dae);

  /// False where the iteration does not end, on no state or on a singular one. z is what f is evaluated with beside g.
  bool operator()(Hessenberg<Real>& dae, Real t, const VectorX<Real>& z, VectorX<Real>& y);

 private:
  HessenbergLinearisation<Real> linear_;
  VectorX<Real> g_, mu_, step_;
  MatrixX<Real> normal_;
  Lu<Real> lu_;
};

}  // namespace nonholo
