// Local error tolerances of the adaptive baselines.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace nonholo {

struct Tolerances {
  double relative, absolute;
};

}  // namespace nonholo
