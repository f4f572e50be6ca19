// The concept a user's nonholonomic system satisfies, and how its members are called.
//
//   L(t, q, v) = 1/2 v^T M(t, q) v - V(t, q),      A(t, q) v + b(t, q) = 0,      g(t, q) = 0,
//   d/dt (M v) = L_q + F(t, q, v) + g_q^T lambda_g + A^T lambda       (thesis sign; Jay's and Ferraro's psi is -lambda)
//
// A system is a plain struct, no base class and no macro. Every function is a template on the scalar S, which is
// double, four doubles (base/pack.hpp), a dual number of these, or, in quad, one that records what is done with it
// (expression/traced.hpp):
//
//   static constexpr int n, m;                               coordinates and constraints on velocities, rows of A
//   template <class S> M mass_matrix(const Vector<S, n>& q) const;    n x n, symmetric positive definite; a Matrix, an
//       Eigen::DiagonalMatrix or an Eigen::SparseMatrix, which of a constant mass of dynamic size are kept as such
//   template <class S> S potential(const Vector<S, n>& q) const;
//   template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const;       A; not needed where m = 0
//
// Each may take the time first: mass_matrix(const S& t, const Vector<S, n>& q). Optional, found when present:
//
//   static constexpr bool constant_mass = true;              M depends on neither t nor q: evaluated once
//   static constexpr bool packs = false;                     what is written for numbers that can be looked into: never
//                                                            called with four at once, as implicit and energy
//                                                            methods and what looks for coordinates in A call it
//   static constexpr bool fused_kernels = false;             no steps of its own are compiled with it, which takes a
//                                                            third to a half of the time: general engines run it
//   static constexpr int holonomic;                          so many constraints on positions, g, with
//   template <class S> Vector<S, holonomic> position_constraint(const Vector<S, n>& q) const;
//   template <class S> Vector<S, m> constraint_offset(const S& t, const Vector<S, n>& q) const;              b
//   template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;   F
//   template <class S> Vector<S, n> potential_gradient(const Vector<S, n>& q) const;                        V_q by hand
//   template <class S> Matrix<S, n, n - m> adapted_basis(const Vector<S, n>& q) const;               columns span ker A
//       (n - m - holonomic columns, of the kernel of g_q and A)
//   Point<Real, n> exact_solution(Real t, Vector<Real, n> q0, Vector<Real, n> v0) const;     through (q0, v0) at time 0
//   static about();                                          see about.hpp
//
// Constraints on positions are held as such and, differentiated once, on velocities: there they are the first rows,
// g_t + g_q v, and the first multipliers (faces/velocity_level.hpp).
//
// Where only the run knows the sizes, n (and m, if it varies) is `dynamic`, and the system says them:
//
//   Eigen::Index coordinates() const;     Eigen::Index constraints() const;
//
// Its functions return vectors made at run time, so evaluating it allocates; nothing else in a step does.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/autodiff.hpp>
#include <nonholo/framework/problem/member.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nonholo {

/// A state (q, v), e.g. of an exact solution.
template <class Real, int n> struct Point { Vector<Real, n> q, v; };

namespace system {  // how the members are called: with the time when they want it

/// How many constraints are on positions.
template <class P> consteval int holonomic() {
  if constexpr (requires { P::holonomic; }) return P::holonomic;
  else return 0;
}

template <class P> Eigen::Index coordinates(const P& p) {
  if constexpr (requires { P::ny; }) {  // a DAE in Hessenberg form
    if constexpr (P::ny == dynamic) return p.differential();
    else return P::ny;
  } else if constexpr (requires { P::nzeta; }) return P::nzeta;  // a skew-gradient system
  else if constexpr (P::n == dynamic) return p.coordinates();
  else return P::n;
}

/// All of them: on positions and on velocities.
template <class P> Eigen::Index constraints(const P& p) {
  if constexpr (requires { P::nz; }) {
    if constexpr (P::nz == dynamic) return p.algebraic();
    else return P::nz;
  } else if constexpr (requires { P::nzeta; }) return 0;
  else if constexpr (P::m == dynamic) return p.constraints();
  else return P::m + holonomic<P>();
}

template <class P, class S, int n> auto mass_matrix(const P& p, const S& t, const Vector<S, n>& q) {
  if constexpr (requires { p.mass_matrix(t, q); }) return p.mass_matrix(t, q);
  else return p.mass_matrix(q);
}

template <class P, class S, int n> S potential(const P& p, const S& t, const Vector<S, n>& q) {
  if constexpr (requires { p.potential(t, q); }) return p.potential(t, q);
  else return p.potential(q);
}

template <class P, class S, int n> auto constraint_matrix(const P& p, const S& t, const Vector<S, n>& q) {
  constexpr bool takes_time = requires { p.constraint_matrix(t, q); };
  if constexpr (takes_time) return p.constraint_matrix(t, q);
  else if constexpr (P::m != 0 || requires { p.constraint_matrix(q); }) return p.constraint_matrix(q);
  else return Matrix<S, 0, n>(0, q.size());
}

template <class P, class S, int n> auto position_constraint(const P& p, const S& t, const Vector<S, n>& q) {
  if constexpr (requires { p.position_constraint(t, q); }) return p.position_constraint(t, q);
  else return p.position_constraint(q);
}

template <class P, class S, int n>
concept PositionsTakeTime = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.position_constraint(t, q);
};

template <class P, class S, int n>
concept HasOffset = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.constraint_offset(t, q);
};

template <class P, class S, int n>
concept HasForce = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.force(t, q, q);
};

template <class P, class S, int n>
concept HasPotentialGradient = requires(const P& p, const Vector<S, n>& q) {
  p.potential_gradient(q);
};

template <class P, class S, int n>
concept HasAdaptedBasis = requires(const P& p, const Vector<S, n>& q) {
  p.adapted_basis(q);
};

template <class P, class S, int n>
concept LagrangianDependsOnTime = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.mass_matrix(t, q);
}
|| requires(const P& p, const S& t, const Vector<S, n>& q) { p.potential(t, q); };

/// True when some member takes the time: energy and constraint may then depend on it.
template <class P, class S, int n>
concept TimeDependent = LagrangianDependsOnTime<P, S, n> || requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.constraint_matrix(t, q);
} || HasOffset<P, S, n>;

template <class P> consteval bool constant_mass() {
  if constexpr (requires { P::constant_mass; }) return P::constant_mass;
  else return false;
}

template <class P> consteval bool takes_packs() {
  if constexpr (requires { P::packs; }) return P::packs;
  else return true;
}

template <class P> consteval bool takes_fused_kernels() {
  if constexpr (requires { P::fused_kernels; }) return P::fused_kernels;
  else return true;
}

template <class P, class S> using MassOf = decltype(mass_matrix(std::declval<const P&>(), S(), Vector<S, P::n>()));

/// Constant, and returned as a diagonal matrix.
template <class P, class S> consteval bool constant_diagonal_mass() {
  return constant_mass<P>() && std::is_same_v<MassOf<P, S>, Eigen::DiagonalMatrix<S, P::n>>;
}

/// Constant, and returned as a matrix that has few entries by its type.
template <class P, class S> consteval bool constant_sparse_mass() {
  return constant_diagonal_mass<P, S>() || (constant_mass<P>() && std::is_same_v<MassOf<P, S>, Sparse<S>>);
}

/// Of such a mass.
template <class P, class S> Sparse<S> sparse_mass(const P& problem, const S& t, const Vector<S, P::n>& q) {
  auto M = mass_matrix(problem, t, q);
  if constexpr (constant_diagonal_mass<P, S>()) {
    Sparse<S> diagonal(q.size(), q.size());
    diagonal.reserve(Eigen::VectorXi::Ones(q.size()));
    for (Eigen::Index i = 0; i < q.size(); ++i) diagonal.insert(i, i) = M.diagonal()[i];
    diagonal.makeCompressed();
    return diagonal;
  } else {
    M.makeCompressed();
    return M;
  }
}

}  // namespace system

namespace detail {

template <class P>
concept ConstantSizes = (!member::n::of_object<P> && !member::m::of_object<P>)&&requires {
  typename std::integral_constant<int, P::n>;
  typename std::integral_constant<int, P::m>;
  requires P::n >= 1 || P::n == dynamic;
  requires P::m == dynamic || (P::m >= 0 && (P::n == dynamic || P::m <= P::n));
};

/// How many constraints are on positions is said by a constant; then the sizes are known, and P can be inherited from.
template <class P>
concept HolonomicIsConstant =
    !names<P, member::holonomic>() || (!member::holonomic::of_object<P> && !std::is_final_v<P> && requires {
      typename std::integral_constant<int, P::holonomic>;
      requires P::holonomic >= 1 && P::n != dynamic&& P::m != dynamic;
      requires P::holonomic + P::m <= P::n;
    });

/// Both or neither.
template <class P>
inline constexpr bool says_both_of_positions = names<P, member::holonomic>() == names<P, member::position_constraint>();

template <class P>
concept SaysItsSizes = requires(const P& p) {
  requires P::n != dynamic || requires {
    { p.coordinates() } -> std::convertible_to<Eigen::Index>;
  };
  requires P::m != dynamic || requires {
    { p.constraints() } -> std::convertible_to<Eigen::Index>;
  };
};

template <class P>
concept ConstantMassIsConstant =
    !names<P, member::constant_mass>() ||
    (!member::constant_mass::of_object<P> && requires { typename std::bool_constant<P::constant_mass>; });

/// How the members of P fit, called with the scalar S.
template <class P, class S> struct MechanicalFit {
  static constexpr int n = P::n, m = P::m, h = system::holonomic<P>();
  static constexpr int free = n == dynamic || m == dynamic ? dynamic : n - m - h;
  using Q = Vector<S, n>;
  using Covector = Sized<S, n, 1>;
  using Square = Sized<S, n, n>;
  using Rows = Sized<S, m, n>;
  static constexpr Fit mass_matrix = fit_of_template<member::mass_matrix, P, Square(Q), Square(S, Q)>();
  static constexpr Fit potential = fit_of_template<member::potential, P, S(Q), S(S, Q)>();
  static constexpr Fit constraint_matrix = fit_of_template<member::constraint_matrix, P, Rows(Q), Rows(S, Q)>();
  static constexpr Fit constraint_offset = fit_of_template<member::constraint_offset, P, Sized<S, m, 1>(S, Q)>();
  static constexpr Fit position_constraint =
      fit_of_template<member::position_constraint, P, Sized<S, h, 1>(Q), Sized<S, h, 1>(S, Q)>();
  static constexpr Fit force = fit_of_template<member::force, P, Covector(S, Q, Q)>();
  static constexpr Fit potential_gradient = fit_of_template<member::potential_gradient, P, Covector(Q)>();
  static constexpr Fit adapted_basis = fit_of_template<member::adapted_basis, P, Sized<S, n, free>(Q)>();
  static constexpr Fit exact_solution = fit_of_function<member::exact_solution, P, Point<S, n>(S, Q, Q)>();

  static constexpr bool good = wanted(mass_matrix) && wanted(potential) &&
                               (m == 0 ? optional(constraint_matrix) : wanted(constraint_matrix)) &&
                               optional(constraint_offset) && optional(position_constraint) && optional(force) &&
                               optional(potential_gradient) && optional(adapted_basis);
};

}  // namespace detail

/// P can be run in the precision Real. (A system whose parameters are of type Real runs in that precision and those
/// that it converts to.) What is there under the name of an optional member has to fit; explain.hpp says what does not.
template <class P, class Real = double>
concept MechanicalSystem = detail::ConstantSizes<P> && detail::SaysItsSizes<P> && detail::ConstantMassIsConstant<P> &&
    detail::HolonomicIsConstant<P> && detail::says_both_of_positions<P> && detail::MechanicalFit<P, Real>::good &&
    detail::MechanicalFit<P, Dual<Real, 1>>::good && detail::optional(detail::MechanicalFit<P, Real>::exact_solution) &&
    !detail::misspells<P>;

}  // namespace nonholo
