// A problem as one chooses it, at a setup and with parameters of one's own: what it is called, the system and where it
// starts, in any precision.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/start.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace nonholo {

struct ProblemChoice {
  const ProblemEntry* entry = nullptr;
  std::string setup = {};           ///< empty: none
  ParameterValues parameters = {};  ///< in the place of the setup's

  /// "chaplygin_sleigh (rotating)".
  std::string label() const;

  /// @throws InputError (key: the parameter) for a value out of range; (key "precision") where it is not available.
  template <class Real = double> System<Real> system() const { return entry->make<Real>(parameters, setup); }

  /// That of the setup. @throws InputError where there is none.
  template <class Real = double> Start<Real> start() const { return start_of(entry->setup<Real>(setup)); }
  /// That of the setup, if it has one.
  template <class Real = double> std::optional<Real> end_time() const {
    return setup.empty() ? std::nullopt : entry->setup<Real>(setup).t_end;
  }
};

/// @throws InputError naming the nearest problems, or setups.
ProblemChoice problem_choice(std::string_view name, std::string_view setup = {}, ParameterValues parameters = {});

}  // namespace nonholo
