// Small systems given by their Lagrangian.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics_of_lagrangian.hpp>

#include "toy_systems.hpp"

namespace nonholo::test {

/// The Lagrangian and the constraint that a mechanical system P is short for.
template <class P> struct LagrangianOf {
  static constexpr int n = P::n, m = P::m;
  static constexpr bool linear_constraint = true, natural = true;
  P mechanical{};
  template <class S> S lagrangian(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    return quadratic_form(system::mass_matrix(mechanical, t, q), v) * 0.5 - system::potential(mechanical, t, q);
  }
  template <class S> Vector<S, m> constraint(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    Vector<S, m> k = product(Matrix<S, m, n>(system::constraint_matrix(mechanical, t, q)), v);
    if constexpr (system::HasOffset<P, S, n>) k += mechanical.constraint_offset(t, q);
    return k;
  }
  template <class S> Vector<S, n> force(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    if constexpr (system::HasForce<P, S, n>) return mechanical.force(t, q, v);
    else return Vector<S, n>::Zero();
  }
};

/// All at once: a mass that depends on v and t, a term linear in v, a constraint quadratic in v, a force, and a
/// reaction that is not ideal and bends with lambda. Listed size class (3, 1).
struct Wild {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::atan2, std::cos, std::exp, std::pow, std::sin, std::sqrt;
    const S square = v[0] * v[0] + (2 + sin(q[1])) * v[1] * v[1] + v[2] * v[2];
    return sqrt(3 + square) * (4 + cos(t)) + q[2] * v[0] - exp(-q[0] * q[1]) + v[1] * v[2] / 5 * q[0] +
           atan2(q[0], 2 + q[2]) * v[2] - pow(q[2], 2);
  }
  template <class S> Vector<S, 1> constraint(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    using std::sin;
    return Vector<S, 1>(v[2] * v[2] - v[0] * v[0] * (1 + sin(q[1])) - v[1] * t - q[0] * q[2]);
  }
  template <class S> Vector<S, 3> force(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return {-v[0] * v[0] * v[0], t * v[1] * q[0], q[1] * v[2]};
  }
  template <class S>
  Vector<S, 3> reaction(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v, const Vector<S, 1>& lambda) const {
    using std::sin;
    return {lambda[0] * v[0], sin(lambda[0]) * q[1] - t, lambda[0] * (2 + v[2] * q[0])};
  }
};

/// The same with ideal reactions.
struct WildIdeal {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Wild{}.lagrangian(t, q, v);
  }
  template <class S> Vector<S, 1> constraint(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Wild{}.constraint(t, q, v);
  }
};

}  // namespace nonholo::test
