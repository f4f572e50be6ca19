// A member of an ensemble as a run of its own. Private header of verification/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>

namespace nonholo {

/// Gives `member`, a copy of the run, the parameters of member i. Those that the text of a system derives from them
/// follow. @throws InputError
void take_parameters_of(long i, const Experiment& experiment, const RunSpec& run, RunSpec& member);

/// With its parameters and its start. @throws InputError
RunSpec run_of_member(long i, const Experiment& experiment, const RunSpec& run);

}  // namespace nonholo
