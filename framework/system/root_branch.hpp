// Which root of the hidden constraint c = g_t + g_y f(t, y, z) = 0 a DAE is on.
//
// Equations that are not linear in z may have several roots, each a motion of its own. Along a solution g_y f_z = c_z
// is invertible, so its determinant keeps its sign; neighbouring roots of a scalar c have opposite signs. Where the
// sign is another, z is on another root. Roots further off may have the same sign: a state whose z is not that of the
// one before but for a fifth is on its root where that can be followed to it, by Newton's method in steps short enough
// to contract from the start (Deuflhard 2011, Newton Methods for Nonlinear Problems, 5.1).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>

#include <vector>

namespace nonholo {

/// Scratch for one thread; nothing but continues() allocates after construction.
template <class Real> class RootBranch {
 public:
  explicit RootBranch(const Hessenberg<Real>& dae);

  /// The root z of this state is the one to stay on.
  void start(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);
  /// Whether z, a root or near one, is on it; true where g_y f_z is not finite or was singular at the start.
  bool holds(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);
  /// Whether the root of the state before, that of start() or of the latest true answer, leads to the root near z; true
  /// where there is none near z. Asked where holds() is true.
  bool continues(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);

 private:
  bool follow(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, Real far, VectorX<Real>& z);
  bool contract(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, Real far, VectorX<Real>& z);
  int sign(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);

  HessenbergLinearisation<Real> linear_;
  MatrixX<Real> f_z_, c_z_;
  Lu<Real> lu_;
  int sign_ = 0;
  Real t_ = 0;
  VectorX<Real> y_, z_;  // of the state before
  HiddenLinearisation<Real> hidden_;
};

/// Whether two z are one root of the hidden constraint but for rounding: it vanishes between them as well. Where the
/// root is 0 their difference is as large as they are.
template <class Real> bool is_one_root(ReducibleHessenberg<Real>& dae, std::type_identity_t<Real> t,
                                       const VectorX<Real>& y, const VectorX<Real>& one, const VectorX<Real>& other);

/// Other simple roots at the same y, those that Newton's method finds near the known one once that is divided out:
/// deflation, Farrell, Birkisson & Funke 2015. A diagnosis, which may miss some; allocates.
template <class Real> std::vector<VectorX<Real>> other_roots(ReducibleHessenberg<Real>& dae,
                                                             std::type_identity_t<Real> t, const VectorX<Real>& y,
                                                             const VectorX<Real>& known);

}  // namespace nonholo
