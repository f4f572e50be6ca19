// Finds on which coordinates each entry of A(t, q), or of a basis X(q) of its kernel, depends, and the values of
// entries that depend on none.
//
// Coordinates get derivatives that are NaN. A NaN reaches every entry that depends on its coordinate, through products
// with zero too. It cannot show what a branch leaves out. So the matrix is evaluated once more with coordinates of a
// number type that records comparisons (base/pack.hpp). If the matrix compares anything, every entry counts as
// dependent on every coordinate.
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

/// The pattern of a matrix that depends on n coordinates.
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

/// Whether the matrix compares a value that depends on coordinates or time. True for problems with packs = false, which
/// may inspect their numbers.
template <class P, class F> bool branches(const F& matrix, [[maybe_unused]] Eigen::Index coordinates) {
  if constexpr (takes_packs<P>()) {
    const Pack none(std::numeric_limits<double>::quiet_NaN());
    Pack::torn = false;
    (void)matrix(none, Vector<Pack, P::n>(Vector<Pack, P::n>::Constant(coordinates, none)));
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

inline bool depends(const Dual<double, 1>& x) { return std::isnan(x.derivatives()[0]); }

/// The point at which matrices are evaluated, with marks on some coordinates. The coordinates differ and are not large.
template <int n> Vector<Dual<double, 1>, n> tried_at(const Vector<bool, n>& marks) {
  Vector<Dual<double, 1>, n> q(marks.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Eigen::Index round = i / 16;
    const double x = static_cast<double>(i % 16 + 1) / 3 + 1e-4 * static_cast<double>(round);
    q[i] = marks[i] ? marked(x) : Dual<double, 1>(x);
  }
  return q;
}

/// The matrix at a point where t and the marked coordinates are unknown: entries that depend on them are NaN.
template <class F, int n> auto constants_of(const F& matrix, const Vector<bool, n>& marks) {
  const auto constant = [](const Dual<double, 1>& x) {
    return depends(x) ? std::numeric_limits<double>::quiet_NaN() : x.value();
  };
  return matrix(marked(1), tried_at(marks)).unaryExpr(constant).eval();
}

/// The pattern; every entry depends on every coordinate if the matrix branches or throws at the trial point.
template <class P, int rows, int columns, class F> MatrixPattern<rows, columns, P::n> pattern_of(const F& matrix) try {
  using Marks = Vector<bool, P::n>;
  MatrixPattern<rows, columns, P::n> pattern;
  if (branches<P>(matrix, P::n)) return pattern;
  for (int i = 0; i < P::n; ++i) {
    const Marks one = Marks::Unit(i);
    pattern.slopes[static_cast<std::size_t>(i)] = matrix(Dual<double, 1>(1), tried_at(one)).unaryExpr(&depends);
  }
  pattern.constants = constants_of(matrix, Marks(Marks::Constant(true)));
  pattern.entries = pattern.constants.unaryExpr([](double x) { return x != 0; });
  return pattern;
} catch (...) {
  return {};
}

template <class P> auto constraint_matrix_of(const P& problem) {
  return [&problem]<class S>(const S& t, const Vector<S, P::n>& q) {
    return Matrix<S, P::m, P::n>(constraint_matrix(problem, t, q));
  };
}

}  // namespace detail

template <class P> MatrixPattern<P::m, P::n, P::n> constraint_pattern(const P& problem) {
  return detail::pattern_of<P, P::m, P::n>(detail::constraint_matrix_of(problem));
}

/// A at a point where t and the marked coordinates are unknown: entries that depend on them are NaN, and all entries if
/// A branches or throws. For any size, in two evaluations.
template <class P> Matrix<double, P::m, P::n> constraint_constants(const P& problem, const Vector<bool, P::n>& marks) {
  const auto matrix = detail::constraint_matrix_of(problem);
  try {
    if (!detail::branches<P>(matrix, marks.size())) return detail::constants_of(matrix, marks);
  } catch (...) {  // nothing is known then
  }
  return Matrix<double, P::m, P::n>::Constant(constraints(problem), marks.size(),
                                              std::numeric_limits<double>::quiet_NaN());
}

template <class P> MatrixPattern<P::n, P::n - P::m, P::n> basis_pattern(const P& problem) {
  return detail::pattern_of<P, P::n, P::n - P::m>([&]<class S>(const S&, const Vector<S, P::n>& q) {
    return Matrix<S, P::n, P::n - P::m>(problem.adapted_basis(q));
  });
}

}  // namespace nonholo::system
