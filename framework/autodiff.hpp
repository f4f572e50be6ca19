// Forward-mode automatic differentiation: the one place that names Eigen's AutoDiffScalar.
//
// Dual<S, k> carries a value and k directional derivatives in fixed storage (no allocation). Nesting two of them gives second
// derivatives; deeper nesting is not used. Problem code stays plain: `using std::sin; const S s = sin(q[2]);`. Declare
// intermediate results as S, never as auto: arithmetic on duals yields expressions that refer to their operands.
#pragma once

#include <nonholo/framework/numeric.hpp>

#include <unsupported/Eigen/AutoDiff>

#include <cmath>

namespace nonholo {

template <class S, int k> using Dual = Eigen::AutoDiffScalar<Vector<S, k>>;

/// x with k = `directions` derivative slots, component i seeded with the unit vector e_{offset + i}.
template <int directions, int n, class S> Vector<Dual<S, directions>, n> seeded(const Vector<S, n>& x, int offset = 0) {
  Vector<Dual<S, directions>, n> lifted;
  for (int i = 0; i < n; ++i) lifted[i] = Dual<S, directions>(x[i], directions, offset + i);
  return lifted;
}

/// x with derivative dx along the single direction of a Dual<S, 1>.
template <class S, int n> Vector<Dual<S, 1>, n> along(const Vector<S, n>& x, const Vector<S, n>& dx) {
  Vector<Dual<S, 1>, n> lifted;
  for (int i = 0; i < n; ++i) lifted[i] = Dual<S, 1>(x[i], Vector<S, 1>(dx[i]));
  return lifted;
}

/// x lifted to duals with zero derivatives.
template <class D, class S, int n> Vector<D, n> constant(const Vector<S, n>& x) {
  Vector<D, n> lifted;
  for (int i = 0; i < n; ++i) lifted[i] = D(x[i]);
  return lifted;
}

}  // namespace nonholo
