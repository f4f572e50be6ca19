// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/root_branch.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>

namespace nonholo {

template <class Real> RootBranch<Real>::RootBranch(const Hessenberg<Real>& dae)
    : linear_(dae.differential(), dae.algebraic(), dae.parts()),
      f_z_(dae.differential(), dae.algebraic()),
      c_z_(dae.algebraic(), dae.algebraic()),
      lu_(dae.algebraic()),
      y_(dae.differential()),
      z_(dae.algebraic()),
      hidden_(dae.differential(), dae.algebraic()) {}

template <class Real>
void RootBranch<Real>::start(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z) {
  sign_ = sign(dae, t, y, z);
  t_ = t;
  y_ = y;
  z_ = z;
}

template <class Real>
bool RootBranch<Real>::holds(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z) {
  return sign_ * sign(dae, t, y, z) >= 0;
}

template <class Real> bool RootBranch<Real>::continues(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                                       const VectorX<Real>& z) {
  const auto passed = [&](const VectorX<Real>& root) {
    t_ = t;
    y_ = y;
    z_ = root;
    return true;
  };
  constexpr double beside = 0.2;  // a root of the same sign has others between
  if ((z - z_).norm() <= Real(beside) * std::max<Real>(z.norm(), z_.norm())) return passed(z);
  VectorX<Real> root = z, led = z_;  // stages' multipliers are near them
  if (sign_ == 0 || !dae.consistent(t, y, root) || !dae.consistent(t_, y_, led)) return true;
  // what is 0 but for rounding does nothing to y; f_z_ is that of holds()
  if (((t - t_) * f_z_ * (root - led)).norm() <= Real(1e4) * epsilon<Real> * y.norm()) return passed(root);
  const bool followed = follow(dae, t, y, std::max<Real>(led.norm(), root.norm()) / 2, led);
  const bool same = (led - root).norm() <= Real(1e-6) * (led.norm() + root.norm());
  return followed && (same || is_one_root<Real>(dae, t, y, led, root)) && passed(root);
}

/// z from the root of the state before to one of (t, y), along the parabola that leaves the former with its rate: off
/// the constraint roots may end where none does on it.
/// @param far what Newton's method does not go at once: where a root has ended it would find another
template <class Real> bool RootBranch<Real>::follow(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                                    Real far, VectorX<Real>& z) {
  constexpr double longest = 1. / 8, shortest = 1. / 1024;
  MatrixX<Real> f(y.size(), dae.parts());
  dae.rates(t_, y_, z_, f);
  const VectorX<Real> along = (t - t_) * f.rowwise().sum(), aside = y - y_ - along;
  double done = 0, part = longest;
  while (done < 1) {
    const Real to = std::min(done + part, 1.0);
    VectorX<Real> next = z;
    if (contract(dae, t_ + to * (t - t_), y_ + to * along + to * to * aside, far, next)) {
      z = next;
      done += part;
      part = std::min(2 * part, longest);
    } else if ((part /= 2) < shortest) {
      return false;
    }
  }
  return true;
}

/// Newton's method whose second step is at most a quarter of the first, and none longer than the one before. It is at
/// its end where steps are small beside z, or c beside its terms: one or the other may vanish at a root.
template <class Real> bool RootBranch<Real>::contract(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                                      Real far, VectorX<Real>& z) {
  constexpr int most_iterations = 20;
  const auto small = Real(1e-9);
  VectorX<Real> step(z.size());
  Real before = 0;
  for (int i = 0; i < most_iterations; ++i) {
    dae.linearise_hidden(t, y, z, hidden_);
    lu_.compute(hidden_.c_z);
    lu_.solve(hidden_.c, step);
    const Real size = step.norm();
    if (!(size <= far)) return false;
    if (i > 0 && !(size <= before / (i == 1 ? 4 : 1))) break;
    z -= step;
    if (size <= small * z.norm()) return true;
    before = size;
  }
  return before <= small * z.norm() || dae.vanishes(t, y, z, small);
}

/// That of det g_y f_z; 0 where it has none.
template <class Real>
int RootBranch<Real>::sign(Hessenberg<Real>& dae, Real t, const VectorX<Real>& y, const VectorX<Real>& z) {
  if (z.size() == 0) return 0;
  dae.linearise(t, y, z, linear_);
  f_z_ = linear_.f_z[0];
  for (std::size_t k = 1; k < linear_.f_z.size(); ++k) f_z_ += linear_.f_z[k];
  c_z_ = linear_.g_y.lazyProduct(f_z_);
  if (!c_z_.allFinite()) return 0;
  lu_.compute(c_z_);
  return lu_.sign_of_determinant();
}

namespace {

/// Newton's method for c(z) prod_r (1 + |r|^2 / |z - r|^2) = 0, whose step is that for c, scaled: the product has the
/// logarithmic derivative  -sum_r 2 (z - r) / (d (d / |r|^2 + 1)),  d = |z - r|^2.
template <class Real> bool deflated_newton(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                           const std::vector<VectorX<Real>>& known, VectorX<Real>& z) {
  constexpr int most_iterations = 50;
  HiddenLinearisation<Real> hidden(y.size(), z.size());
  Lu<Real> lu(z.size());
  VectorX<Real> step(z.size());
  for (int i = 0; i < most_iterations && !dae.vanishes(t, y, z, Real(1e-6)); ++i) {
    dae.linearise_hidden(t, y, z, hidden);
    lu.compute(hidden.c_z);
    lu.solve(-hidden.c, step);
    Real slope = 0;
    for (const VectorX<Real>& r : known) {
      const VectorX<Real> off = z - r;
      const Real d = off.squaredNorm(), size = r.squaredNorm() > 0 ? r.squaredNorm() : Real(1);
      slope -= 2 * off.dot(step) / (d * (d / size + 1));
    }
    z += step / (1 - slope);
    if (!z.allFinite()) return false;
  }
  return dae.find_root(t, y, z) == Root::simple;
}

}  // namespace

template <class Real> bool is_one_root(ReducibleHessenberg<Real>& dae, std::type_identity_t<Real> t,
                                       const VectorX<Real>& y, const VectorX<Real>& one, const VectorX<Real>& other) {
  for (const Real& part : {Real(1) / 2, Real(1) / 4, Real(0.618)})  // a third root may be at one of them
    if (!dae.vanishes(t, y, one + part * (other - one), Real(1e-9))) return false;
  return true;
}

template <class Real> std::vector<VectorX<Real>> other_roots(ReducibleHessenberg<Real>& dae,
                                                             std::type_identity_t<Real> t, const VectorX<Real>& y,
                                                             const VectorX<Real>& known) {
  std::vector<VectorX<Real>> all{known};
  const Real size = known.norm() > 0 ? known.norm() : Real(1);
  for (const int k : {-8, -2, -1, 1, 2, 8})  // guesses on both sides, a quarter of |z| and more away
    for (Eigen::Index i = 0; i < known.size(); ++i) {
      VectorX<Real> z = known;
      z[i] += size * Real(k) / 4;
      if (!deflated_newton<Real>(dae, t, y, all, z)) continue;
      const auto same = [&](const VectorX<Real>& r) {
        return (z - r).norm() <= Real(1e-6) * (z.norm() + r.norm()) || is_one_root<Real>(dae, t, y, z, r);
      };
      if (std::ranges::none_of(all, same)) all.push_back(z);
    }
  all.erase(all.begin());
  return all;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class RootBranch<double>;
template bool is_one_root(ReducibleHessenberg<double>&, double, const VectorX<double>&, const VectorX<double>&,
                          const VectorX<double>&);
template std::vector<VectorX<double>> other_roots(ReducibleHessenberg<double>&, double, const VectorX<double>&,
                                                  const VectorX<double>&);
#else
template class RootBranch<long double>;
template bool is_one_root(ReducibleHessenberg<long double>&, long double, const VectorX<long double>&,
                          const VectorX<long double>&, const VectorX<long double>&);
template class RootBranch<quad>;
template bool is_one_root(ReducibleHessenberg<quad>&, quad, const VectorX<quad>&, const VectorX<quad>&,
                          const VectorX<quad>&);
template std::vector<VectorX<long double>> other_roots(ReducibleHessenberg<long double>&, long double,
                                                       const VectorX<long double>&, const VectorX<long double>&);
template std::vector<VectorX<quad>> other_roots(ReducibleHessenberg<quad>&, quad, const VectorX<quad>&,
                                                const VectorX<quad>&);
#endif

}  // namespace nonholo
