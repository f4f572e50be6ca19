// The concept of a semi-explicit DAE of index 2 in Hessenberg form (Jay; Hilden 2009, (2.3)):
//
//   y' = f_1(t, y) + f_2(t, y, z) + ... + f_parts(t, y, z),    0 = g(t, y),    g_y f_z invertible.
//
//   static constexpr int ny, nz, parts;           1 <= parts <= 5; with more than one part f_1 is free of z
//   template <class S> Vector<S, ny> f(int k, const S& t, const Vector<S, ny>& y, const Vector<S, nz>& z) const;
//       k = 0 ... parts-1
//   template <class S> Vector<S, nz> g(const S& t, const Vector<S, ny>& y) const;
//
// Where only the run knows the sizes, ny (and nz, if it varies) is `dynamic`, and the DAE says them:
//
//   Eigen::Index differential() const;     Eigen::Index algebraic() const;
//
// Optional, found when present:
//
//   std::pair<Vector<Real, ny>, Vector<Real, nz>> exact_solution(Real t, Vector<Real, ny> y0) const;
//       y and z through y0 at time 0
//   static about();                                                               see about.hpp; setups give lambda = z
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/problem/member.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nonholo {

namespace detail {

template <class P>
concept ConstantDaeSizes = (!member::ny::of_object<P> && !member::nz::of_object<P> &&
                            !member::parts::of_object<P>)&&requires {
  typename std::integral_constant<int, P::ny>;
  typename std::integral_constant<int, P::nz>;
  typename std::integral_constant<int, P::parts>;
  requires P::ny >= 1 || P::ny == dynamic;
  requires P::nz == dynamic || (P::nz >= 1 && (P::ny == dynamic || P::nz <= P::ny));
  requires P::parts >= 1 && P::parts <= 5;
};

template <class P>
concept SaysItsDaeSizes = requires(const P& p) {
  requires P::ny != dynamic || requires {
    { p.differential() } -> std::convertible_to<Eigen::Index>;
  };
  requires P::nz != dynamic || requires {
    { p.algebraic() } -> std::convertible_to<Eigen::Index>;
  };
};

/// How the members of P fit, called with the scalar S.
template <class P, class S> struct HessenbergFit {
  using Y = Vector<S, P::ny>;
  using Z = Vector<S, P::nz>;
  static constexpr Fit f = fit_of_template<member::f, P, Sized<S, P::ny, 1>(int, S, Y, Z)>();
  static constexpr Fit g = fit_of_template<member::g, P, Sized<S, P::nz, 1>(S, Y)>();
  static constexpr Fit exact_solution = fit_of_function<member::exact_solution, P, std::pair<Y, Z>(S, Y)>();
  static constexpr bool good = wanted(f) && wanted(g);
};

}  // namespace detail

template <class P>
concept HessenbergDae = detail::ConstantDaeSizes<P> && detail::SaysItsDaeSizes<P> &&
    detail::HessenbergFit<P, double>::good && detail::HessenbergFit<P, Dual<double, 1>>::good &&
    detail::optional(detail::HessenbergFit<P, double>::exact_solution) && !detail::misspells<P>;

/// y' = sum of the parts, ny numbers.
template <HessenbergDae P, class S>
Vector<S, P::ny> rate(const P& p, const S& t, const Vector<S, P::ny>& y, const Vector<S, P::nz>& z) {
  Vector<S, P::ny> sum = p.f(0, t, y, z);
  // NOLINTNEXTLINE(bugprone-infinite-loop): of one part it is an empty one
  for (int k = 1; k < P::parts; ++k) sum += p.f(k, t, y, z);
  return sum;
}

/// The hidden constraint d/dt g = g_t + g_y f(t, y, z), nz numbers: zero along solutions, and what index reduction
/// keeps instead of g.
template <HessenbergDae P, class Real> Vector<Real, P::nz> hidden_constraint(const P& p, const Real& t,
                                                                             const Vector<Real, P::ny>& y,
                                                                             const Vector<Real, P::nz>& z) {
  const Vector<Dual<Real, 1>, P::nz> g = p.g(variable<1>(t, 0), along<Real, P::ny>(y, rate(p, t, y, z)));
  Vector<Real, P::nz> g_dot(g.size());
  for (Eigen::Index i = 0; i < g.size(); ++i) g_dot[i] = g[i].derivatives()[0];
  return g_dot;
}

}  // namespace nonholo
