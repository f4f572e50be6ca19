// Where a run begins, and the check that it begins on the constraint.
#pragma once

#include <nonholo/framework/system.hpp>

namespace nonholo {

/// What to do with a start that does not satisfy k(t, q, v) = 0.
enum class Consistent {
  error,    ///< refuse it, naming the constraint and the residual and offering the projected velocity
  project,  ///< move v to the nearest consistent velocity in the mass metric
  assume,   ///< take it as it is: methods then project silently in their first step, and energy jumps
};

template <class Real> struct Start {
  VectorX<Real> q, v;
  Consistent consistent = Consistent::error;
};

/// The start to use at time t. Accepted as it is when |k_i| <= 1e-12 |K_i| |v| + 1e-14 for every constraint i.
/// @throws InputError on wrong sizes, values that are not finite, a singular K p_v^-1 K^T, or an inconsistent start.
template <class Real> Start<Real> checked(const Start<Real>& start, const System<Real>& system, Real t);
extern template Start<double> checked(const Start<double>&, const System<double>&, double);

}  // namespace nonholo
