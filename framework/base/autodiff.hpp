// Forward-mode automatic differentiation: the one place that names Eigen's AutoDiffScalar.
//
// Dual<S, k> carries a value and k directional derivatives in fixed storage (no allocation). Nesting two of them gives
// second derivatives; deeper nesting is not used. Problem code stays plain: `using std::sin; const S s = sin(q[2]);`.
// Declare intermediate results as S, never as auto: arithmetic on duals yields expressions that refer to their
// operands.
//
// k need not be the number of coordinates: functions of many variables are differentiated k directions at a time
// (`seeded`).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <unsupported/Eigen/AutoDiff>

#include <cmath>
#include <type_traits>

namespace nonholo {

/// Eigen's type, made from any arithmetic type in one step: Eigen's own takes two from the literal in `2 * x` to a
/// nested dual of a scalar class such as quad, which C++ refuses.
template <class S, int k> class Dual : public Eigen::AutoDiffScalar<Vector<S, k>> {
  using Base = Eigen::AutoDiffScalar<Vector<S, k>>;

 public:
  using Base::operator=;
  Dual() = default;
  Dual(const S& value) : Base(value, Vector<S, k>::Zero()) {}
  Dual(const S& value, const Vector<S, k>& derivatives) : Base(value, derivatives) {}
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>)
  Dual(T value) : Dual(S(value)) {}
  template <class D> Dual(const Eigen::AutoDiffScalar<D>& x) : Base(x) {}
};

/// A number that changes along the direction given: derivative 1 there, 0 along the k - 1 others. A direction outside 0
/// ... k-1 is none of them.
template <int k, class S> Dual<S, k> variable(const S& x, Eigen::Index direction) {
  Dual<S, k> lifted(x);
  if (direction >= 0 && direction < k) lifted.derivatives()[direction] = S(1);
  return lifted;
}

/// x with k derivative slots; component i has derivative 1 in slot first + i, when that is one of them.
template <int k, int n, class S> Vector<Dual<S, k>, n> seeded(const Vector<S, n>& x, Eigen::Index first = 0) {
  Vector<Dual<S, k>, n> lifted(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) lifted[i] = variable<k>(x[i], first + i);
  return lifted;
}

/// x with derivative dx along the single direction of a Dual<S, 1>.
template <class S, int n> Vector<Dual<S, 1>, n> along(const Vector<S, n>& x, const Vector<S, n>& dx) {
  Vector<Dual<S, 1>, n> lifted(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) lifted[i] = Dual<S, 1>(x[i], Vector<S, 1>::Constant(dx[i]));
  return lifted;
}

/// x lifted to duals with zero derivatives.
template <class D, class S, int n> Vector<D, n> constant(const Vector<S, n>& x) {
  Vector<D, n> lifted(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) lifted[i] = D(x[i]);
  return lifted;
}

}  // namespace nonholo

namespace Eigen {

template <class S, int k> struct NumTraits<nonholo::Dual<S, k>> : NumTraits<AutoDiffScalar<Matrix<S, k, 1>>> {
  using Real = nonholo::Dual<S, k>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
};
template <class S, int k, class Op> struct ScalarBinaryOpTraits<nonholo::Dual<S, k>, S, Op> {
  using ReturnType = nonholo::Dual<S, k>;
};
template <class S, int k, class Op> struct ScalarBinaryOpTraits<S, nonholo::Dual<S, k>, Op> {
  using ReturnType = nonholo::Dual<S, k>;
};

}  // namespace Eigen
