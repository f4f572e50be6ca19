// The checks along the flow: what is conserved, and whether an exact solution is one.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>
#include <nonholo/verification/contract/loose_dynamics.hpp>
#include <nonholo/verification/contract/worst.hpp>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace nonholo {

/// (1, q', v') at a state; nothing where the equations cannot be solved.
using Flow = std::function<std::optional<Sample>(const Sample&)>;
Flow flow_of(const LooseDynamics& dynamics);

using StateFunction = std::function<double(double t, const VectorX<double>& q, const VectorX<double>& v)>;
StateFunction quantity_of(const NamedInvariant<double>& invariant);

/// How much a function varies from state to state; its size where it does not.
double variation(const StateFunction& quantity, const std::vector<Sample>& states);

/// That the quantity has rate zero, by differences, as far as these tell: that the rate is rounding of its terms, one
/// for each variable, or changes nothing in the time that is looked at.
/// @param name of an invariant; the energy needs none
/// @param time of the motion [s]
/// @param size what the change is relative to; empty: how much the quantity varies from state to state
Finding conserved(const Check& check, std::string_view name, const StateFunction& quantity,
                  const std::vector<Sample>& states, const Flow& flow, double time, const StateFunction& size = {});

/// The same of an invariant that the problem names: with the derivatives of the text where it is one.
Finding conserved_finding(const NamedInvariant<double>& invariant, const std::vector<Sample>& states, const Flow& flow,
                          double time);

/// The terms of a rate; nothing where the equations cannot be solved.
using RateTerms = std::function<std::optional<std::vector<double>>(const Sample&)>;

/// That a rate is zero whose terms are exact: it is rounding of these, or changes nothing in the time looked at.
/// @param size what the change is relative to
Finding conserved_exactly(const Check& check, std::string_view name, const std::vector<Sample>& states,
                          const RateTerms& terms, const StateFunction& size, double time);

/// dE/dt = v . (p' - L_q) - L_t.
RateTerms energy_terms(const LooseDynamics& dynamics);

/// How far x_dot is from differences of x(t), in parts of the rates, at the step where they are nearest. A rate that
/// would not move x by a thousandth of itself in the time that is looked at is none.
/// @param least_size of x, for what is at rest is rounding
double off_rate(const std::function<VectorX<double>(double)>& x, double t, const VectorX<double>& x_dot, double time,
                double least_size = 0);

/// Of a mechanical system that has an exact solution, through a state at time 0, until `time`.
std::vector<Finding> solution_findings(const System<double>& system, const LooseDynamics& dynamics, const Sample& from,
                                       double time);

}  // namespace nonholo
