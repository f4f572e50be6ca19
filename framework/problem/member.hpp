// How the members of a struct stand to the signatures that a concept wants: what is there under a name, whatever its
// type, is told from what is not, and what is there but cannot be used from what can. A member that was merely looked
// for by a `requires` would be dropped in silence when its arguments are wrong: a force(q, v) that never acts.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <algorithm>
#include <concepts>
#include <type_traits>

namespace nonholo::detail {

enum class Fit { absent, not_a_template, uncallable, wrong_result, good };

constexpr bool wanted(Fit fit) { return fit == Fit::good; }
constexpr bool optional(Fit fit) { return fit == Fit::good || fit == Fit::absent; }

/// Stands for a result with these rows and columns (where they are known) of scalar S: dense, diagonal, an expression.
template <class S, int rows, int columns> struct Sized {};

template <class Result, class Wanted> inline constexpr bool gives = std::convertible_to<Result, Wanted>;
template <class Result, class S, int rows, int columns> inline constexpr bool gives<Result, Sized<S, rows, columns>> =
    requires {
  requires std::same_as<typename Result::Scalar, S>;
  requires rows == dynamic || Result::RowsAtCompileTime == dynamic || Result::RowsAtCompileTime == rows;
  requires columns == dynamic || Result::ColsAtCompileTime == dynamic || Result::ColsAtCompileTime == columns;
};

/// Fit of Member in P to one signature Wanted(Arguments...), all passed as constants.
template <class Member, class P, class Signature> struct OneFit;
template <class Member, class P, class Wanted, class... X> struct OneFit<Member, P, Wanted(X...)> {
  static consteval Fit value() {
    if constexpr (!requires(const P& p, const X&... x) { Member::call(p, x...); }) return Fit::uncallable;
    else if constexpr (!gives<decltype(Member::call(std::declval<const P&>(), std::declval<const X&>()...)), Wanted>)
      return Fit::wrong_result;
    else return Fit::good;
  }
};

template <class P, class Twin> struct Both : P, Twin {};

/// P has anything of the member's name, public or not: it makes that name ambiguous in what inherits from P and from a
/// twin. (Of a final class only what is public and no template is seen.)
template <class P, class Member> consteval bool names() {
  if constexpr (std::is_final_v<P>) return Member::template unambiguous<P>;
  else return !Member::template unambiguous<Both<P, typename Member::Twin>>;
}

/// The best of the signatures.
template <class Member, class P, class... Signatures> consteval Fit fit_of_function() {
  constexpr Fit best = std::max({OneFit<Member, P, Signatures>::value()...});
  return best == Fit::uncallable && !names<P, Member>() ? Fit::absent : best;
}

/// The same for a member that is called with several scalars, duals among them.
template <class Member, class P, class... Signatures> consteval Fit fit_of_template() {
  return Member::template plain<P> ? Fit::not_a_template : fit_of_function<Member, P, Signatures...>();
}

template <class...> struct Type;

/// member::NAME knows the name: how to call it, whether it is one function or variable and no template (`plain`), and
/// whether it is a variable of each object, no constant of the class.
namespace member {

#define NONHOLO_MEMBER(name)                                                                          \
  struct name {                                                                                       \
    struct Twin {                                                                                     \
      int name;                                                                                       \
    };                                                                                                \
    template <class P> static constexpr bool unambiguous = requires { &P::name; };                    \
    template <class P> static constexpr bool plain = requires { typename Type<decltype(&P::name)>; }; \
    template <class P> static constexpr bool of_object = requires {                                   \
      requires std::is_member_object_pointer_v<decltype(&P::name)>;                                   \
    };                                                                                                \
    template <class P, class... X> static auto call(const P& p, const X&... x)                        \
        -> std::remove_cvref_t<decltype(p.name(x...))>;                                               \
  };

// clang-format off
NONHOLO_MEMBER(n) NONHOLO_MEMBER(m)
NONHOLO_MEMBER(mass_matrix) NONHOLO_MEMBER(potential) NONHOLO_MEMBER(constraint_matrix)
NONHOLO_MEMBER(constant_mass) NONHOLO_MEMBER(constraint_offset) NONHOLO_MEMBER(force)
NONHOLO_MEMBER(potential_gradient) NONHOLO_MEMBER(adapted_basis) NONHOLO_MEMBER(exact_solution)
NONHOLO_MEMBER(lagrangian) NONHOLO_MEMBER(constraint) NONHOLO_MEMBER(reaction)
NONHOLO_MEMBER(linear_constraint) NONHOLO_MEMBER(natural) NONHOLO_MEMBER(conservative)
NONHOLO_MEMBER(holonomic) NONHOLO_MEMBER(position_constraint)
NONHOLO_MEMBER(ny) NONHOLO_MEMBER(nz) NONHOLO_MEMBER(parts) NONHOLO_MEMBER(f) NONHOLO_MEMBER(g)
NONHOLO_MEMBER(nzeta) NONHOLO_MEMBER(hamiltonian) NONHOLO_MEMBER(structure)

// What people write for an optional member: X(what they write, what it is called). C++ cannot list the members of a
// struct, so a name that is not here is not seen; members that are wanted in any case are missed under whatever name.
#define NONHOLO_NEAR_MISSES(X)                                                                              \
  X(forces, force) X(Force, force) X(forcing, force) X(external_force, force) X(external_forces, force)     \
  X(generalized_force, force) X(generalised_force, force)                                                   \
  X(constraint_offsets, constraint_offset) X(constrain_offset, constraint_offset)                           \
  X(constraints_offset, constraint_offset) X(contraint_offset, constraint_offset)                           \
  X(constraint_offest, constraint_offset)                                                                   \
  X(potential_gradients, potential_gradient) X(potential_grad, potential_gradient)                          \
  X(potental_gradient, potential_gradient) X(potential_gradiant, potential_gradient)                        \
  X(grad_potential, potential_gradient) X(gradient_potential, potential_gradient)                           \
  X(adapted_bases, adapted_basis) X(adapted_base, adapted_basis) X(adaptive_basis, adapted_basis)           \
  X(adopted_basis, adapted_basis)                                                                           \
  X(exact_soluton, exact_solution) X(exact_solutions, exact_solution) X(exact_soltuion, exact_solution)     \
  X(exact_soution, exact_solution) X(analytic_solution, exact_solution)                                     \
  X(analytical_solution, exact_solution)                                                                    \
  X(constant_mass_matrix, constant_mass) X(const_mass, constant_mass) X(mass_constant, constant_mass)       \
  X(constantmass, constant_mass) X(constantMass, constant_mass) X(has_constant_mass, constant_mass)         \
  X(mass_is_constant, constant_mass) X(constant_masses, constant_mass)                                      \
  X(reaction_matrix, reaction) X(linear_constraints, linear_constraint) X(affine_constraint, linear_constraint) \
  X(position_constraints, position_constraint) X(holonomic_constraint, position_constraint)                   \
  X(holonomic_constraints, position_constraint)
// clang-format on

#define NONHOLO_NEAR_MISS(wrong, right) NONHOLO_MEMBER(wrong)
                                NONHOLO_NEAR_MISSES(NONHOLO_NEAR_MISS)
#undef NONHOLO_NEAR_MISS
#undef NONHOLO_MEMBER

}  // namespace member

#define NONHOLO_OR_NAMES(wrong, right) || names<P, member::wrong>()
/// P has a member whose name is nearly that of an optional one, which would then not be found.
template <class P> inline constexpr bool misspells = false NONHOLO_NEAR_MISSES(NONHOLO_OR_NAMES);
#undef NONHOLO_OR_NAMES

#define NONHOLO_TELL(wrong, right) \
  static_assert(!names<P, member::wrong>(), "nonholo: '" #wrong "' is no member that is looked for: '" #right "' is");
template <class P> consteval void explain_misspelling() { NONHOLO_NEAR_MISSES(NONHOLO_TELL) }
#undef NONHOLO_TELL
#undef NONHOLO_NEAR_MISSES

}  // namespace nonholo::detail
