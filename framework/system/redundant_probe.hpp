// The probe of a system with constraints that follow from the others: residuals are those of all rows, the motion is
// that of the rows that engines hold, multipliers are the smallest that cause it. Private header of framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/probe.hpp>

#include <memory>

namespace nonholo::detail {

/// @param system that holds some of its rows
/// @param all    the probe of all rows, whose equations of motion nobody can solve
/// @param held   that of the rows held
template <class Real> std::unique_ptr<Probe<Real>> redundant_probe(const System<Real>& system,
                                                                   std::unique_ptr<Probe<Real>> all,
                                                                   std::unique_ptr<Probe<Real>> held);

}  // namespace nonholo::detail
