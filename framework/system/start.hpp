// Where a run begins, and the check that it begins on the constraint.
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/system/system.hpp>

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
  /// multipliers, optional: they follow from q and v; `checked` holds them against that. Of a DAE the guess for z
  VectorX<Real> lambda = {};
};

/// The start of a named setup.
template <class Real> Start<Real> start_of(const Setup<Real>& setup) {
  const auto vector = [](const std::vector<Real>& x) {
    return Eigen::Map<const VectorX<Real>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  return {.q = vector(setup.q), .v = vector(setup.v), .lambda = vector(setup.lambda)};
}

/// The start to use at time t, with its consistent multipliers. Accepted as it is when |k_i| <= 1e-12 |K_i| |v| + 1e-14
/// for every constraint i.
/// @throws InputError on wrong sizes, values that are not finite, a mass that is not positive definite, dependent
///         constraints (whatever `consistent` says), an inconsistent velocity (`error`), and multipliers that are off
///         the consistent ones by more than 1e-9 (`error`).
template <class Real> Start<Real> checked(const Start<Real>& start, const System<Real>& system, Real t);

}  // namespace nonholo
