// Which root of the hidden constraint c = g_t + g_y f(t, y, z) = 0 a DAE is on.
//
// Equations that are not linear in z may have several roots, each a motion of its own. Along a solution g_y f_z = c_z
// is invertible, so its determinant keeps its sign; neighbouring roots of a scalar c have opposite signs. Where the
// sign is another, z is on another root. Roots further off may have the same sign: a state some of whose z are not
// those of the one before but for a fifth, or not those that a correction of them finds, is on its root where that
// leads to it, by Newton's method in steps short enough to contract from the start (Deuflhard 2011, Newton Methods for
// Nonlinear Problems, 5.1): along a curve or a line from the one state to the other, or, where roots end on both, at
// the state itself, where c of the root before is taken back to 0, c(z) = (1 - s) c(z_0). That does not mind how fast y
// went there, but goes to the nearest root. Steps are measured z by z, for a large one tells nothing of another, and
// those that y shows nothing of are none: of a z that is 0 they are rounding.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>

#include <vector>

namespace nonholo {

/// Scratch for one thread; nothing allocates after construction.
template <class Real> class RootBranch {
 public:
  explicit RootBranch(const Hessenberg<Real>& dae);

  /// The root z of this state is the one to stay on.
  void start(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);
  /// Whether z, a root or near one, is on it; true where g_y f_z is not finite or was singular at the start.
  bool holds(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);
  /// Whether the root of the state before, that of start() or of the latest true answer, leads to the root near z; true
  /// where there is none. Asked where holds() is true.
  bool continues(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);

 private:
  /// From one root to another: at (t + s t_1, y + s y_1 + s^2 y_2), where c = (1 - s) c_0, s from 0 to 1.
  struct Way {
    Real t = 0, t_1 = 0, longest = 0;  // a step of Newton's method that is longer, by scale_, has left the root
    VectorX<Real> y, y_1, y_2, c_0;
  };
  void measure(const VectorX<Real>& z, Real h, const VectorX<Real>& y);
  Real size(const VectorX<Real>& step) const;
  bool corrects_to(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& from,
                   const VectorX<Real>& z);
  bool agree(const VectorX<Real>& z, const VectorX<Real>& other, Real within) const;
  bool settle(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, VectorX<Real>& z);
  bool polish(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, VectorX<Real>& z);
  bool leads(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y);
  bool stay(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, Real longest, VectorX<Real>& z);
  bool go(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, bool bent);
  bool follow(ReducibleHessenberg<Real>& dae, double longest, VectorX<Real>& z);
  bool contract(ReducibleHessenberg<Real>& dae, double s, VectorX<Real>& z);
  int sign(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z);

  HessenbergLinearisation<Real> linear_;
  MatrixX<Real> f_z_, c_z_;
  Lu<Real> lu_;
  int sign_ = 0;
  Real t_ = 0;
  VectorX<Real> y_, z_;  // of the state before
  HiddenLinearisation<Real> hidden_;
  Way way_;
  VectorX<Real> root_, led_, end_, next_, step_, scale_, unseen_, at_;
  MatrixX<Real> rates_;
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
