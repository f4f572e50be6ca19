// Systems with the faces that a test is about: the kernels that System compiles with a struct beside them take the
// compiler half as long again.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

#include <memory>

namespace nonholo::test {

/// With its dynamics, and kicks and drifts where they are given.
template <class Real = double, class P>
System<Real> of_dynamics(const P& problem, const MakeKickDrift<Real>& kick_drift = {}) {
  using Size = size_class_of<Real, P::n, P::m>;
  const std::shared_ptr<const Dynamics<Real, Size::n, Size::m>> made = std::make_shared<DynamicsOf<P, Real>>(problem);
  return System<Real>(detail::SystemParts<Real>{.coordinates = made->coordinates(),
                                                .constraints = made->constraints(),
                                                .exact_solution = {},
                                                .invariants = {},
                                                .kind = detail::Mechanical<Real>{made, kick_drift},
                                                .traits = made->traits()});
}

template <class P> System<double> of_kicks_and_drifts(const P& problem) {
  return of_dynamics<double>(problem, detail::kick_drift_of<double>(problem));
}

}  // namespace nonholo::test
