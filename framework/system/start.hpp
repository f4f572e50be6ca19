// Where a run begins, and the check that it begins on the constraint.
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

/// What to do with a start that does not satisfy k(t, q, v) = 0.
enum class Consistent {
  error,  ///< refuse it, naming the constraint and the residual and offering the projected velocity
  /// move q onto constraints on positions and v to the nearest consistent velocity, both in the mass metric; y of a DAE
  /// onto g = 0 along its normals
  project,
  assume,  ///< take it as it is: methods then project silently in their first step, and energy jumps
};

template <class Real> struct Start {
  VectorX<Real> q, v;
  Consistent consistent = Consistent::error;
  /// multipliers, optional: they follow from q and v; `checked` holds them against that. Of a DAE z
  VectorX<Real> lambda = {};
  bool lambda_is_guess = false;  ///< of a DAE: z only says which root is meant, the one next to it
};

/// The start of a named setup.
template <class Real> Start<Real> start_of(const Setup<Real>& setup) {
  return {.q = vector_of(setup.q), .v = vector_of(setup.v), .lambda = vector_of(setup.lambda)};
}

/// A start off the constraint, or with other multipliers than it implies.
class InconsistentStart : public InputError {
 public:
  InconsistentStart(std::string_view variable, std::string reason, bool mendable)
      : InputError(std::string(variable), std::move(reason)),
        mendable_(mendable) {}

  bool mendable() const { return mendable_; }  ///< Consistent::project takes it

 private:
  bool mendable_;
};

template <class Real> class AdmissibleStart;

/// The start to use at time t, with its consistent multipliers. Accepted as it is when |k_i| <= 1e-12 |K_i| |v| for
/// every constraint i, in the mass metric, and g likewise where constraints are on positions (probe.hpp): in whatever
/// units.
/// @throws InputError (the variable: "q") on wrong sizes, values that are not finite, a mass that is not positive
///         definite and dependent constraints (whatever `consistent` says); InconsistentStart on an inconsistent
///         velocity (`error`), and multipliers that are off the consistent ones by 1e-9 of what they balance (`error`).
///         Of a DAE InputError where g_y f_z is singular or no z is found, and InconsistentStart for a y off g = 0 and
///         a z that is no root (dae_start.hpp).
template <class Real>
AdmissibleStart<Real> checked(const Start<Real>& start, const System<Real>& system, std::type_identity_t<Real> t);

/// A start that checked() has admitted: no one else makes one, whoever is given one need not look again.
template <class Real> class AdmissibleStart {
 public:
  const Real t;
  const VectorX<Real> q, v;
  const VectorX<Real> lambda;                      ///< those that q and v imply; of a DAE the z next to the guess
  const std::optional<Violation<Real>> violation;  ///< the worst, of a start off the constraint that was to be assumed

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
