// The concept a user's nonholonomic system satisfies, and how its members are called.
//
//   L(t, q, v) = 1/2 v^T M(t, q) v - V(t, q),      A(t, q) v + b(t, q) = 0,
//   d/dt (M v) = L_q + F(t, q, v) + A^T lambda                        (thesis sign; Jay's and Ferraro's psi is -lambda)
//
// A system is a plain struct, no base class and no macro. Every function is a template on the scalar S, which is
// double, long double, quad or a dual number:
//
//   static constexpr int n, m;                               coordinates and constraints
//   template <class S> M mass_matrix(const Vector<S, n>& q) const;  n x n, symmetric positive definite; dense, diagonal
//   template <class S> S potential(const Vector<S, n>& q) const;
//   template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const;       rows are constraints
//
// Each may take the time first: mass_matrix(const S& t, const Vector<S, n>& q). Optional, found when present:
//
//   static constexpr bool constant_mass = true;              M depends on neither t nor q: evaluated once
//   template <class S> Vector<S, m> constraint_offset(const S& t, const Vector<S, n>& q) const;              b
//   template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const;   F
//   template <class S> Vector<S, n> potential_gradient(const Vector<S, n>& q) const;                        V_q by hand
//   template <class S> Matrix<S, n, n - m> adapted_basis(const Vector<S, n>& q) const;               columns span ker A
//   Point<Real, n> exact_solution(Real t, Vector<Real, n> q0, Vector<Real, n> v0) const;     through (q0, v0) at time 0
//   static about();                                          see about.hpp
//
// Where only the run knows the sizes, n (and m, if it varies) is `dynamic`, and the system says them:
//
//   Eigen::Index coordinates() const;     Eigen::Index constraints() const;
//
// Its functions return vectors made at run time, so evaluating it allocates; nothing else in a step does.
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

namespace nonholo {

/// A state (q, v), e.g. of an exact solution.
template <class Real, int n> struct Point { Vector<Real, n> q, v; };

namespace system {  // how the members are called: with the time when they want it

template <class P> Eigen::Index coordinates(const P& p) {
  if constexpr (requires { P::ny; }) return P::ny;             // a DAE in Hessenberg form
  else if constexpr (requires { P::nzeta; }) return P::nzeta;  // a skew-gradient system
  else if constexpr (P::n == dynamic) return p.coordinates();
  else return P::n;
}

template <class P> Eigen::Index constraints(const P& p) {
  if constexpr (requires { P::nz; }) return P::nz;
  else if constexpr (requires { P::nzeta; }) return 0;
  else if constexpr (P::m == dynamic) return p.constraints();
  else return P::m;
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
  if constexpr (requires { p.constraint_matrix(t, q); }) return p.constraint_matrix(t, q);
  else return p.constraint_matrix(q);
}

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

/// True when some member takes the time: energy and constraint may then depend on it.
template <class P, class S, int n>
concept TimeDependent = requires(const P& p, const S& t, const Vector<S, n>& q) {
  p.mass_matrix(t, q);
}
|| requires(const P& p, const S& t, const Vector<S, n>& q) { p.potential(t, q); }
|| requires(const P& p, const S& t, const Vector<S, n>& q) { p.constraint_matrix(t, q); }
|| HasOffset<P, S, n>;

template <class P> consteval bool constant_mass() {
  if constexpr (requires { P::constant_mass; }) return P::constant_mass;
  else return false;
}

}  // namespace system

/// P can be run in the precision Real. (A system whose parameters are of type Real runs in that precision and those
/// that it converts to.)
template <class P, class Real = double>
concept MechanicalSystem = requires(const P& p, const Real& t, const Vector<Real, P::n>& q) {
  { P::n } -> std::convertible_to<int>;
  { P::m } -> std::convertible_to<int>;
  { system::mass_matrix(p, t, q) * q } -> std::convertible_to<Vector<Real, P::n>>;
  { system::potential(p, t, q) } -> std::convertible_to<Real>;
  { system::constraint_matrix(p, t, q) } -> std::convertible_to<Matrix<Real, P::m, P::n>>;
};

}  // namespace nonholo
