// What A(t, q) or a basis X(q) of its kernel is made of at any q: the coordinates that each entry looks at, and what
// entries are that look at nothing.
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

#include <array>
#include <cmath>
#include <limits>

namespace nonholo::system {

/// Of a matrix that depends on n coordinates.
template <int rows, int columns, int n> struct MatrixPattern {
  using Places = Matrix<bool, rows, columns>;

  MatrixPattern() { slopes.fill(entries); }

  /// Whether any entry depends on this coordinate.
  Vector<bool, n> looks_at() const {
    Vector<bool, n> any;
    for (int i = 0; i < n; ++i) any[i] = slopes[static_cast<std::size_t>(i)].any();
    return any;
  }

  /// NaN where the matrix depends on t or q.
  Matrix<double, rows, columns> constants =
      Matrix<double, rows, columns>::Constant(std::numeric_limits<double>::quiet_NaN());
  Places entries = Places::Constant(true);  ///< false where the matrix is 0 for every t and q
  std::array<Places, n> slopes;             ///< [i]: false where an entry does not depend on coordinate i
};

namespace detail {

/// Whether the matrix compares anything with what comes from coordinates or the time. True of problems that look into
/// numbers (packs = false).
template <class P, class F> bool branches(const F& matrix) {
  if constexpr (takes_packs<P>()) {
    const Pack none(std::numeric_limits<double>::quiet_NaN());
    Pack::torn = false;
    (void)matrix(none, Vector<Pack, P::n>(Vector<Pack, P::n>::Constant(none)));
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

/// Everything where the matrix (t, q) branches, and where it throws at the point that it is tried at.
template <class P, int rows, int columns, class F> MatrixPattern<rows, columns, P::n> pattern_of(const F& matrix) try {
  using D = Dual<double, 1>;
  const auto depends = [](const D& x) { return std::isnan(x.derivatives()[0]); };
  MatrixPattern<rows, columns, P::n> pattern;
  if (branches<P>(matrix)) return pattern;
  Vector<D, P::n> plain, all;
  for (int i = 0; i < P::n; ++i) {
    plain[i] = D((i + 1) / 3.);
    all[i] = marked((i + 1) / 3.);
  }
  for (int i = 0; i < P::n; ++i) {
    Vector<D, P::n> q = plain;
    q[i] = all[i];
    pattern.slopes[static_cast<std::size_t>(i)] = matrix(D(1), q).unaryExpr(depends);
  }
  pattern.constants = matrix(marked(1), all).unaryExpr([&](const D& x) {
    return depends(x) ? std::numeric_limits<double>::quiet_NaN() : x.value();
  });
  pattern.entries = pattern.constants.unaryExpr([](double x) { return x != 0; });
  return pattern;
} catch (...) {
  return {};
}

}  // namespace detail

template <class P> MatrixPattern<P::m, P::n, P::n> constraint_pattern(const P& problem) {
  return detail::pattern_of<P, P::m, P::n>([&]<class S>(const S& t, const Vector<S, P::n>& q) {
    return Matrix<S, P::m, P::n>(constraint_matrix(problem, t, q));
  });
}

template <class P> MatrixPattern<P::n, P::n - P::m, P::n> basis_pattern(const P& problem) {
  return detail::pattern_of<P, P::n, P::n - P::m>([&]<class S>(const S&, const Vector<S, P::n>& q) {
    return Matrix<S, P::n, P::n - P::m>(problem.adapted_basis(q));
  });
}

}  // namespace nonholo::system
