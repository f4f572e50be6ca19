// Whether what a problem has for an exact solution is the motion of a run: one that begins elsewhere, on another root
// or at another time is that of another motion, and one that does not satisfy the equations is none.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace nonholo {

/// z of the exact solution of a DAE through y0, where that is not the root z0 (which may be of another precision's
/// round-off): the solution is then of another motion. NaN where none is known through y0.
template <class Real> std::optional<VectorX<Real>> other_exact_root(const System<Real>& system,
                                                                    std::span<const Real> y0, std::span<const Real> z0);

/// Where the exact solution is at its beginning, (q, v) or y, unless that is the start, as it has to be, or the start
/// is off the constraint: then it is that of no motion.
template <class Real> std::optional<VectorX<Real>> exact_elsewhere(const System<Real>& system,
                                                                   std::type_identity_t<std::span<const Real>> q0,
                                                                   std::type_identity_t<std::span<const Real>> v0);

/// Whether the exact solution, which is that from time 0 on, is another from t0 on, because something in the equations
/// of motion depends on time at this start or beside it. Looked at at five times: what is the same at all is not seen.
template <class Real> bool is_out_of_time(const System<Real>& system, std::type_identity_t<Real> t0,
                                          std::type_identity_t<std::span<const Real>> q0,
                                          std::type_identity_t<std::span<const Real>> v0);

/// A time by which the exact solution is none: q' is not v there, or v' not the acceleration; of a DAE y' not f(y, z).
/// By differences at four times between t0 and t_end, which see what is off by a thousandth; `nonholo check` sees more.
/// @param t_end not t0
template <class Real> std::optional<Real> exact_astray(const System<Real>& system, std::type_identity_t<Real> t0,
                                                       std::type_identity_t<std::span<const Real>> q0,
                                                       std::type_identity_t<std::span<const Real>> v0,
                                                       std::type_identity_t<Real> t_end);

}  // namespace nonholo
