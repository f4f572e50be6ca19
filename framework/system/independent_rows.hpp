// Selects the rows to hold if some constraints follow from the others.
//
// Where the rank of K is constant nearby, redundant rows do not change the motion. The equations of engines
// need independent rows, so engines hold as many rows as the rank and leave out the rest. Multipliers are then not
// unique; the smallest are shown (Probe::of_all_rows()). Residuals are those of all rows. If the rows left out no
// longer follow, the run has the flag rank_lost.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <span>

namespace nonholo {

/// The system holding an independent set of its constraints, with constraints on positions first. It does so only if
/// the rank at this state is below the number of rows, and is no larger at near-by states on the constraints a moment
/// later. There the other rows must also ask for nothing else than the rows held. In all other cases it returns the
/// system unchanged, as with reactions that are not ideal, for a DAE and for values that are not finite. Allocates.
/// @param q, v coordinates() numbers each. With other sizes, for which starts are refused, the system is unchanged.
template <class Real> System<Real> with_independent_rows(const System<Real>& system, std::type_identity_t<Real> t,
                                                         std::type_identity_t<std::span<const Real>> q,
                                                         std::type_identity_t<std::span<const Real>> v);

}  // namespace nonholo
