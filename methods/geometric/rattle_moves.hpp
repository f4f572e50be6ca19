// The geometric nonholonomic integrator for constant mass, symmetrised L_d, as kicks and drifts: half a kick with the
// multiplier of the node, a drift, half a kick onto the constraint, whose multiplier the next step uses again. Private
// header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/methods/family/kick_drift_integrator.hpp>
#include <nonholo/methods/geometric/gni.hpp>

namespace nonholo {

template <class Real> KickDriftMethod<Real> rattle_moves(MultiplierStart start) {
  const Real half = Real(1) / 2;
  return {.moves = {{Move::push, half}, {Move::drift, 1}, {Move::kick, half}},
          .traits = {.order = 2,
                     .multiplier_order = start == MultiplierStart::zero ? 0 : 2,
                     .symmetric = true,
                     .reversible = true,
                     .keeps_constraint = true,
                     .one_step = false},
          .consistent_multiplier = start == MultiplierStart::consistent};
}

/// In the form of SHAKE: q_(k+1) - 2 q_k + q_(k-1), divided by h, is the change of the drift's velocity.
template <class Real> KickDriftMethod<Real> shake_moves(MultiplierStart start) {
  KickDriftMethod<Real> method = rattle_moves<Real>(start);
  method.first = method.moves;
  method.moves.front() = {Move::leap, 1};
  return method;
}

}  // namespace nonholo
