// The probe of a system with redundant constraints, which follow from the others. Residuals are those of all rows. The
// motion is that of the rows that engines hold. Multipliers are the smallest that cause it. Private header of
// framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/probe.hpp>

#include <memory>

namespace nonholo::detail {

/// @param system a system that holds only some of its rows
/// @param all    the probe of all rows; its equations of motion are singular
/// @param held   the probe of the rows held
template <class Real> std::unique_ptr<Probe<Real>> redundant_probe(const System<Real>& system,
                                                                   std::unique_ptr<Probe<Real>> all,
                                                                   std::unique_ptr<Probe<Real>> held);

}  // namespace nonholo::detail
