// The concept of a system given by any Lagrangian, and by constraints that need not be linear in the velocities.
//
//   d/dt L_v = L_q + F(t, q, v) + R(t, q, v, lambda),      k(t, q, v) = 0,  g(t, q) = 0      (Jay 2009, (2.1), 3.3)
//
// R = k_v^T lambda where the constraints are ideal: Chetaev's rule, that of a MechanicalSystem. A system is a plain
// struct; every function is a template on the scalar S, and all derivatives are taken of it:
//
//   static constexpr int n, m;                               coordinates and constraints on velocities, of k
//   template <class S> S lagrangian(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;
//   template <class S> Vector<S, m> constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;
//       k; not needed where m = 0
//
// L_vv must be positive definite along the motion, k_v L_vv^-1 R_lambda invertible. Optional, found when present:
//
//   template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;         F
//   template <class S> Matrix<S, n, m> reaction(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;
//       N, of constraints that are not ideal: R = N lambda
//   template <class S> Vector<S, n> reaction(const S& t, const Vector<S, n>& q, const Vector<S, n>& v,
//                                            const Vector<S, m>& lambda) const;
//       R itself, where it is not linear in lambda (friction that grows with the pressure |lambda|)
//   static constexpr int holonomic;  position_constraint      as of a MechanicalSystem. A reaction then has all
//       multipliers, m + holonomic, those of g first
//   static constexpr bool constant_mass = true;              L_vv depends on nothing
//   static constexpr bool linear_constraint = true;          k is affine in v, or there is none
//   static constexpr bool natural = true;                    L = v.M(t, q) v/2 - V(t, q): kinetic less potential energy
//   static constexpr bool conservative = true;               nothing depends on t, no force acts, reactions do no work.
//       Methods for forces f(q) want it, together with `natural`
//   exact_solution, about() as of a MechanicalSystem
//
// The last four cannot be seen from L and k; methods whose theory needs them refuse a system that does not say so, and
// check_problem.hpp holds them to it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/mechanical_system.hpp>

namespace nonholo {

namespace system {

template <class P> consteval bool linear_constraint() {
  if constexpr (requires { P::linear_constraint; }) return P::linear_constraint;
  else return P::m == 0;
}

template <class P> consteval bool natural() {
  if constexpr (requires { P::natural; }) return P::natural;
  else return false;
}

template <class P> consteval bool conservative() {
  if constexpr (requires { P::conservative; }) return P::conservative;
  else return false;
}

template <class P, class S, int n>
concept HasReactionMatrix = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.reaction(t, q, q);
};

template <class P, class S, int n, int m>
concept HasReactionForce = requires(const P& p, const S& t, const Vector<S, n>& q, const Vector<S, m>& lambda) {
  p.reaction(t, q, q, lambda);
};

}  // namespace system

namespace detail {

template <class P>
concept ClaimsAreConstants =
    ConstantMassIsConstant<P> &&
    (!names<P, member::linear_constraint>() ||
     (!member::linear_constraint::of_object<P> && requires { typename std::bool_constant<P::linear_constraint>; })) &&
    (!names<P, member::natural>() ||
     (!member::natural::of_object<P> && requires { typename std::bool_constant<P::natural>; })) &&
    (!names<P, member::conservative>() ||
     (!member::conservative::of_object<P> && requires { typename std::bool_constant<P::conservative>; }));

/// How the members of P fit, called with the scalar S.
template <class P, class S> struct LagrangianFit {
  static constexpr int n = P::n, m = P::m, h = system::holonomic<P>();
  using Q = Vector<S, n>;
  using L = Vector<S, m + h>;
  using Covector = Sized<S, n, 1>;
  static constexpr Fit lagrangian = fit_of_template<member::lagrangian, P, S(S, Q, Q)>();
  static constexpr Fit constraint = fit_of_template<member::constraint, P, Sized<S, m, 1>(S, Q, Q)>();
  static constexpr Fit force = fit_of_template<member::force, P, Covector(S, Q, Q)>();
  static constexpr Fit position_constraint =
      fit_of_template<member::position_constraint, P, Sized<S, h, 1>(Q), Sized<S, h, 1>(S, Q)>();
  static constexpr Fit reaction =
      fit_of_template<member::reaction, P, Sized<S, n, m + h>(S, Q, Q), Covector(S, Q, Q, L)>();
  static constexpr Fit exact_solution = fit_of_function<member::exact_solution, P, Point<S, n>(S, Q, Q)>();

  static constexpr bool good = wanted(lagrangian) && (m == 0 ? optional(constraint) : wanted(constraint)) &&
                               optional(position_constraint) && optional(force) && optional(reaction);
};

template <class P>
concept StaticSizes = ConstantSizes<P> && requires {
  requires P::n != dynamic&& P::m != dynamic;
};

/// What a MechanicalSystem has and a Lagrangian says already: nobody would look at it.
template <class P> inline constexpr bool says_it_twice =
    names<P, member::mass_matrix>() || names<P, member::potential>() || names<P, member::constraint_matrix>() ||
    names<P, member::constraint_offset>() || names<P, member::adapted_basis>();

}  // namespace detail

/// P is given by a Lagrangian, whatever else is right or wrong with it.
template <class P>
concept GivesLagrangian = detail::names<P, detail::member::lagrangian>();

/// P can be run in the precision Real; explain.hpp says of a struct that names a lagrangian what does not fit.
template <class P, class Real = double>
concept LagrangianSystem =
    detail::StaticSizes<P> && GivesLagrangian<P> && !detail::says_it_twice<P> && detail::HolonomicIsConstant<P> &&
    detail::says_both_of_positions<P> && detail::ClaimsAreConstants<P> && detail::LagrangianFit<P, Real>::good &&
    detail::LagrangianFit<P, Dual<Real, 1>>::good && detail::optional(detail::LagrangianFit<P, Real>::exact_solution) &&
    !detail::misspells<P>;

}  // namespace nonholo
