// Constraints of which some follow from the others: which of them to hold.
//
// Where the rank of K is the same all around, redundant rows change nothing of the motion: engines, whose equations ask
// for independent rows, hold as many as there are dimensions and leave out the rest. Multipliers are then not unique;
// those shown are the smallest (Probe::of_all_rows()). Residuals are of all rows, and where the ones left out follow no
// longer, runs say so (rank_lost).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <span>

namespace nonholo {

/// The system holding an independent set of its constraints, those on positions first, if at this state there are fewer
/// of them than rows and no more at places near by on the constraints a moment later, where the others ask for nothing
/// else; else the system as it is. With reactions that
/// are not ideal, of a DAE and where numbers are not finite it is as it is, too. Allocates.
/// @param q, v coordinates() numbers each; of other sizes, which starts are refused for, nothing is looked at
template <class Real> System<Real> with_independent_rows(const System<Real>& system, std::type_identity_t<Real> t,
                                                         std::type_identity_t<std::span<const Real>> q,
                                                         std::type_identity_t<std::span<const Real>> v);

}  // namespace nonholo
