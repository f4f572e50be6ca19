// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/root_branch.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <limits>

namespace nonholo {

namespace {

constexpr int thousandfold = 1000;  // of what rounding of y hides

template <class Real> bool vanishes_between(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                            const VectorX<Real>& one, const VectorX<Real>& other,
                                            VectorX<Real>& between) {
  for (const Real& part : {Real(1) / 2, Real(1) / 4, Real(0.618)}) {  // a third root may be at one of them
    between = one + part * (other - one);
    if (!dae.vanishes(t, y, between, Real(1e-9))) return false;
  }
  return true;
}

}  // namespace

template <class Real> RootBranch<Real>::RootBranch(const Hessenberg<Real>& dae)
    : linear_(dae.differential(), dae.algebraic(), dae.parts()),
      f_z_(dae.differential(), dae.algebraic()),
      c_z_(dae.algebraic(), dae.algebraic()),
      lu_(dae.algebraic()),
      y_(dae.differential()),
      z_(dae.algebraic()),
      hidden_(dae.differential(), dae.algebraic()),
      rates_(dae.differential(), dae.parts()) {
  for (VectorX<Real>* each : {&way_.y, &way_.y_1, &way_.y_2, &at_}) each->resize(dae.differential());
  for (VectorX<Real>* each : {&way_.c_0, &root_, &led_, &end_, &next_, &step_, &scale_, &unseen_})
    each->resize(dae.algebraic());
}

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
  const auto beside = Real(0.2);  // a root of the same sign has others between
  if (sign_ == 0) return true;
  root_ = z;
  measure(z, t - t_, y);
  if (!agree(z, z_, beside) || !corrects_to(dae, t, y, z_, z)) {
    settle(dae, t, y, root_);
    if (!dae.consistent(t, y, root_)) return true;
    led_ = z_;  // near a root of the state before, unless that had ended
    const bool settled = settle(dae, t_, y_, led_);
    if (!(polish(dae, t_, y_, led_) && corrects_to(dae, t_, y_, z_, led_)) && !settled) return false;
    if (!leads(dae, t, y)) return false;
  }
  t_ = t;
  y_ = y;
  z_ = root_;
  return true;
}

/// Whether each component is the same but for that part, or its difference hardly anything that y shows.
template <class Real>
bool RootBranch<Real>::agree(const VectorX<Real>& z, const VectorX<Real>& other, Real within) const {
  using std::abs;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const Real off = abs(z[i] - other[i]);
    if (!(off <= within * std::max<Real>(abs(z[i]), abs(other[i])) || off <= thousandfold * unseen_[i])) return false;
  }
  return true;
}

/// What steps of each z are measured by, the larger of its values at both states or what y hardly shows in a step of h,
/// and those that y does not show at all. f_z is that of the latest holds().
template <class Real> void RootBranch<Real>::measure(const VectorX<Real>& z, Real h, const VectorX<Real>& y) {
  using std::abs;
  const Real rounding = Real(10) * epsilon<Real> * std::max<Real>(y.norm(), y_.norm());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    unseen_[i] = rounding / (abs(h) * f_z_.col(i).norm());
    scale_[i] = std::max<Real>({abs(z[i]), abs(z_[i]), thousandfold * unseen_[i]});
  }
}

/// The largest share of those that y shows; infinite where it is no number.
template <class Real> Real RootBranch<Real>::size(const VectorX<Real>& step) const {
  using std::abs;
  Real most = 0;
  for (Eigen::Index i = 0; i < step.size(); ++i) {
    const Real share = abs(step[i]) <= unseen_[i] ? Real(0) : Real(abs(step[i]) / scale_[i]);
    if (!(share <= std::numeric_limits<Real>::max())) return std::numeric_limits<Real>::infinity();
    most = std::max<Real>(most, share);
  }
  return most;
}

/// Whether z is where one step of Newton's method goes from another, to a quarter of the way, and that step contracts
/// (the natural monotonicity test, Deuflhard 2011, 3.3): however near the two are, where z is large there may be a root
/// as near.
template <class Real> bool RootBranch<Real>::corrects_to(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                                         const VectorX<Real>& from, const VectorX<Real>& z) {
  next_ = z - from;
  const Real way = size(next_);
  if (way <= Real(1e-3)) return true;
  dae.linearise_hidden(t, y, from, hidden_);
  lu_.compute(hidden_.c_z);
  lu_.solve(hidden_.c, step_);
  next_ += step_;
  if (!(size(next_) <= way / 4)) return false;
  const Real length = size(step_);
  next_ = from - step_;
  dae.hidden(t, y, next_, hidden_.c);
  lu_.solve(hidden_.c, step_);
  return size(step_) <= length / 4;
}

/// z to the root of (t, y) that it leads to, where it leads to one.
template <class Real>
bool RootBranch<Real>::settle(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, VectorX<Real>& z) {
  end_ = z;
  const bool settled = stay(dae, t, y, std::numeric_limits<Real>::infinity(), end_);
  if (settled) z = end_;
  return settled;
}

/// z to its last digits, where it has them; whether it has.
template <class Real>
bool RootBranch<Real>::polish(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, VectorX<Real>& z) {
  next_ = z;
  const bool is_root = dae.consistent(t, y, next_);
  if (is_root) z = next_;
  return is_root;
}

/// Whether led_, the root of the state before, is root_ at (t, y).
template <class Real> bool RootBranch<Real>::leads(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y) {
  const auto is_root = [&](const VectorX<Real>& z) {
    return agree(z, root_, Real(1e-6)) || vanishes_between<Real>(dae, t, y, z, root_, step_);
  };
  const auto arrived = [&] {
    polish(dae, t, y, end_);
    return is_root(end_);
  };
  if (is_root(led_)) return true;
  bool elsewhere = false;
  for (const bool bent : {true, false}) {
    const bool followed = go(dae, t, y, bent);
    if (followed && arrived()) return true;
    elsewhere |= followed;
  }
  if (elsewhere) return false;
  end_ = led_;
  next_ = root_ - led_;
  return stay(dae, t, y, 2 * size(next_), end_) && arrived();
}

/// At (t, y), from where c is c(z).
template <class Real> bool RootBranch<Real>::stay(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y,
                                                  Real longest, VectorX<Real>& z) {
  dae.hidden(t, y, z, way_.c_0);
  if (!way_.c_0.allFinite()) return false;
  way_.t = t;
  way_.t_1 = 0;
  way_.y = y;
  way_.y_1.setZero();
  way_.y_2.setZero();
  way_.longest = longest;
  return follow(dae, 1, z);
}

/// From the state before, where c is 0, to (t, y): along the parabola that leaves it with its rate, for off the
/// constraint roots may end where none does on it, or along the line, for a rate may be that of something fast.
template <class Real>
bool RootBranch<Real>::go(ReducibleHessenberg<Real>& dae, Real t, const VectorX<Real>& y, bool bent) {
  end_ = led_;
  way_.t = t_;
  way_.t_1 = t - t_;
  way_.y = y_;
  way_.y_1 = y - y_;
  way_.y_2.setZero();
  if (bent) {
    dae.rates(t_, y_, led_, rates_);
    way_.y_2 = way_.y_1;
    way_.y_1 = (t - t_) * rates_.rowwise().sum();
    way_.y_2 -= way_.y_1;
  }
  way_.c_0.setZero();
  way_.longest = Real(0.5);
  return follow(dae, 1. / 8, end_);
}

/// @param longest part of the way at once
template <class Real> bool RootBranch<Real>::follow(ReducibleHessenberg<Real>& dae, double longest, VectorX<Real>& z) {
  constexpr double shortest = 1. / (1 << 20);
  constexpr int most_tries = 2000;  // some hundred turns of a sine of z
  double done = 0, part = longest;
  for (int tries = 0; done < 1; ++tries) {
    if (tries == most_tries) return false;
    const double to = std::min(done + part, 1.0);
    next_ = z;
    if (contract(dae, to, next_)) {
      z = next_;
      done = to;
      part = std::min(2 * part, longest);
    } else if ((part /= 2) < shortest) {
      return false;
    }
  }
  return true;
}

/// Newton's method at s whose second step is at most a quarter of the first, and none longer than the one before. It is
/// at its end where steps are small beside each z, or c beside its terms: one or the other may vanish.
template <class Real> bool RootBranch<Real>::contract(ReducibleHessenberg<Real>& dae, double s, VectorX<Real>& z) {
  constexpr int most_iterations = 20;
  const auto small = Real(1e-9);
  const Real t = way_.t + s * way_.t_1;
  at_ = way_.y + s * way_.y_1 + s * s * way_.y_2;
  Real before = 0;
  for (int i = 0; i < most_iterations; ++i) {
    dae.linearise_hidden(t, at_, z, hidden_);
    hidden_.c -= (1 - s) * way_.c_0;
    lu_.compute(hidden_.c_z);
    lu_.solve(hidden_.c, step_);
    const Real length = size(step_);
    if (!(length <= way_.longest)) return false;
    if (i > 0 && !(length <= before / (i == 1 ? 4 : 1))) break;
    z -= step_;
    if (length <= small) return true;
    before = length;
  }
  return before <= small || dae.vanishes(t, at_, z, small);
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
  VectorX<Real> between(one.size());
  return vanishes_between(dae, t, y, one, other, between);
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
template class RootBranch<quad>;
template bool is_one_root(ReducibleHessenberg<quad>&, quad, const VectorX<quad>&, const VectorX<quad>&,
                          const VectorX<quad>&);
template std::vector<VectorX<quad>> other_roots(ReducibleHessenberg<quad>&, quad, const VectorX<quad>&,
                                                const VectorX<quad>&);
#endif

}  // namespace nonholo
