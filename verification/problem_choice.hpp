// A problem as one chooses it, at a setup and with parameters of one's own: what it is called, the system and where it
// starts, in any precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/definite_mass.hpp>
#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/start.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

/// A start as a file gives it; that of the problem's setup when q is empty.
struct StartSpec {
  std::vector<Number> q, v, lambda;
  Consistent consistent = Consistent::error;
};

struct ProblemChoice {
  const ProblemEntry* entry = nullptr;
  std::string setup = {};           ///< empty: none
  ParameterValues parameters = {};  ///< in the place of the setup's
  StartSpec initial = {};           ///< in the place of the setup's
  Number t0 = 0;
  std::optional<Number> t_end = {};  ///< in the place of the setup's

  /// "chaplygin_sleigh (rotating)".
  std::string label() const;

  /// @throws InputError (key: the parameter) for a value out of range; (key "precision") where it is not available.
  /// It is solvable at the start where that can be had (definite_mass.hpp).
  template <class Real = double> System<Real> system() const {
    System<Real> made = entry->make<Real>(parameters, setup);
    if (made.kind() != SystemKind::mechanical || (initial.q.empty() && setup.empty())) return made;
    const Start<Real> from = start<Real>();
    return solvable(made, t0.as<Real>(), values(from.q), values(from.v));
  }

  /// The one given, else that of the setup. @throws InputError where there is none.
  template <class Real = double> Start<Real> start() const;
  /// The one given, else that of the setup, if it has one.
  template <class Real = double> std::optional<Real> end_time() const {
    if (t_end) return t_end->as<Real>();
    return setup.empty() ? std::nullopt : entry->setup<Real>(setup).t_end;
  }
};

template <class Real> Start<Real> ProblemChoice::start() const {
  const auto vector = [](const std::vector<Number>& x) {
    VectorX<Real> values(static_cast<Eigen::Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) values[static_cast<Eigen::Index>(i)] = x[i].as<Real>();
    return values;
  };
  if (initial.q.empty()) {
    Start<Real> named = start_of(entry->setup<Real>(setup));
    named.consistent = initial.consistent;
    return named;
  }
  Start<Real> own{vector(initial.q), vector(initial.v), initial.consistent, vector(initial.lambda)};
  if (entry->kind != SystemKind::dae || !initial.lambda.empty()) return own;
  // The z of a DAE may have several values: without one given it is that next to where the problem is usually started,
  // if it says where.
  if (!entry->setups.empty()) own.lambda = start_of(entry->setup<Real>(entry->setups.front().name)).lambda;
  own.lambda_is_guess = true;
  return own;
}

/// @throws InputError naming the nearest problems, or setups.
ProblemChoice problem_choice(std::string_view name, std::string_view setup = {}, ParameterValues parameters = {});

}  // namespace nonholo
