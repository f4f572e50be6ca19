// The underlying ordinary differential equation of a mechanical system whose problem is not known by type, or not in
// this precision: by the saddle-point system of its dynamics (saddle_point.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/faces/underlying_ode.hpp>

#include <memory>

namespace nonholo {

/// The equation with its own scratch.
template <class Real> std::unique_ptr<UnderlyingOde<Real>> underlying_ode(const AnyDynamics<Real>& dynamics);

}  // namespace nonholo
