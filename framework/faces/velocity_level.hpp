// Rewrites a system with constraints on positions, g(t, q) = 0, as a system whose constraints are all on velocities.
// The derivatives of g are the first rows,
//
//   g_t + g_q v = 0,   K = [g_q; A].
//
// Engines of index 2 can then treat both kinds alike. Dynamics::position_constraint() has g itself: a method that holds
// only the velocity constraints lets g drift.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/lagrangian_system.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <utility>

namespace nonholo {

// These functions stand outside the classes. Inside them a local name, K or b, would shadow a member of the user's
// problem with the same name, and the user's compiler would warn.
namespace detail {

/// K(t, q) = [g_q; A], m x n.
template <class P, class S> auto velocity_rows(const P& problem, const S& t, const Vector<S, P::n>& q) {
  const Vector<Dual<S, P::n>, P::holonomic> g = system::position_constraint(problem, Dual<S, P::n>(t), seeded<P::n>(q));
  Matrix<S, P::m + P::holonomic, P::n> K;
  for (int i = 0; i < P::holonomic; ++i)
    for (int j = 0; j < P::n; ++j) K(i, j) = g[i].derivatives()[j];
  if constexpr (P::m > 0) K.template bottomRows<P::m>() = system::constraint_matrix(problem, t, q);
  return K;
}

/// (g_t(t, q), b(t, q)): m values.
template <class P, class S> auto velocity_offset(const P& problem, const S& t, const Vector<S, P::n>& q) {
  using Offset = Vector<S, P::m + P::holonomic>;
  Offset b = Offset::Constant(S(0));
  if constexpr (system::PositionsTakeTime<P, S, P::n>) {
    const Vector<Dual<S, 1>, P::holonomic> g = problem.position_constraint(variable<1>(t, 0), constant<Dual<S, 1>>(q));
    for (int i = 0; i < P::holonomic; ++i) b[i] = g[i].derivatives()[0];
  }
  if constexpr (system::HasOffset<P, S, P::n>) b.template tail<P::m>() = problem.constraint_offset(t, q);
  return b;
}

/// (g_t + g_q v, k(t, q, v)): m values.
template <class P, class S>
auto velocity_constraint(const P& problem, const S& t, const Vector<S, P::n>& q, const Vector<S, P::n>& v) {
  const Vector<Dual<S, 1>, P::holonomic> g = system::position_constraint(problem, variable<1>(t, 0), along(q, v));
  Vector<S, P::m + P::holonomic> k;
  for (int i = 0; i < P::holonomic; ++i) k[i] = g[i].derivatives()[0];
  if constexpr (P::m > 0) k.template tail<P::m>() = problem.constraint(t, q, v);
  return k;
}

}  // namespace detail

/// A mechanical system P with the constraints above in the place of its own; g is unchanged.
template <class P> class VelocityLevel : public P {
  template <class S> static constexpr bool takes_time = system::PositionsTakeTime<P, S, P::n> ||
                                                        requires(const P& p, const S& t, const Vector<S, P::n>& q) {
    p.constraint_matrix(t, q);
  };

 public:
  static constexpr int n = P::n, holonomic = P::holonomic, m = P::m + holonomic;

  explicit VelocityLevel(P problem) : P(std::move(problem)) {}

  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const requires(!takes_time<S>) {
    return detail::velocity_rows(static_cast<const P&>(*this), S(0), q);
  }
  template <class S> Matrix<S, m, n> constraint_matrix(const S& t, const Vector<S, n>& q) const
      requires(takes_time<S>) {
    return detail::velocity_rows(static_cast<const P&>(*this), t, q);
  }

  template <class S> Vector<S, m> constraint_offset(const S& t, const Vector<S, n>& q) const
      requires(system::HasOffset<P, S, n> || system::PositionsTakeTime<P, S, n>) {
    return detail::velocity_offset(static_cast<const P&>(*this), t, q);
  }
};

/// The same for a Lagrangian system.
template <GivesLagrangian P> class VelocityLevel<P> : public P {
 public:
  static constexpr int n = P::n, holonomic = P::holonomic, m = P::m + holonomic;
  static constexpr bool linear_constraint = system::linear_constraint<P>();

  explicit VelocityLevel(P problem) : P(std::move(problem)) {}

  template <class S> Vector<S, m> constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    return detail::velocity_constraint(static_cast<const P&>(*this), t, q, v);
  }
};

namespace detail {

/// The system that engines see: P itself if all its constraints are on velocities.
template <class P> decltype(auto) on_velocities(const P& problem) {
  if constexpr (system::holonomic<P>() > 0) return VelocityLevel<P>(problem);
  else return problem;
}

}  // namespace detail

}  // namespace nonholo
