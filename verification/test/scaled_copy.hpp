// A system measured in other units: the same motion in other numbers. With powers of four nothing is rounded, square
// roots of masses included.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/system.hpp>

namespace nonholo::test {

/// How much larger the numbers become: those of v by q / time, those of lambda by energy / row.
struct Scales {
  double energy = 1, time = 1;
  double z = 1;         ///< of a DAE
  VectorX<double> q;    ///< of each coordinate; of a DAE y, of a skew-gradient system zeta
  VectorX<double> row;  ///< of each constraint; of A v + b beside that of q / time
};

/// Its faces are those of the system, in the same size class; what it claims to know of its solutions is left out.
System<double> scaled_copy(const System<double>& system, const Scales& scales);

}  // namespace nonholo::test
