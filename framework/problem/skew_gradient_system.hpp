// The concept of a skew-gradient system without coordinates q of its own:
//
//   zeta' = Pi(zeta) grad H(zeta),    Pi(zeta) skew     (Celledoni et al. 2016, (8); Suslov's problem, reduced systems)
//
//   static constexpr int nzeta;
//   template <class S> S hamiltonian(const Vector<S, nzeta>& zeta) const;
//   template <class S> Matrix<S, nzeta, nzeta> structure(const Vector<S, nzeta>& zeta) const;       Pi
//
// Optional, found when present:
//
//   Vector<Real, nzeta> exact_solution(Real t, Vector<Real, nzeta> zeta0) const;
//   static about();                                                see about.hpp; setups give zeta as q, invariants too
//
// The gradient comes from automatic differentiation.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/problem/member.hpp>

#include <type_traits>

namespace nonholo {

namespace detail {

template <class P>
concept ConstantZetaSize = (!member::nzeta::of_object<P>)&&requires {
  typename std::integral_constant<int, P::nzeta>;
  requires P::nzeta >= 1;
};

/// How the members of P fit, called with the scalar S.
template <class P, class S> struct SkewGradientFit {
  using Zeta = Vector<S, P::nzeta>;
  static constexpr Fit hamiltonian = fit_of_template<member::hamiltonian, P, S(Zeta)>();
  static constexpr Fit structure = fit_of_template<member::structure, P, Sized<S, P::nzeta, P::nzeta>(Zeta)>();
  static constexpr Fit exact_solution = fit_of_function<member::exact_solution, P, Zeta(S, Zeta)>();
  static constexpr bool good = wanted(hamiltonian) && wanted(structure);
};

}  // namespace detail

template <class P>
concept SkewGradientSystem = detail::ConstantZetaSize<P> && detail::SkewGradientFit<P, double>::good &&
    detail::SkewGradientFit<P, Dual<double, 1>>::good &&
    detail::optional(detail::SkewGradientFit<P, double>::exact_solution) && !detail::misspells<P>;

/// grad H, nzeta numbers.
template <SkewGradientSystem P, class S>
Vector<S, P::nzeta> hamiltonian_gradient(const P& p, const Vector<S, P::nzeta>& zeta) {
  const Dual<S, P::nzeta> H = p.hamiltonian(seeded<P::nzeta>(zeta));
  return H.derivatives();
}

}  // namespace nonholo
