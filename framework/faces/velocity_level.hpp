// A system with constraints on positions, g(t, q) = 0, as one whose constraints are all on velocities: differentiated
// once they are the first rows,
//
//   g_t + g_q v = 0,   K = [g_q; A].
//
// What engines of index 2 hold is then right for both kinds. g itself is in Dynamics::position_constraint(); whoever
// holds the velocities alone lets it drift.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/problem/lagrangian_system.hpp>
#include <nonholo/framework/problem/mechanical_system.hpp>

#include <utility>

namespace nonholo {

/// P but for its constraints; g stays as it is. Of a mechanical system.
template <class P> class VelocityLevel : public P {
  template <class S> static constexpr bool takes_time = system::PositionsTakeTime<P, S, P::n> ||
                                                        requires(const P& p, const S& t, const Vector<S, P::n>& q) {
    p.constraint_matrix(t, q);
  };

 public:
  static constexpr int n = P::n, holonomic = P::holonomic, m = P::m + holonomic;

  explicit VelocityLevel(P problem) : P(std::move(problem)) {}

  template <class S> Matrix<S, m, n> constraint_matrix(const Vector<S, n>& q) const requires(!takes_time<S>) {
    return rows(S(0), q);
  }
  template <class S> Matrix<S, m, n> constraint_matrix(const S& t, const Vector<S, n>& q) const
      requires(takes_time<S>) {
    return rows(t, q);
  }

  template <class S> Vector<S, m> constraint_offset(const S& t, const Vector<S, n>& q) const
      requires(system::HasOffset<P, S, n> || system::PositionsTakeTime<P, S, n>) {
    Vector<S, m> b = Vector<S, m>::Constant(S(0));
    if constexpr (system::PositionsTakeTime<P, S, n>) {
      const Vector<Dual<S, 1>, holonomic> g_dual = P::position_constraint(variable<1>(t, 0), constant<Dual<S, 1>>(q));
      for (int i = 0; i < holonomic; ++i) b[i] = g_dual[i].derivatives()[0];
    }
    if constexpr (system::HasOffset<P, S, n>) b.template tail<P::m>() = P::constraint_offset(t, q);
    return b;
  }

 private:
  template <class S> Matrix<S, m, n> rows(const S& t, const Vector<S, n>& q) const {
    const P& problem = *this;
    const Vector<Dual<S, n>, holonomic> g_dual = system::position_constraint(problem, Dual<S, n>(t), seeded<n>(q));
    Matrix<S, m, n> K;
    for (int i = 0; i < holonomic; ++i)
      for (int j = 0; j < n; ++j) K(i, j) = g_dual[i].derivatives()[j];
    if constexpr (P::m > 0) K.template bottomRows<P::m>() = system::constraint_matrix(problem, t, q);
    return K;
  }
};

/// The same of a Lagrangian system.
template <GivesLagrangian P> class VelocityLevel<P> : public P {
 public:
  static constexpr int n = P::n, holonomic = P::holonomic, m = P::m + holonomic;

  explicit VelocityLevel(P problem) : P(std::move(problem)) {}

  template <class S> Vector<S, m> constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    const P& problem = *this;
    const Vector<Dual<S, 1>, holonomic> g_dual = system::position_constraint(problem, variable<1>(t, 0), along(q, v));
    Vector<S, m> k;
    for (int i = 0; i < holonomic; ++i) k[i] = g_dual[i].derivatives()[0];
    if constexpr (P::m > 0) k.template tail<P::m>() = P::constraint(t, q, v);
    return k;
  }
};

namespace detail {

/// The system that engines see: P itself where all constraints are on velocities.
template <class P> decltype(auto) on_velocities(const P& problem) {
  if constexpr (system::holonomic<P>() > 0) return VelocityLevel<P>(problem);
  else return problem;
}

}  // namespace detail

}  // namespace nonholo
