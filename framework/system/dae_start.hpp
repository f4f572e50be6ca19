// The start of a DAE in Hessenberg form: on g = 0, at a simple root of the hidden constraint. Private header of
// framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/start.hpp>

namespace nonholo::detail {

/// Of a DAE or a skew-gradient system: q is y, v is empty, lambda is z. Fills in z; what is left off the constraint, as
/// `assume` allows.
/// @throws InputError (y, z) for wrong sizes, numbers that are not finite, no root, and a singular g_y f_z;
///         InconsistentStart for a y off g = 0, offering one on it, and a z that is no root, naming those found.
template <class Real>
std::optional<Violation<Real>> make_consistent_dae(Start<Real>& start, const System<Real>& system, const Real& t);

}  // namespace nonholo::detail
