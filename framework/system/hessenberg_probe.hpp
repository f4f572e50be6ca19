// The probe of a DAE in Hessenberg form. Private header of framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/probe.hpp>

#include <memory>

namespace nonholo::detail {

/// @param system a DAE
template <class Real> std::unique_ptr<Probe<Real>> hessenberg_probe(const System<Real>& system);

}  // namespace nonholo::detail
