// What A(q) is made of at any q: the coordinates that it looks at and the places where it has entries.
//
// Derivatives that are NaN tell: they go wherever their coordinate goes, through products with zero too. What a branch
// leaves out they cannot tell. That there is one is told by coordinates that are NaN themselves, of a number that
// notices when such things are compared (base/pack.hpp); everything counts then.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/base/pack.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <cmath>
#include <limits>

namespace nonholo::system {

/// Of an A of m x n.
template <int m, int n> struct ConstraintPattern {
  Vector<bool, n> looks_at = Vector<bool, n>::Constant(true);       ///< whether an entry depends on this coordinate
  Matrix<bool, m, n> entries = Matrix<bool, m, n>::Constant(true);  ///< false where A is 0 for every t and q
};

namespace detail {

/// Whether A compares anything with what comes from coordinates or the time. True of problems that look into numbers
/// (packs = false).
template <class P> bool constraint_matrix_branches(const P& problem) {
  if constexpr (takes_packs<P>()) {
    const Pack none(std::numeric_limits<double>::quiet_NaN());
    Pack::torn = false;
    (void)Matrix<Pack, P::m, P::n>(
        constraint_matrix(problem, none, Vector<Pack, P::n>(Vector<Pack, P::n>::Constant(none))));
    return Pack::torn;
  } else {
    return true;
  }
}

inline Dual<double, 1> marked(double x) {
  Dual<double, 1> dual(x);
  dual.derivatives()[0] = std::numeric_limits<double>::quiet_NaN();
  return dual;
}

}  // namespace detail

/// Everything where the problem branches, and where it throws at the point that it is tried at.
template <class P> ConstraintPattern<P::m, P::n> constraint_pattern(const P& problem) try {
  using D = Dual<double, 1>;
  const auto depends = [](const D& x) { return std::isnan(x.derivatives()[0]); };
  const auto A_at = [&](const D& t, const Vector<D, P::n>& q) {
    return Matrix<D, P::m, P::n>(constraint_matrix(problem, t, q));
  };
  ConstraintPattern<P::m, P::n> pattern;
  if (detail::constraint_matrix_branches(problem)) return pattern;
  Vector<D, P::n> plain, all;
  for (int i = 0; i < P::n; ++i) {
    plain[i] = D((i + 1) / 3.);
    all[i] = detail::marked((i + 1) / 3.);
  }
  for (int i = 0; i < P::n; ++i) {
    Vector<D, P::n> q = plain;
    q[i] = all[i];
    pattern.looks_at[i] = A_at(D(1), q).unaryExpr(depends).any();
  }
  pattern.entries = A_at(detail::marked(1), all).unaryExpr([&](const D& x) { return depends(x) || x.value() != 0; });
  return pattern;
} catch (...) {
  return {};
}

}  // namespace nonholo::system
