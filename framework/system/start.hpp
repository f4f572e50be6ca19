// The start of a run, and the check that it lies on the constraint.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/system.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace nonholo {

/// How to treat a start that does not satisfy k(t, q, v) = 0.
enum class Consistent {
  error,  ///< refuse it; the message names the constraint and the residual and offers the projected velocity
  /// move q onto constraints on positions and v to the nearest consistent velocity, both in the mass metric; for a DAE
  /// move y onto g = 0 along its normals
  project,
  assume,  ///< take it as it is. Methods then project silently in their first step, and the energy jumps
};

template <class Real> struct Start {
  VectorX<Real> q, v;
  Consistent consistent = Consistent::error;
  /// multipliers, optional; for a DAE z. They follow from q and v, and checked() compares them with these
  VectorX<Real> lambda = {};
  bool lambda_is_guess = false;  ///< for a DAE: z is a guess that selects the root next to it
};

/// The start of a named setup.
template <class Real> Start<Real> start_of(const Setup<Real>& setup) {
  return {.q = vector_of(setup.q), .v = vector_of(setup.v), .lambda = vector_of(setup.lambda)};
}

/// A start off the constraint, or with multipliers that q and v do not imply.
class InconsistentStart : public InputError {
 public:
  InconsistentStart(std::string_view variable, std::string reason, bool mendable)
      : InputError(std::string(variable), std::move(reason)),
        mendable_(mendable) {}

  bool mendable() const { return mendable_; }  ///< whether Consistent::project accepts the start

 private:
  bool mendable_;
};

template <class Real> class AdmissibleStart;

/// The start to use at time t, with its consistent multipliers. The start is accepted as it is if |k_i| <=
/// 1e-12 |K_i| |v| in the mass metric for every constraint i, and g likewise for constraints on positions (probe.hpp).
/// These tests do not depend on units.
/// @throws InputError (key: the variable, as "q") for wrong sizes, values that are not finite, a mass that is not
///         positive definite and dependent constraints, whatever `consistent` says. InconsistentStart with
///         Consistent::error for an inconsistent velocity, and for multipliers that differ from the consistent ones by
///         1e-9 of the accelerations that they balance. For a DAE: InputError if g_y f_z is singular or no z is found,
///         InconsistentStart for a y off g = 0 and for a z that is no root (dae_start.hpp).
template <class Real>
AdmissibleStart<Real> checked(const Start<Real>& start, const System<Real>& system, std::type_identity_t<Real> t);

/// A start that checked() has admitted. Only checked() makes one, so functions that take one need not check it again.
template <class Real> class AdmissibleStart {
 public:
  const Real t;
  const VectorX<Real> q, v;
  const VectorX<Real> lambda;                      ///< consistent multipliers; for a DAE the z next to the guess
  const std::optional<Violation<Real>> violation;  ///< the worst violation of a start taken with Consistent::assume

 private:
  friend AdmissibleStart checked<Real>(const Start<Real>&, const System<Real>&, std::type_identity_t<Real>);
  AdmissibleStart(const Real& time, const Start<Real>& from, const std::optional<Violation<Real>>& worst)
      : t(time),
        q(from.q),
        v(from.v),
        lambda(from.lambda),
        violation(worst) {}
};

}  // namespace nonholo
