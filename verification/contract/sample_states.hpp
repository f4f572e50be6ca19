// Where a system is looked at: its start, states along the flow from there, and random consistent states near it.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <memory>
#include <vector>

namespace nonholo {

/// Gauss with that many stages, on any system: the solution as well as a check needs it.
std::unique_ptr<Integrator<double>> flow(const System<double>& system, int stages);

/// The start, and states along the flow from there.
std::vector<Sample> flow_states(const System<double>& system, const Start<double>& start);

/// The start first. States where the equations cannot be solved are left out.
std::vector<Sample> sample_states(const System<double>& system, const Start<double>& start);

}  // namespace nonholo
