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
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <concepts>

namespace nonholo {

template <class P>
concept SkewGradientSystem = requires(const P& p, const Vector<double, P::nzeta>& zeta) {
  requires P::nzeta >= 1;
  { p.hamiltonian(zeta) } -> std::convertible_to<double>;
  { p.structure(zeta) } -> std::convertible_to<Matrix<double, P::nzeta, P::nzeta>>;
};

/// grad H, nzeta numbers.
template <SkewGradientSystem P, class S>
Vector<S, P::nzeta> hamiltonian_gradient(const P& p, const Vector<S, P::nzeta>& zeta) {
  const Dual<S, P::nzeta> H = p.hamiltonian(seeded<P::nzeta>(zeta));
  return H.derivatives();
}

}  // namespace nonholo
