// What is wrong with a mass that is not positive definite, or nearly so, in words: which motion it does not see, and
// what to do about it. Diagnoses, which allocate.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <span>
#include <string>

namespace nonholo {

/// Sparse masses of more coordinates are not made dense: n^2 numbers, and m n^2 of K_q, are then more than
/// 8 (1 + m) MB.
inline constexpr Eigen::Index most_made_dense = 1000;

/// Of a mechanical system whose mass is not positive definite at this state: the direction, whether the constraints
/// allow it, and the next step. One or two sentences with a space in front; empty where the mass is not symmetric, and
/// of large sparse ones.
template <class Real> std::string singular_direction(const System<Real>& system, std::type_identity_t<Real> t,
                                                     std::type_identity_t<std::span<const Real>> q,
                                                     std::type_identity_t<std::span<const Real>> v);

/// Of a state where a step of size h could not be taken: the smallest pivot of the mass, scaled to a unit diagonal,
/// where it changes by more than itself within one step to either side, so that M^-1, which the equations of the step
/// take for about constant, does. A sentence; empty where it does not, and of other systems.
template <class Real> std::string singular_near(const System<Real>& system, std::type_identity_t<Real> t,
                                                std::type_identity_t<std::span<const Real>> q,
                                                std::type_identity_t<std::span<const Real>> v,
                                                std::type_identity_t<Real> h);

}  // namespace nonholo
