// A conservative mechanical system as a skew-gradient system whose constraint stays, with its multipliers (Celledoni et
// al. 2016, section 3; reference M13):
//
//   zeta = (q, p),   Pi = [[0, I], [-I, 0]],   H_q = -f,   H_p = v,   B = (0, K(q))
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>

#include <memory>

namespace nonholo {

/// The face with its own scratch.
template <class Real> std::unique_ptr<SkewGradient<Real>> canonical_coordinates(const AnyDynamics<Real>& dynamics);

}  // namespace nonholo
