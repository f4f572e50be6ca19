// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/hessenberg.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>

namespace nonholo {

namespace {

constexpr int most_iterations = 50;
constexpr double round_off = 64;  // units of epsilon
// Newton's steps fall by 1/2 near a double root, by 2/3 near a triple one, and ever faster near a simple one.
constexpr double slow = 0.3;
constexpr int first_judged = 4;  // iterations after which slow steps say something

template <class Real>
bool is_within(Real tolerance, const MatrixX<Real>& g_y, const VectorX<Real>& terms, const VectorX<Real>& c) {
  using std::abs;
  for (Eigen::Index i = 0; i < c.size(); ++i)
    if (!(abs(c[i]) <= tolerance * g_y.row(i).cwiseAbs().dot(terms))) return false;
  return true;
}

}  // namespace

template <class Real> ReducibleHessenberg<Real>::ReducibleHessenberg(Eigen::Index ny, Eigen::Index nz, int parts)
    : linear_(ny, nz, parts),
      hidden_(ny, nz),
      rates_(ny, parts),
      terms_(ny),
      step_(nz),
      c_(nz),
      lu_(nz) {}

template <class Real> Root ReducibleHessenberg<Real>::find_root(Real t, const Y& y, Z& z) {
  if (algebraic() == 0) return Root::simple;
  Real first = 0, last = 0, fastest = 1;  // steps, and the smallest ratio of two
  const Real least = Real(round_off) * epsilon<Real>;
  // Of terms of c that nobody tells: a short step no shorter than the one before, whose Jacobian is that at its end.
  // Short beside each z: beside a large one a step to nowhere of another is.
  const auto is_rounding = [&]() -> bool {
    if (!(step_.cwiseAbs().array() <= Real(1e-6) * z.cwiseAbs().array()).all()) return false;
    c_ = hidden_.c;
    linearise_hidden(t, y, z, hidden_);
    lu_.compute(hidden_.c_z);
    lu_.solve(c_, hidden_.c);
    return (hidden_.c - step_).norm() <= Real(0.01) * step_.norm();
  };
  // What z adds to the rates is among their terms: one that z holds at 0 is the difference of that.
  const auto is_rounding_of_terms = [&]() -> bool {
    if (vanishes(t, y, z, least)) return true;
    for (const MatrixX<Real>& f_z : linear_.f_z) terms_ += f_z.cwiseAbs().lazyProduct(z.cwiseAbs());
    return is_within<Real>(least, linear_.g_y, terms_, c_);
  };
  for (int i = 0; i < most_iterations; ++i) {
    linearise_hidden(t, y, z, hidden_);
    lu_.compute(hidden_.c_z);
    lu_.solve(hidden_.c, step_);
    if (lu_.sign_of_determinant() == 0 || !step_.allFinite())
      return vanishes(t, y, z, least) ? Root::multiple : Root::none;
    z -= step_;
    const Real size = step_.norm();
    if (size > 0 && last > 0) fastest = std::min<Real>(fastest, size / last);
    const bool stagnates = i > 0 && size > last / 2 && (is_rounding() || is_rounding_of_terms());
    if (size <= least * z.norm() || stagnates)
      return i >= first_judged && fastest > Real(slow) ? Root::multiple : Root::simple;
    last = size;
    if (i == 0) first = size;
  }
  return fastest > Real(slow) && last < first / 1000 ? Root::multiple : Root::none;
}

template <class Real> bool ReducibleHessenberg<Real>::vanishes(Real t, const Y& y, const Z& z, Real tolerance) {
  hidden(t, y, z, c_);
  this->rates(t, y, z, rates_);
  this->linearise(t, y, z, linear_);
  terms_ = rates_.cwiseAbs().rowwise().sum();
  return is_within<Real>(tolerance, linear_.g_y, terms_, c_);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class ReducibleHessenberg<double>;
#else
template class ReducibleHessenberg<quad>;
#endif

}  // namespace nonholo
