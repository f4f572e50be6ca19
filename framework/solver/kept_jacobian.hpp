// What equations say whose frozen linearisation leaves out terms that may be large, as those of a stiff potential: that
// the exact Jacobian should take over where the iteration is slow, kept over iterations and steps.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace nonholo {

/// A second base of StageEquations. Not for those that linearise exactly at the guess, nor for those of several roots,
/// from which another iteration may choose another.
class KeptJacobian {
 protected:
  virtual ~KeptJacobian() = default;
};

}  // namespace nonholo
