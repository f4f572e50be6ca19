// Where a system is looked at: its start, states along the flow from there, and random consistent states near it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace nonholo {

/// Gauss with that many stages, on any system: the solution as well as a check needs it.
std::unique_ptr<Integrator<double>> flow(const System<double>& system, int stages);

/// A time in which the motion from the start changes: in which its acceleration changes the velocity, or one of both
/// the place. 1 where nothing of it tells. [s]
double own_time(const System<double>& system, const Start<double>& start);

/// The start, and states along the flow from there until `time`; or as far as some thousand steps lead.
std::vector<Sample> flow_states(const System<double>& system, const Start<double>& start, double time);

/// How the motion of a mechanical system goes on from a start on its constraints.
struct Way {
  double reached = 0;                ///< the time to which it could be followed, at most `time`
  Outcome ended = Outcome::success;  ///< why no further
  std::optional<Sample> mass_lost;   ///< the first state at which the mass is not positive definite
  std::optional<Sample> rank_lost;   ///< the first state at which, or before which, the constraints were dependent
};
Way way_of(const System<double>& system, const Start<double>& start, double time);

/// The start first, then those along the flow, then random ones as near to these as the motion is wide. States where
/// the equations cannot be solved are left out.
std::vector<Sample> sample_states(const System<double>& system, const Start<double>& start, double time);

}  // namespace nonholo
