// What a problem says about itself: title, source, coordinates, parameters with units and ranges, named setups.
//
// A problem returns About<Self, Real> from a static function about(); the catalogue, the experiment reader and the
// contract checks read everything they need from it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

enum class Range { any, positive, non_negative, count };

std::string_view describe(Range range);
bool contains(Range range, double value);

template <class Problem, class Real> struct Parameter {
  std::string_view name;
  Real Problem::*member;  ///< its default is the member's initialiser
  std::string_view unit;  ///< SI, "1" when dimensionless
  Range range = Range::any;
};

/// A named experiment: parameter values, a consistent start at t = 0 and, where the source states one, an end time.
template <class Real> struct Setup {
  std::string_view name;
  std::string_view source;
  std::vector<std::pair<std::string_view, Real>> parameters;  ///< those that differ from the defaults
  std::vector<Real> q, v;                                     ///< of a DAE in Hessenberg form: y, and no v
  std::optional<Real> t_end;
  /// of such a DAE: z, the guess that tells its roots apart. Otherwise it follows from q and v
  std::vector<Real> lambda;
};

namespace detail {

template <class Problem> struct Sizes { static constexpr int state = Problem::n, beside = state; };
template <class Problem>
  requires requires { Problem::ny; }
struct Sizes<Problem> {
  static constexpr int state = Problem::ny, beside = Problem::nz;
};
template <class Problem>
  requires(Problem::nzeta > 0)
struct Sizes<Problem> {
  static constexpr int state = Problem::nzeta, beside = state;
};

}  // namespace detail

/// The length of the state vector of a problem: coordinates of a mechanical system, differential variables of a DAE,
/// zeta of a skew-gradient system.
template <class Problem> inline constexpr int state_size = detail::Sizes<Problem>::state;

/// The length of what stands beside the state in an invariant: velocities of a mechanical system, algebraic variables
/// of a DAE; a skew-gradient system has nothing there, and gives zeros as long as zeta.
template <class Problem> inline constexpr int size_beside_state = detail::Sizes<Problem>::beside;

/// A quantity that the flow conserves, beside the energy of a conservative system and A v + b = 0. Of a DAE a function
/// of (t, y, z).
template <class Problem, class Real> struct Invariant {
  std::string_view name;
  Real (*value)(const Problem&, const Real& t, const Vector<Real, state_size<Problem>>& q,
                const Vector<Real, size_beside_state<Problem>>& v);
};

template <class Problem, class Real> struct About {
  std::string_view title;
  std::string_view source;
  std::vector<std::string_view> coordinates;  ///< one name per component of q
  std::vector<Parameter<Problem, Real>> parameters;
  std::vector<Setup<Real>> setups;  ///< named starts; experiments choose one by name
  std::vector<Invariant<Problem, Real>> invariants = {};
  std::vector<std::string_view> references = {};  ///< keys of verification/references.bib, the source first
};

}  // namespace nonholo
