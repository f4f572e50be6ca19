// What is wrong with a struct that is meant to be a system and is none, in words: the compiler's error names the member
// and the signature wanted, and nothing else is instantiated.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/hessenberg_dae.hpp>
#include <nonholo/framework/problem/lagrangian_system.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

namespace nonholo {

namespace detail {

// One message for each way to be wrong; a literal is all that C++20 takes for one.
#define NONHOLO_EXPLAIN(Fits, name, signature)                                                               \
  constexpr Fit name = Fits<P, Real>::name, name##_of_duals = Fits<P, Dual<Real, 1>>::name;                  \
  static_assert(name != Fit::not_a_template,                                                                 \
                "nonholo: '" #name "' is no template, so it cannot be differentiated. Wanted:  " signature); \
  static_assert(name != Fit::uncallable,                                                                     \
                "nonholo: '" #name                                                                           \
                "' is there and cannot be called: other arguments, vectors of another length, not "          \
                "const or not public? Wanted:  " signature);                                                 \
  static_assert(name != Fit::wrong_result && name##_of_duals != Fit::wrong_result,                           \
                "nonholo: '" #name "' gives a result of another size or type. Wanted:  " signature);
#define NONHOLO_EXPLAIN_WANTED(Fits, name, signature) \
  NONHOLO_EXPLAIN(Fits, name, signature)              \
  static_assert(name != Fit::absent, "nonholo: there is no '" #name "'. Wanted:  " signature);

template <class P, class Real> consteval void explain_sizes() {
  constexpr bool sizes_are_constants = ConstantSizes<P>, constant_mass_is_constant = ConstantMassIsConstant<P>;
  static_assert(
      sizes_are_constants,
      "nonholo: a mechanical system says  static constexpr int n = ..., m = ...;  coordinates and constraints, "
      "n >= 1 and 0 <= m <= n (a DAE says ny, nz and parts, a skew-gradient system nzeta)");
  if constexpr (sizes_are_constants) {
    constexpr bool says_its_sizes = SaysItsSizes<P>;
    static_assert(says_its_sizes,
                  "nonholo: a dynamic n is told by  Eigen::Index coordinates() const,  a dynamic m by  Eigen::Index "
                  "constraints() const");
  }
  static_assert(constant_mass_is_constant,
                "nonholo: 'constant_mass' is no constant. Wanted:  static constexpr bool constant_mass = true;");
}

/// What is said of constraints on positions.
template <class P> consteval void explain_positions() {
  constexpr bool says_both = says_both_of_positions<P>, is_constant = HolonomicIsConstant<P>;
  static_assert(
      says_both,
      "nonholo: 'holonomic' and 'position_constraint' belong together. Wanted:  static constexpr int holonomic "
      "= ...;  template <class S> Vector<S, holonomic> position_constraint(const Vector<S, n>& q) const");
  static_assert(
      is_constant,
      "nonholo: 'holonomic', the number of constraints on positions, is a constant >= 1 with m + holonomic <= "
      "n, in a struct that is not final and whose n and m are known to the compiler");
}

template <class P, class Real> consteval void explain_mechanical() {
  explain_sizes<P, Real>();
  explain_positions<P>();
  if constexpr (ConstantSizes<P>) {
    NONHOLO_EXPLAIN_WANTED(MechanicalFit, mass_matrix,
                           "template <class S> Matrix<S, n, n> mass_matrix(const Vector<S, n>& q) const")
    NONHOLO_EXPLAIN_WANTED(MechanicalFit, potential, "template <class S> S potential(const Vector<S, n>& q) const")
    NONHOLO_EXPLAIN(MechanicalFit, constraint_matrix,
                    "template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const")
    static_assert(constraint_matrix != Fit::absent || P::m == 0,
                  "nonholo: there is no 'constraint_matrix'. Wanted:  template <class S> Matrix<S, m, n> "
                  "constraint_matrix(const Vector<S, n>& q) const");
    if constexpr (says_both_of_positions<P>) {
      NONHOLO_EXPLAIN(MechanicalFit, position_constraint,
                      "template <class S> Vector<S, holonomic> position_constraint(const Vector<S, n>& q) const")
    }
    NONHOLO_EXPLAIN(MechanicalFit, constraint_offset,
                    "template <class S> Vector<S, m> constraint_offset(const S& t, const Vector<S, n>& q) const")
    NONHOLO_EXPLAIN(
        MechanicalFit, force,
        "template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const")
    NONHOLO_EXPLAIN(MechanicalFit, potential_gradient,
                    "template <class S> Vector<S, n> potential_gradient(const Vector<S, n>& q) const")
    NONHOLO_EXPLAIN(MechanicalFit, adapted_basis,
                    "template <class S> Matrix<S, n, n - m> adapted_basis(const Vector<S, n>& q) const")
    constexpr bool exact_solution_fits = optional(MechanicalFit<P, Real>::exact_solution);
    static_assert(
        exact_solution_fits,
        "nonholo: 'exact_solution' is there and does not fit. Wanted:  Point<double, n> exact_solution(double "
        "t, const Vector<double, n>& q0, const Vector<double, n>& v0) const");
  }
}

template <class P, class Real> consteval void explain_lagrangian() {
  constexpr bool sizes_are_known = StaticSizes<P>;
  static_assert(
      sizes_are_known,
      "nonholo: a Lagrangian system says  static constexpr int n = ..., m = ...;  coordinates and constraints, "
      "numbers known to the compiler, n >= 1 and 0 <= m <= n");
  constexpr bool said_twice = says_it_twice<P>;
  static_assert(!said_twice,
                "nonholo: a system has a 'lagrangian' or what a mechanical one has (mass_matrix, potential, "
                "constraint_matrix, constraint_offset, adapted_basis), not both");
  explain_positions<P>();
  constexpr bool claims_are_constants = ClaimsAreConstants<P>;
  static_assert(
      claims_are_constants,
      "nonholo: 'constant_mass', 'linear_constraint', 'natural' or 'conservative' is no constant. Wanted:  static "
      "constexpr bool natural = true;");
  if constexpr (StaticSizes<P>) {
    NONHOLO_EXPLAIN_WANTED(
        LagrangianFit, lagrangian,
        "template <class S> S lagrangian(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const")
    NONHOLO_EXPLAIN(
        LagrangianFit, constraint,
        "template <class S> Vector<S, m> constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const")
    static_assert(constraint != Fit::absent || P::m == 0,
                  "nonholo: there is no 'constraint'. Wanted:  template <class S> Vector<S, m> constraint(const S& t, "
                  "const Vector<S, n>& q, const Vector<S, n>& v) const");
    if constexpr (says_both_of_positions<P>) {
      NONHOLO_EXPLAIN(LagrangianFit, position_constraint,
                      "template <class S> Vector<S, holonomic> position_constraint(const Vector<S, n>& q) const")
    }
    NONHOLO_EXPLAIN(
        LagrangianFit, force,
        "template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const")
    NONHOLO_EXPLAIN(
        LagrangianFit, reaction,
        "template <class S> Matrix<S, n, m> reaction(const S& t, const Vector<S, n>& q, const Vector<S, n>& "
        "v) const, or with const Vector<S, m>& lambda behind and a Vector<S, n>")
    constexpr bool exact_solution_fits = optional(LagrangianFit<P, Real>::exact_solution);
    static_assert(
        exact_solution_fits,
        "nonholo: 'exact_solution' is there and does not fit. Wanted:  Point<double, n> exact_solution(double "
        "t, const Vector<double, n>& q0, const Vector<double, n>& v0) const");
  }
}

template <class P, class Real> consteval void explain_hessenberg() {
  constexpr bool sizes_are_constants = ConstantDaeSizes<P>;
  static_assert(sizes_are_constants,
                "nonholo: a DAE in Hessenberg form says  static constexpr int ny = ..., nz = ..., parts = ...;  with "
                "1 <= nz <= ny and 1 <= parts <= 5");
  if constexpr (ConstantDaeSizes<P>) {
    constexpr bool says_its_sizes = SaysItsDaeSizes<P>;
    static_assert(says_its_sizes,
                  "nonholo: a dynamic ny is told by  Eigen::Index differential() const,  a dynamic nz by  Eigen::Index "
                  "algebraic() const");
    NONHOLO_EXPLAIN_WANTED(
        HessenbergFit, f,
        "template <class S> Vector<S, ny> f(int k, const S& t, const Vector<S, ny>& y, const Vector<S, nz>& z) const")
    NONHOLO_EXPLAIN_WANTED(HessenbergFit, g,
                           "template <class S> Vector<S, nz> g(const S& t, const Vector<S, ny>& y) const")
    constexpr bool exact_solution_fits = optional(HessenbergFit<P, Real>::exact_solution);
    static_assert(exact_solution_fits,
                  "nonholo: 'exact_solution' is there and does not fit. Wanted:  std::pair<Vector<double, ny>, "
                  "Vector<double, nz>> exact_solution(double t, const Vector<double, ny>& y0) const");
  }
}

template <class P, class Real> consteval void explain_skew_gradient() {
  constexpr bool size_is_constant = ConstantZetaSize<P>;
  static_assert(size_is_constant,
                "nonholo: a skew-gradient system says  static constexpr int nzeta = ...;  the length of zeta, >= 1");
  if constexpr (ConstantZetaSize<P>) {
    NONHOLO_EXPLAIN_WANTED(SkewGradientFit, hamiltonian,
                           "template <class S> S hamiltonian(const Vector<S, nzeta>& zeta) const")
    NONHOLO_EXPLAIN_WANTED(SkewGradientFit, structure,
                           "template <class S> Matrix<S, nzeta, nzeta> structure(const Vector<S, nzeta>& zeta) const")
    constexpr bool exact_solution_fits = optional(SkewGradientFit<P, Real>::exact_solution);
    static_assert(exact_solution_fits,
                  "nonholo: 'exact_solution' is there and does not fit. Wanted:  Vector<double, nzeta> "
                  "exact_solution(double t, const Vector<double, nzeta>& zeta0) const");
  }
}

#undef NONHOLO_EXPLAIN
#undef NONHOLO_EXPLAIN_WANTED

template <class P, class... Members> inline constexpr bool names_any = (names<P, Members>() || ...);
template <class P> inline constexpr bool is_a_system = false;

}  // namespace detail

/// What is done with a struct P that satisfies none of the four concepts: it does not compile, and the errors say why,
/// for the kind of system that P looks like.
template <class P, class Real> consteval void refuse() {
  detail::explain_misspelling<P>();
  using namespace detail::member;
  if constexpr (detail::names_any<P, nzeta, hamiltonian, structure>) detail::explain_skew_gradient<P, double>();
  else if constexpr (detail::names_any<P, ny, nz, parts>) detail::explain_hessenberg<P, double>();
  else if constexpr (detail::names_any<P, lagrangian, constraint>) detail::explain_lagrangian<P, Real>();
  else detail::explain_mechanical<P, Real>();
  static_assert(detail::is_a_system<P>, "nonholo: this struct is no system, for the reasons told beside this line");
}

}  // namespace nonholo
